/**
 * Mapping between values and pixels, and positions of ticks.
 *
 * All charts share the time axis. Each chart has a y axis of its own, linear or logarithmic.
 */
import type { Interval } from '../engine/interval';
import { fixedFor, type Unit } from '../plot/format';
import type { Box } from '../plot/renderer';
import { scaleOf, ticksOf, type Tick } from '../plot/scale';
import type { AxisRange } from './domain';

/** Tick with its position on the screen, in CSS pixels. */
export interface PlacedTick extends Tick {
  at: number;
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
export function yMapping({ kind, lo, hi }: AxisRange, { y, height }: Box): (value: number) => number {
  const scale = scaleOf(kind, lo, hi);
  const [least, most] = [y - OUTSIDE, y + height + OUTSIDE];
  return (value) => {
    const at = y + (1 - scale.at(value)) * height;
    return at < least ? least : at > most ? most : at;
  };
}

/** Returns the ticks of a y axis, as many as fit, labeled in `unit`. */
export function yTicks(range: AxisRange, plot: Box, unit: Unit): PlacedTick[] {
  const y = yMapping(range, plot);
  const count = Math.max(1, Math.floor(plot.height / (range.kind === 'log' ? 22 : 26)));
  return ticksOf(scaleOf(range.kind, range.lo, range.hi), count, unit).map((tick) => ({
    ...tick,
    at: y(tick.value),
  }));
}

/** Returns the ticks of the time axis, at most about one per 80 pixels. */
export function timeTicks(shown: Interval, plot: Box): PlacedTick[] {
  const scale = scaleOf('linear', shown.t0_s, shown.t1_s);
  const ticks = ticksOf(scale, Math.max(2, Math.floor(plot.width / 80)));
  const step_s = (ticks[1]?.value ?? shown.t1_s) - (ticks[0]?.value ?? shown.t0_s);
  return ticks.map(({ value }) => ({
    value,
    at: xFromTime(value, shown, plot),
    label: fixedFor(value, step_s),
  }));
}

/** Greatest distance of a path from its plot, in pixels. */
const OUTSIDE = 40;
