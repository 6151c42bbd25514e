/** From lines to points: where each run stands, the mean of each value, and the scales of both axes. */
import { ticks } from 'd3-array';
import { nextRange, type AxisRange } from '../charts/domain';
import { figure, unitFor, type Quantity, type Unit } from '../charts/format';
import type { Unit as FieldUnit } from '../engine/catalog';
import type { CaseLine } from '../types/engine';
import { measured, type Measure } from './measures';

export interface Point {
  x: number;
  y: number;
  line: CaseLine;
}

/** The runs that have a number on both axes. */
export function pointsOf(lines: readonly CaseLine[], path: string, measure: Measure): Point[] {
  return lines.flatMap((line) => {
    const [x, y] = [line.point[path], measured(line, measure)];
    return typeof x === 'number' && y !== null ? [{ x, y, line }] : [];
  });
}

/** The mean of the runs at each value, from the least value to the greatest. */
export function means(points: readonly Point[]): { x: number; y: number; runs: number }[] {
  const at = new Map<number, number[]>();
  for (const { x, y } of points) at.set(x, [...(at.get(x) ?? []), y]);
  return [...at]
    .sort(([a], [b]) => a - b)
    .map(([x, ys]) => ({ x, y: ys.reduce((sum, y) => sum + y, 0) / ys.length, runs: ys.length }));
}

/** The y axis: from 0, with some room above. */
export function yRange(points: readonly Point[]): AxisRange {
  const hi = points.reduce((most, { y }) => Math.max(most, y), 0);
  return nextRange(null, { kind: 'linear', floor: 1e-12, limit: null }, { lo: 0, hi }, 0);
}

export interface XScale {
  /** Where a value stands, in pixels from the left of the plot. */
  at(value: number): number;
  ticks: { value: number; label: string }[];
  unit: Unit;
}

/** The x axis over all `values`, `width` pixels wide; by equal ratios where `log` and all are above 0. */
export function xScale(values: readonly number[], width: number, log: boolean, of: FieldUnit): XScale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const unit = unitFor(quantityOf(of), most);
  const byRatio = log && least > 0;
  const through = byRatio ? Math.log10 : (value: number) => value;
  const room = (through(most) - through(least)) * 0.04 || 1;
  const [lo, hi] = [through(least) - room, through(most) + room];
  const at = (value: number): number => ((through(value) - lo) / (hi - lo)) * width;
  const marks = byRatio
    ? ratioTicks(10 ** lo / unit.per, 10 ** hi / unit.per)
    : ticks(lo / unit.per, hi / unit.per, Math.max(2, width / 90));
  const shown = thinned(
    marks.map((mark) => mark * unit.per),
    at,
  );
  return { at, unit, ticks: shown.map((value) => ({ value, label: figure(round(value / unit.per)) })) };
}

/** Counts and numbers of flows have no unit that needs saying. */
export function quantityOf(unit: FieldUnit): Quantity {
  return unit === '' || unit === 'flows' ? 'drops' : unit;
}

/** 1, 2 and 5 times the powers of ten from `lo` to `hi`; more where these are few. */
function ratioTicks(lo: number, hi: number): number[] {
  const within = (steps: number[]): number[] => {
    const found: number[] = [];
    for (let power = Math.floor(Math.log10(lo)); power <= Math.log10(hi); power++) {
      found.push(
        ...steps.map((step) => round(step * 10 ** power)).filter((mark) => mark >= lo && mark <= hi),
      );
    }
    return found;
  };
  const few = within([1, 2, 5]);
  return few.length >= 3 ? few : within([1, 1.5, 2, 3, 4, 5, 6, 8]);
}

/** Those that stand at least `ROOM` pixels apart. */
function thinned(marks: readonly number[], at: (value: number) => number): number[] {
  const kept: number[] = [];
  for (const mark of marks) {
    const last = kept.at(-1);
    if (last === undefined || at(mark) - at(last) >= ROOM) kept.push(mark);
  }
  return kept;
}

const ROOM = 36;

function round(value: number): number {
  return Number(value.toPrecision(12));
}
