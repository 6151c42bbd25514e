/** Scales of a chart's axes, with ticks: linear, logarithmic, or words at equal distances. */
import { ticks } from 'd3-array';
import { roundUp } from '../charts/domain';
import { figure, unitFor, type Quantity, type Unit } from '../plot/format';
import type { XValues } from './data';

/** Kind of a numeric axis. */
export type ScaleKind = 'linear' | 'log';

/** Scale of an axis. */
export interface Scale {
  /** Returns the position of a value: 0 at the start of the axis, 1 at its end; NaN for 0 or less on a log axis. */
  at(value: number): number;
  /** Returns the value at a position from 0 to 1. */
  value(share: number): number;
  ticks: readonly { value: number; label: string }[];
  unit: Unit;
}

/** Returns a scale of all values with a small margin; the axis is `pixels` long. */
export function xScale(values: readonly number[], of: Quantity, kind: ScaleKind, pixels: number): Scale {
  const [least, most] = extent(values);
  const unit = unitFor(of, Math.max(Math.abs(least), Math.abs(most)));
  const log = kind === 'log' && least > 0;
  const [lo, hi] = withMargin(log ? Math.log10(least) : least, log ? Math.log10(most) : most);
  return log
    ? logScale(10 ** lo, 10 ** hi, unit, pixels, 36)
    : linearScale(lo, hi, unit, pixels / 70, 36 / pixels);
}

/** Returns a scale of words at equal distances. */
export function wordScale({ words }: XValues & { kind: 'words' }): Scale {
  const count = words.length;
  return {
    at: (value) => (value + 0.5) / count,
    value: (share) => share * count - 0.5,
    ticks: words.map((label, value) => ({ value, label })),
    unit: { per: 1, name: '' },
  };
}

/** Returns a scale from 0 to above the greatest value; a log scale covers the values above 0. */
export function yScale(values: readonly number[], of: Quantity, kind: ScaleKind, pixels: number): Scale {
  const above = values.filter((value) => value > 0);
  if (kind === 'log' && above.length > 0) {
    const [least, most] = extent(above);
    const unit = unitFor(of, most);
    return logScale(least / 1.25, Math.max(most * 1.25, least * 2), unit, pixels, 18);
  }
  const [least, most] = extent([...values, 0]);
  // A ratio ends at 1.
  const whole = of === 'ratio' && most <= 1 && most * 1.05 > 1;
  const hi = whole ? 1 : roundUp(most * 1.05) || (least < 0 ? 0 : 1);
  const lo = -roundUp(-least * 1.05);
  return linearScale(lo, hi, unitFor(of, Math.max(hi, -lo)), pixels / 52, 0);
}

function linearScale(lo: number, hi: number, unit: Unit, count: number, apart: number): Scale {
  const at = (value: number): number => (value - lo) / (hi - lo);
  const marks = ticks(lo / unit.per, hi / unit.per, Math.max(2, count)).map((mark) => mark * unit.per);
  return {
    at,
    value: (share) => lo + share * (hi - lo),
    ticks: labeled(thinned(marks, at, apart), unit),
    unit,
  };
}

function logScale(lo: number, hi: number, unit: Unit, pixels: number, room: number): Scale {
  const [start, end] = [Math.log10(lo), Math.log10(hi)];
  const at = (value: number): number => (value > 0 ? (Math.log10(value) - start) / (end - start) : NaN);
  const marks = logTicks(lo / unit.per, hi / unit.per).map((mark) => mark * unit.per);
  return {
    at,
    value: (share) => 10 ** (start + share * (end - start)),
    ticks: labeled(thinned(marks, at, room / pixels), unit),
    unit,
  };
}

/** Returns 1, 2 and 5 times the powers of ten from `lo` to `hi`, or more if these are few. */
function logTicks(lo: number, hi: number): number[] {
  const within = (steps: number[]): number[] => {
    const found: number[] = [];
    for (let power = Math.floor(Math.log10(lo)); power <= Math.log10(hi); power++) {
      const marks = steps.map((step) => rounded(step * 10 ** power));
      found.push(...marks.filter((mark) => mark >= lo * (1 - 1e-9) && mark <= hi * (1 + 1e-9)));
    }
    return found;
  };
  const choices = [[1], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 8]].map(within);
  return choices.find((marks) => marks.length >= 4) ?? choices.at(-1) ?? [];
}

/** Removes ticks that are too close, as a share of the axis. */
function thinned(marks: readonly number[], at: (value: number) => number, apart: number): number[] {
  const spaced: number[] = [];
  for (const mark of marks) {
    const last = spaced.at(-1);
    if (last === undefined || at(mark) - at(last) >= apart) spaced.push(mark);
  }
  return spaced;
}

function labeled(values: readonly number[], unit: Unit): { value: number; label: string }[] {
  return values.map((value) => ({ value, label: figure(rounded(value / unit.per)) }));
}

function extent(values: readonly number[]): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least <= most ? [least, most] : [0, 1];
}

function withMargin(lo: number, hi: number): [number, number] {
  const room = (hi - lo) * 0.03 || Math.abs(hi) * 0.1 || 1;
  return [lo - room, hi + room];
}

function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
