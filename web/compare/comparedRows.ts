/** The rows of the table: a figure of both runs and their difference, in one unit. */
import { figure, unitFor } from '../charts/format';
import type { Measure } from '../curves/measures';
import { valueAt } from '../scenario/path';
import type { Interval } from '../study/interval';
import { isDistinguishable, pairedOf } from './paired';
import type { ReplicationsState } from './replications';
import type { Summaries } from './useSummaries';

export interface ComparedRow {
  measure: Measure;
  /** `Loss, UDP, %` */
  label: string;
  kept: string;
  front: string;
  /** Signed; `–` where there is none. */
  difference: string;
  /** `± 0.12`; empty without an interval. */
  around: string;
  /** `not distinguishable at n = 5`; empty where the two are, or nothing can be said. */
  verdict: string;
}

export const NOTHING = '–';

/** Of one run each, at the same moment. */
export function rowsOfRuns(measures: readonly Measure[], { front, kept }: Summaries): ComparedRow[] {
  const isSame = isSameMoment(front.now_s, kept.now_s);
  return measures.flatMap((measure) => {
    const before = numberAt(kept, measure.path);
    const after = numberAt(front, measure.path);
    if (before === null && after === null) return [];
    const both = before !== null && after !== null && isSame;
    return row(measure, before, after, both ? after - before : null);
  });
}

/** Of the seeds that both were run with: means, and what is known of the difference. */
export function rowsOfSeeds(
  measures: readonly Measure[],
  { kept, front }: Pick<ReplicationsState, 'kept' | 'front'>,
): ComparedRow[] {
  return measures.flatMap((measure) => {
    const paired = pairedOf(kept, front, measure.path);
    if (!paired) return [];
    const { difference } = paired;
    const one = row(measure, paired.kept, paired.front, difference.mean);
    const unit = unitOf(measure, [paired.kept, paired.front]);
    const around = difference.half === null ? '' : `± ${short(difference.half / unit.per)}`;
    return { ...one, around, verdict: verdictOf(difference) };
  });
}

function verdictOf(difference: Interval): string {
  if (isDistinguishable(difference) !== false) return '';
  const { n, half } = difference;
  return half === 0 ? `the same in all ${n} pairs` : `not distinguishable at n = ${n}`;
}

/** Two runs are compared within a hundredth of their time while they go on. */
export function isSameMoment(one_s: number, other_s: number): boolean {
  return Math.abs(one_s - other_s) <= Math.max(1e-6, 0.01 * Math.max(one_s, other_s));
}

/** `+0.81`, `−0.2`, `0` */
export function signed(value: number): string {
  const text = figure(Math.abs(value));
  return text === '0' ? '0' : `${value < 0 ? '−' : '+'}${text}`;
}

function row(
  measure: Measure,
  before: number | null,
  after: number | null,
  difference: number | null,
): ComparedRow {
  const unit = unitOf(measure, [before, after]);
  const text = (value: number | null): string => (value === null ? NOTHING : figure(value / unit.per));
  return {
    measure,
    label: measure.label.endsWith(unit.name) ? measure.label : `${measure.label}, ${unit.name}`,
    kept: text(before),
    front: text(after),
    difference: difference === null ? NOTHING : signed(difference / unit.per),
    around: '',
    verdict: '',
  };
}

function unitOf({ quantity }: Measure, values: readonly (number | null)[]): ReturnType<typeof unitFor> {
  return unitFor(quantity, Math.max(...values.map((value) => Math.abs(value ?? 0))));
}

function short(value: number): string {
  return figure(Number(value.toPrecision(2)));
}

function numberAt(summary: unknown, path: string): number | null {
  const value = valueAt(summary, path);
  return typeof value === 'number' ? value : null;
}
