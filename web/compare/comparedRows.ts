/** Rows of the comparison table: a measure of both runs and their difference, in one unit. */
import { figure, unitFor } from '../plot/format';
import type { Measure } from '../studies/measures';
import { valueAt } from '../scenario/path';
import type { Interval } from '../sweep/interval';
import { isDistinguishable, pairedOf } from './paired';
import type { ReplicationsState } from './replications';
import { TABLE } from './strings';
import type { Summaries } from './useSummaries';

/** Texts of one row. */
export interface ComparedRow {
  measure: Measure;
  /** Label with unit: `Loss of UDP, %`. */
  label: string;
  baseline: string;
  current: string;
  /** Current minus baseline, with sign; a dash if there is none. */
  difference: string;
  /** Half-width of the 95 % interval: `± 0.12`; empty without an interval. */
  halfWidth: string;
  /** `not distinguishable at n = 5`; empty if the two differ, or without an interval. */
  verdict: string;
}

/** Text of a missing value. */
export const NOTHING = '–';

/** Returns the rows of one run each; with differences if both are at the same time. */
export function rowsOfRuns(measures: readonly Measure[], { current, baseline }: Summaries): ComparedRow[] {
  const isSame = isSameTime(current.now_s, baseline.now_s);
  return measures.flatMap((measure) => {
    const before = numberAt(baseline, measure.path);
    const after = numberAt(current, measure.path);
    if (before === null && after === null) return [];
    const both = before !== null && after !== null && isSame;
    return row(measure, before, after, both ? after - before : null);
  });
}

/** Sentences of the engine about the users of a group in both runs. */
export interface ComparedSentences {
  group: string;
  before: string;
  after: string;
}

/** Returns the sentences about groups of both runs that differ. */
export function differentSentences({ current, baseline }: Summaries): ComparedSentences[] {
  return current.groups.flatMap(({ id: group, sentence: after }) => {
    const before = baseline.groups.find(({ id }) => id === group)?.sentence;
    return before && after && before !== after ? [{ group, before, after }] : [];
  });
}

/** Returns the rows of several seeds: means, and the difference with its interval. */
export function rowsOfSeeds(
  measures: readonly Measure[],
  { baseline, current }: Pick<ReplicationsState, 'baseline' | 'current'>,
): ComparedRow[] {
  return measures.flatMap((measure) => {
    const paired = pairedOf(baseline, current, measure.path);
    if (!paired) return [];
    const { difference } = paired;
    const one = row(measure, paired.baseline, paired.current, difference.mean);
    const unit = unitOf(measure, [paired.baseline, paired.current]);
    const halfWidth = difference.half === null ? '' : TABLE.halfWidth(short(difference.half / unit.per));
    return { ...one, halfWidth, verdict: verdictOf(difference) };
  });
}

function verdictOf(difference: Interval): string {
  if (isDistinguishable(difference) !== false) return '';
  const { n, half } = difference;
  return half === 0 ? TABLE.samePairs(n) : TABLE.notDistinguishable(n);
}

/** Whether two times differ by at most 1 %, as those of two runs in progress do. */
export function isSameTime(one_s: number, other_s: number): boolean {
  return Math.abs(one_s - other_s) <= Math.max(1e-6, 0.01 * Math.max(one_s, other_s));
}

/** Writes a number with its sign: `+0.81`, `−0.2`, `0`. */
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
    label: measure.label.endsWith(unit.name) ? measure.label : TABLE.labeled(measure.label, unit.name),
    baseline: text(before),
    current: text(after),
    difference: difference === null ? NOTHING : signed(difference / unit.per),
    halfWidth: '',
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
