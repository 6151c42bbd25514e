/**
 * Mapping between values and pixels, and positions of ticks.
 *
 * All charts share the time axis. Each chart has a y axis of its own, linear or logarithmic.
 */
import { ticks } from 'd3-array';
import type { Box } from '../plot/renderer';
import type { Interval } from '../engine/interval';
import { powerOfTen, type AxisRange } from './domain';
import { figure, timeFigure, type Unit } from '../plot/format';

/** Tick of an axis. */
export interface Tick {
  value: number;
  /** Position on the screen, in CSS pixels. */
  at: number;
  label: string;
}

/** Returns the x position of a simulated time, in CSS pixels. */
export function xFromTime(t_s: number, shown: Interval, plot: Box): number {
  return plot.x + ((t_s - shown.t0_s) / (shown.t1_s - shown.t0_s)) * plot.width;
}

/** Returns the simulated time at an x position, in seconds. */
export function timeFromX(x: number, shown: Interval, plot: Box): number {
  return shown.t0_s + ((x - plot.x) / plot.width) * (shown.t1_s - shown.t0_s);
}

/**
 * Returns the function from a value to its y position in CSS pixels. Values far outside are clamped to just beyond the
 * plot, because renderers cannot draw very large coordinates. NaN gives NaN; so does 0 on a logarithmic axis.
 */
export function yMapping(range: AxisRange, plot: Box): (value: number) => number {
  const bottom = plot.y + plot.height;
  const least = plot.y - OUTSIDE;
  const most = bottom + OUTSIDE;
  const hold = (y: number): number => (y < least ? least : y > most ? most : y);
  if (range.kind === 'log') {
    const start = Math.log10(range.lo);
    const perDecade = plot.height / (Math.log10(range.hi) - start);
    return (value) => (value > 0 ? hold(bottom - (Math.log10(value) - start) * perDecade) : NaN);
  }
  const perUnit = plot.height / (range.hi - range.lo);
  return (value) => hold(bottom - (value - range.lo) * perUnit);
}

/** Returns the ticks of a y axis, as many as fit, labeled in `unit`. */
export function yTicks(range: AxisRange, plot: Box, unit: Unit): Tick[] {
  const y = yMapping(range, plot);
  const room = (pixels: number): number => Math.max(1, Math.floor(plot.height / pixels));
  const values = range.kind === 'log' ? decades(range, room(18)) : linearTicks(range, unit, room(26));
  return values.map((value) => ({
    value,
    at: y(value),
    label: figure(Number((value / unit.per).toPrecision(6))),
  }));
}

/** Returns the ticks of the time axis, at most about one per 80 pixels. */
export function timeTicks(shown: Interval, plot: Box): Tick[] {
  const values = ticks(shown.t0_s, shown.t1_s, Math.max(2, Math.floor(plot.width / 80)));
  const step_s = (values[1] ?? shown.t1_s) - (values[0] ?? shown.t0_s);
  return values.map((value) => ({
    value,
    at: xFromTime(value, shown, plot),
    label: timeFigure(value, step_s),
  }));
}

/** Greatest distance of a path from its plot, in pixels. */
const OUTSIDE = 40;

/** Returns about as many ticks as fit, but at least two, because one tick alone gives no scale. */
function linearTicks({ lo, hi }: AxisRange, unit: Unit, room: number): number[] {
  const about = (count: number): number[] => ticks(lo / unit.per, hi / unit.per, count);
  const few = about(room);
  const shown = few.length < 2 ? about(room + 1) : few;
  return shown.map((value) => value * unit.per);
}

/** Returns every nth power of ten within the range, so that they fit; the greatest is always one of them. */
function decades(range: AxisRange, room: number): number[] {
  const first = Math.ceil(Math.log10(range.lo) - 1e-9);
  const last = Math.floor(Math.log10(range.hi) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first + 1) / (room + 1)));
  const exponents = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return exponents.filter((exponent) => (last - exponent) % every === 0).map(powerOfTen);
}
