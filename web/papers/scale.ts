/** Scales of a figure: from values to places, by differences or by ratios, and the ticks that say so. */
import { ticks } from 'd3-array';
import { figure } from '../charts/format';
import type { Spacing } from './artefact';

export interface Scale {
  /** Where a value stands between 0, the low end, and 1; NaN where it has no place, as 0 on a logarithmic axis. */
  at(value: number): number;
  lo: number;
  hi: number;
  spacing: Spacing;
}

export interface Tick {
  value: number;
  label: string;
}

/** Over all values; `room` more at either end, as a share of the whole. Logarithmic only where something is above 0. */
export function scaleOver(values: Iterable<number>, wanted: Spacing, room: number): Scale {
  const shown = [...values].filter((value) => Number.isFinite(value) && (wanted === 'linear' || value > 0));
  const spacing = wanted === 'log' && shown.length > 0 ? 'log' : 'linear';
  const { through, back } = spacing === 'log' ? RATIO : DIFFERENCE;
  let [lo, hi] = shown.length > 0 ? extent(shown.map(through)) : [0, 1];
  // A single value stands in the middle.
  if (hi - lo < 1e-12 * (Math.abs(lo) + Math.abs(hi)) || hi === lo) {
    const half = spacing === 'log' ? 0.5 : Math.abs(lo) / 2 || 0.5;
    [lo, hi] = [lo - half, hi + half];
  }
  const more = (hi - lo) * room;
  const [from, to] = [lo - more, hi + more];
  return { at: (value) => (through(value) - from) / (to - from), lo: back(from), hi: back(to), spacing };
}

/** A linear scale from 0 where the values come near it, since what is small is then seen to be small. */
export function scaleOfY(values: readonly number[], wanted: Spacing): Scale {
  const [lo, hi] = extent(values.filter(Number.isFinite));
  if (wanted === 'log' || !(lo >= 0) || lo > 0.5 * hi) return scaleOver(values, wanted, 0.06);
  return rising(scaleOver([0, hi], 'linear', 0), 0.06);
}

/** Nothing below, a little above. */
function rising({ lo, hi }: Scale, room: number): Scale {
  const top = hi + (hi - lo) * room;
  return { at: (value) => (value - lo) / (top - lo), lo, hi: top, spacing: 'linear' };
}

/** About `count` of them. */
export function ticksOf({ lo, hi, spacing }: Scale, count: number): Tick[] {
  const values = spacing === 'log' ? ratioTicks(lo, hi, count) : ticks(lo, hi, count);
  const labels = values.map(tickText);
  // Close together and far from 0 they need more decimals, all the same number.
  const distinct = new Set(labels).size === labels.length;
  return values.map((value, i) => ({ value, label: distinct ? labels[i]! : exactText(value, values) }));
}

/** With as many decimals as tell it from its neighbours. */
function exactText(value: number, among: readonly number[]): string {
  const step = Math.min(...among.slice(1).map((next, i) => next - among[i]!));
  const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** `3e-4` rather than a row of zeros. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return power(value);
  return figure(Number(value.toPrecision(6))).replace(/\.?0+$(?<=\.\d*)/, '');
}

/** `2.38 × 10⁻⁴` for people. */
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

/** Powers of ten; where these are few 2 and 5 times them as well, and more where these are. */
function ratioTicks(lo: number, hi: number, count: number): number[] {
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
      // A hair more, since the ends went through logarithms.
      if (value >= lo * (1 - 1e-9) && value <= hi * (1 + 1e-9)) found.push(value);
    }
  }
  return found;
}

const RATIO = { through: Math.log10, back: (value: number) => 10 ** value };
const DIFFERENCE = { through: (value: number) => value, back: (value: number) => value };

function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([lo, hi], value) => [Math.min(lo, value), Math.max(hi, value)],
    [Infinity, -Infinity],
  );
}
