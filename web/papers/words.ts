/** Verdicts and dates in words, the same on the wall, in a figure and in files. */
import { tickText } from './scale';
import type { Axis, KeptPoint, Own, Verdict } from './artefact';

/** A sign that needs no colour, and its word. */
export const VERDICTS: Record<Verdict, { sign: string; word: string }> = {
  holds: { sign: '✓', word: 'holds' },
  remark: { sign: '✓*', word: 'holds, with a remark' },
  undecided: { sign: '?', word: 'undecided' },
  differs: { sign: '≠', word: 'differs' },
};

/** Whose claim it is, where it is not the paper's. */
export const OWN: Record<Own, string> = {
  paper: '',
  derived: 'not the paper’s claim: derived from it by us',
  model: 'not the paper’s claim: computed from a model by us',
};

/** `7 hold, 1 with a remark, 1 undecided, 1 differs`; a verdict without claims is not named. */
export function countsText({ holds = 0, remark = 0, undecided = 0, differs = 0 }: Counts): string {
  const parts = [
    holds > 0 ? `${holds} ${holds === 1 ? 'holds' : 'hold'}` : '',
    remark > 0 ? `${remark} with a remark` : '',
    undecided > 0 ? `${undecided} undecided` : '',
    differs > 0 ? `${differs} ${differs === 1 ? 'differs' : 'differ'}` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'no claim decided';
}

/** `7 hold, 1 differs; of ours 2 hold`: the paper's claims, and those that we added, apart. */
export function countsByOwnText({ paper, ours }: CountsByOwn): string {
  if (sumOf(ours) === 0) return countsText(paper);
  const added = `of ours ${countsText(ours)}`;
  return sumOf(paper) === 0 ? added : `${countsText(paper)}; ${added}`;
}

/** Number of claims by verdict: the paper's own, and those that we derived or computed. */
export interface CountsByOwn {
  paper: Counts;
  ours: Counts;
}

/** Number of claims by verdict; one without claims may be left out. */
export type Counts = Partial<Record<Verdict, number>>;

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** `2026-11-22, engine 0.1.0, quick check` */
export function checkedText({
  date,
  engine,
  quick,
}: {
  date: string;
  engine: string;
  quick: boolean;
}): string {
  return `${date}, engine ${engine}${quick ? ', quick check' : ''}`;
}

/** What a claim's line means: `Line 240 of the paper`, `from the paper's model`, `derived`. */
export function lineText(line: string): string {
  return line
    .split(/,\s*/)
    .map((part) => {
      const [, number] = /^T(\d+(?:[–-]\d+)?)$/.exec(part) ?? [];
      if (number !== undefined) return `line ${number} of its text`;
      const origins: Record<string, string> = {
        M: 'worked out from its model',
        D: 'derived from its set-up',
        S: 'from a small simulation of ours',
      };
      return origins[part] ?? part;
    })
    .filter(Boolean)
    .join(', ');
}

/** `0.0123 ± 0.0004 Mb/s (n 4)` */
export function pointText({ mean, halfWidth, n }: Omit<KeptPoint, 'x'>, { unit }: Axis): string {
  const small = Math.abs(mean) < 1e-3;
  const value = [digits(mean, 4, small), halfWidth === null ? '' : `± ${digits(halfWidth, 2, small)}`, unit];
  return `${value.filter(Boolean).join(' ')}${n > 1 ? ` (n ${n})` : ''}`;
}

/** So many digits that say something; of what is small with a power of ten. */
function digits(value: number, count: number, small: boolean): string {
  const rounded = Number(value.toPrecision(count));
  if (small || Math.abs(rounded) >= 1e7 || Math.abs(rounded) < 1e-7) return tickText(rounded);
  return rounded.toLocaleString('en', { maximumSignificantDigits: count });
}

/** An axis with its unit: `Buffer, kB`. */
export function axisText({ label, unit }: Axis): string {
  return unit === '' ? label : `${label}, ${unit}`;
}

/** A value of x: `11 kB`, or its name. */
export function xText(x: number, axis: Axis & { categories: readonly string[] }): string {
  const name = axis.categories[Math.round(x) - 1];
  if (axis.categories.length > 0) return name ?? '';
  return axis.unit === '' ? tickText(x) : `${tickText(x)} ${axis.unit}`;
}
