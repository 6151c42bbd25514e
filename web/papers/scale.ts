/** Linear and logarithmic scales of a chart's axes, with their ticks. */
import { ticks } from 'd3-array';
import { figure } from '../plot/format';
import { LOCALE } from '../ui/language';
import type { Spacing } from './paperFigure';

/** Scale from values to positions. */
export interface Scale {
  /** Position of a value between 0 (low end) and 1; NaN if it has none, such as 0 on a logarithmic axis. */
  at(value: number): number;
  lo: number;
  hi: number;
  spacing: Spacing;
}

/** Tick of an axis. */
export interface Tick {
  value: number;
  label: string;
}

/** Returns a scale over all values, extended by the share `margin` at both ends. Logarithmic only if a value is above 0. */
export function scaleOver(values: Iterable<number>, requested: Spacing, margin: number): Scale {
  const shown = [...values].filter(
    (value) => Number.isFinite(value) && (requested === 'linear' || value > 0),
  );
  const spacing = requested === 'log' && shown.length > 0 ? 'log' : 'linear';
  const { through, back } = spacing === 'log' ? LOG : LINEAR;
  let [lo, hi] = shown.length > 0 ? extent(shown.map(through)) : [0, 1];
  // A single value is in the middle.
  if (hi - lo < 1e-12 * (Math.abs(lo) + Math.abs(hi)) || hi === lo) {
    const half = spacing === 'log' ? 0.5 : Math.abs(lo) / 2 || 0.5;
    [lo, hi] = [lo - half, hi + half];
  }
  const more = (hi - lo) * margin;
  const [from, to] = [lo - more, hi + more];
  return { at: (value) => (through(value) - from) / (to - from), lo: back(from), hi: back(to), spacing };
}

/** Returns a scale of y. A linear scale starts at 0 if the values come near 0, so that small values look small. */
export function scaleOfY(values: readonly number[], requested: Spacing): Scale {
  const [lo, hi] = extent(values.filter(Number.isFinite));
  if (requested === 'log' || !(lo >= 0) || lo > 0.5 * hi) return scaleOver(values, requested, 0.06);
  return rising(scaleOver([0, hi], 'linear', 0), 0.06);
}

/** Extends a scale at its upper end only. */
function rising({ lo, hi }: Scale, margin: number): Scale {
  const top = hi + (hi - lo) * margin;
  return { at: (value) => (value - lo) / (top - lo), lo, hi: top, spacing: 'linear' };
}

/** Returns about `count` ticks. */
export function ticksOf({ lo, hi, spacing }: Scale, count: number): Tick[] {
  const values = spacing === 'log' ? logTicks(lo, hi, count) : ticks(lo, hi, count);
  const labels = values.map(tickText);
  // Labels of values that are close together and far from 0 need more decimals.
  const distinct = new Set(labels).size === labels.length;
  return values.map((value, i) => ({ value, label: distinct ? labels[i]! : exactText(value, values) }));
}

/** Formats with enough decimals to distinguish neighboring ticks. */
function exactText(value: number, among: readonly number[]): string {
  const step = Math.min(...among.slice(1).map((next, i) => next - among[i]!));
  const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** Formats a value of an axis; very small and very large values get a power of ten. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return power(value);
  return figure(Number(value.toPrecision(6))).replace(/\.?0+$(?<=\.\d*)/, '');
}

/** Formats with a power of ten: `2.38·10⁻⁴`. */
function power(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential(2).split('e');
  const mantissa = digits.replace(/\.?0+$/, '');
  const raised = exponent
    .replace('+', '')
    .split('')
    .map((sign) => (sign === '-' ? '⁻' : RAISED[Number(sign)]))
    .join('');
  return mantissa === '1' ? `10${raised}` : `${mantissa}·10${raised}`;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Returns powers of ten; if these are too few, multiples of them as well. */
function logTicks(lo: number, hi: number, count: number): number[] {
  const steps = [[1], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 8]].map((each) => within(lo, hi, each));
  const enough = steps.find((values) => values.length >= Math.min(3, count)) ?? steps[2]!;
  const every = Math.ceil(enough.length / Math.max(2, count * 1.5));
  return enough.filter((_, i) => i % every === 0);
}

function within(lo: number, hi: number, steps: readonly number[]): number[] {
  const found: number[] = [];
  const [first, last] = [lo, hi].map((end) => Math.min(308, Math.max(-308, Math.floor(Math.log10(end)))));
  for (let power = first!; power <= last!; power++) {
    for (const step of steps) {
      const value = Number((step * 10 ** power).toPrecision(12));
      // A tolerance for the rounding errors of the logarithms.
      if (value >= lo * (1 - 1e-9) && value <= hi * (1 + 1e-9)) found.push(value);
    }
  }
  return found;
}

const LOG = { through: Math.log10, back: (value: number) => 10 ** value };
const LINEAR = { through: (value: number) => value, back: (value: number) => value };

function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([lo, hi], value) => [Math.min(lo, value), Math.max(hi, value)],
    [Infinity, -Infinity],
  );
}
