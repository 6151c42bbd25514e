/** Text of verdicts, counts, dates and values; the same in the gallery, on a figure's page and in saved files. */
import { significantText, tickText } from '../plot/format';
import { CLAIMS_TABLE, FORMAT, VERDICT } from './strings';
import type { AxisY } from '../types/papers';
import type { Point } from './curves';
import { SHOWN_VERDICTS, type ShownVerdict } from './verdict';

/** Lists the verdicts with their number of claims, such as `7 reproduced, 1 with a remark`; omits zeros. */
export function countsText(counts: Counts): string {
  const parts = SHOWN_VERDICTS.flatMap((verdict) => {
    const n = counts[verdict] ?? 0;
    return n > 0 ? [VERDICT.counted[verdict](n)] : [];
  });
  return parts.length > 0 ? parts.join(', ') : VERDICT.none;
}

/** Counts the paper's own claims and the added claims apart: `7 reproduced; added by Bufferlab: 2 reproduced`. */
export function countsByOwnText({ paper, ours }: CountsByOwn): string {
  if (sumOf(ours) === 0) return countsText(paper);
  const added = VERDICT.added(countsText(ours));
  return sumOf(paper) === 0 ? added : `${countsText(paper)}; ${added}`;
}

/** Number of claims by verdict: the paper's own claims, and the claims that this project derived or computed. */
export interface CountsByOwn {
  paper: Counts;
  ours: Counts;
}

/** Number of claims by verdict; a verdict without claims may be absent. */
export type Counts = Partial<Record<ShownVerdict, number>>;

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Formats date, engine version and extent of a check: `2026-11-22, engine 0.1.0, quick check`. */
export function checkedText({
  date,
  engine,
  quick,
}: {
  date: string;
  engine: string;
  quick: boolean;
}): string {
  return [date, FORMAT.engine(engine), quick ? FORMAT.quickCheck : ''].filter(Boolean).join(', ');
}

/** Describes the origin of a claim: `T240` is line 240 of the paper's text, `M`, `D` and `S` are derived here. */
export function lineText(line: string): string {
  return line
    .split(/,\s*/)
    .map((part) => {
      const [, number] = /^T(\d+(?:[–-]\d+)?)$/.exec(part) ?? [];
      if (number !== undefined) return CLAIMS_TABLE.line(number);
      const origins: Record<string, string> = {
        M: CLAIMS_TABLE.fromModel,
        D: CLAIMS_TABLE.fromSetup,
        S: CLAIMS_TABLE.fromSimulation,
      };
      return origins[part] ?? part;
    })
    .filter(Boolean)
    .join(', ');
}

/**
 * Formats a point with its 95 % interval, unit and number of replications: `0.0123 ± 0.0004 Mb/s (n 4)`, or where all have
 * the same value `0.0123 Mb/s in each of 4 runs`.
 */
export function pointText({ mean, half_width, n }: Omit<Point, 'x'>, { unit }: AxisY): string {
  const small = Math.abs(mean) < 1e-3;
  const value = [
    digits(mean, 4, small),
    half_width === null || half_width === 0 ? '' : `± ${digits(half_width, 2, small)}`,
    unit,
  ];
  const text = value.filter(Boolean).join(' ');
  if (half_width === 0) return FORMAT.inEachOf(text, n);
  return `${text}${n > 1 ? ` (n ${n})` : ''}`;
}

/** Formats a factor with two significant digits. */
export function factorText(factor: number): string {
  return significantText(factor, 2);
}

/** Formats with `count` significant digits; a small value gets a power of ten. */
function digits(value: number, count: number, small: boolean): string {
  const rounded = Number(value.toPrecision(count));
  if (small || Math.abs(rounded) >= 1e7 || Math.abs(rounded) < 1e-7) return tickText(rounded);
  return significantText(rounded, count);
}

/** Formats the title of an axis with its unit: `Buffer, kB`. */
export function axisText({ label, unit }: Omit<AxisY, 'scale'>): string {
  return unit === '' ? label : `${label}, ${unit}`;
}

/** Formats a value of the x axis: a number with its unit (`11 kB`), or the name of a category. */
export function xText(x: number, axis: AxisY & { categories: readonly string[] }): string {
  const name = axis.categories[Math.round(x) - 1];
  if (axis.categories.length > 0) return name ?? '';
  return axis.unit === '' ? tickText(x) : `${tickText(x)} ${axis.unit}`;
}
