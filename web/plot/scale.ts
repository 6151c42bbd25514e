/** Scales of axes by d3-scale, linear or logarithmic, with the values and labels of their ticks. */
import { ticks } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { fixedFor, tickText, type Unit } from './format';

/** Kind of a numeric axis. */
export type ScaleKind = 'linear' | 'log';

/** Scale of an axis from `lo` to `hi`. */
export interface Scale {
  kind: ScaleKind;
  lo: number;
  hi: number;
  /** Returns the position of a value: 0 at `lo`, 1 at `hi`; NaN if it has none, such as 0 on a logarithmic axis. */
  at(value: number): number;
  /** Returns the value at a position. */
  value(share: number): number;
}

/** Tick of an axis. */
export interface Tick {
  value: number;
  label: string;
}

/** Returns the scale from `lo` to `hi`, which must be above 0 for a logarithmic scale. */
export function scaleOf(kind: ScaleKind, lo: number, hi: number): Scale {
  const scale = (kind === 'log' ? scaleLog() : scaleLinear()).domain([lo, hi]);
  const at = (value: number): number => {
    if (kind === 'log' && !(value > 0)) return NaN;
    return Number.isFinite(value) ? scale(value) : value;
  };
  return { kind, lo, hi, at, value: (share) => scale.invert(share) };
}

/** Returns a scale over all values, extended by the share `margin` at both ends. Logarithmic only if a value is above 0. */
export function scaleOver(values: Iterable<number>, wanted: ScaleKind, margin: number): Scale {
  const shown = [...values].filter((value) => Number.isFinite(value) && (wanted === 'linear' || value > 0));
  const kind = wanted === 'log' && shown.length > 0 ? 'log' : 'linear';
  let [lo, hi] = shown.length > 0 ? extent(shown) : [0, 1];
  // A single value is in the middle.
  if (hi - lo <= 1e-12 * (Math.abs(lo) + Math.abs(hi))) {
    const half = Math.abs(lo) / 2 || 0.5;
    [lo, hi] = kind === 'log' ? [lo / 10 ** 0.5, hi * 10 ** 0.5] : [lo - half, hi + half];
  }
  const within = scaleOf(kind, lo, hi);
  return scaleOf(kind, within.value(-margin), within.value(1 + margin));
}

/** Returns about `count` ticks, but at least two if there are as many round values, as one tick alone gives no scale. */
export function ticksOf(scale: Scale, count: number, { per }: Pick<Unit, 'per'> = { per: 1 }): Tick[] {
  const [lo, hi] = [scale.lo / per, scale.hi / per];
  const marks = scale.kind === 'log' ? logMarks(lo, hi, count) : linearMarks(lo, hi, count);
  const labels = marks.map(tickText);
  // Labels of values that are close together and far from 0 need more decimals.
  const areDistinct = new Set(labels).size === labels.length;
  const step = (marks[1] ?? NaN) - (marks[0] ?? NaN);
  return marks.map((mark, i) => ({
    value: mark * per,
    label: areDistinct ? (labels[i] as string) : fixedFor(mark, step),
  }));
}

/** Returns the least and the greatest value; infinite without values. */
export function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([lo, hi], value) => [Math.min(lo, value), Math.max(hi, value)],
    [Infinity, -Infinity],
  );
}

/** Returns the least number at or above `value` on the ladder 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, … */
export function roundUp(value: number): number {
  if (!(value > 0)) return 0;
  const decade = powerOfTen(Math.floor(Math.log10(value)));
  const rung = LADDER.find((step) => step * decade >= value * (1 - 1e-9)) ?? 10;
  return rung * decade;
}

/** Returns 10 to a whole power, as the nearest double; `10 ** -4` is not. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

const LADDER = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

function linearMarks(lo: number, hi: number, count: number): number[] {
  const few = ticks(lo, hi, count);
  return few.length < 2 ? ticks(lo, hi, count + 1) : few;
}

/** Returns powers of ten; if these are too few, multiples of them or other values. Of too many, the greatest is kept. */
function logMarks(lo: number, hi: number, count: number): number[] {
  // A tolerance for the rounding errors of the logarithms.
  const [from, to] = [lo * (1 - 1e-9), hi * (1 + 1e-9)];
  const all = scaleLog()
    .domain([from, to])
    .ticks(Math.log10(to / from) + 1);
  const choices = DIGITS.map((digits) =>
    all.filter((mark) => digits.includes(mark.toExponential()[0] as string)),
  );
  const enough = choices.find((marks) => marks.length >= Math.min(3, count));
  if (!enough) return linearMarks(lo, hi, count);
  const every = Math.ceil(enough.length / Math.max(2, count * 1.5));
  return enough.filter((_, i) => (enough.length - 1 - i) % every === 0);
}

/** First digits of the values of ticks on a logarithmic scale, the roundest first. */
const DIGITS = ['1', '125', '1234568'];
