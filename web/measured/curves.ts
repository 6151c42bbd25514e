/**
 * Curves of a measured run: values that hold until the next time, and their means over any interval.
 *
 * The means of all columns of a chart come from one running sum, so that they cost the same for ten rows and a million.
 */
import type { MeasuredUse } from '../url/measuredChoice';
import type { MeasuredFile } from '../sweep/measuredFile';

/** Series in base units, with running sums. */
export interface Curve {
  /** Beginnings of the rows in seconds, and the end of the last. */
  times: Float64Array;
  /** Integral of the values up to each time. */
  integral: Float64Array;
  /** Seconds with a value up to each time. */
  covered: Float64Array;
}

/** Returns the curve of values on an axis. */
export function curveOf(times: Float64Array, values: Float64Array, factor: number): Curve {
  const integral = new Float64Array(times.length);
  const covered = new Float64Array(times.length);
  for (let i = 0; i + 1 < times.length; i++) {
    const value = values[i] ?? NaN;
    const there = !Number.isNaN(value);
    const step_s = times[i + 1]! - times[i]!;
    integral[i + 1] = integral[i]! + (there ? value * factor * step_s : 0);
    covered[i + 1] = covered[i]! + (there ? step_s : 0);
  }
  return { times, integral, covered };
}

/** Returns the mean of a curve from `t0_s` to `t1_s`, over the time with values; NaN without any. */
export function meanOver(curve: Curve, t0_s: number, t1_s: number): number {
  const from = reading(curve, t0_s);
  const to = reading(curve, t1_s);
  const seconds = to.covered - from.covered;
  return seconds > 1e-12 ? (to.integral - from.integral) / seconds : NaN;
}

/** Returns integral and covered time up to `t_s`. */
function reading({ times, integral, covered }: Curve, t_s: number): { integral: number; covered: number } {
  const last = times.length - 1;
  if (last < 1 || t_s <= times[0]!) return { integral: 0, covered: 0 };
  if (t_s >= times[last]!) return { integral: integral[last]!, covered: covered[last]! };
  const i = rowAt(times, t_s);
  const share = (t_s - times[i]!) / (times[i + 1]! - times[i]!);
  return {
    integral: integral[i]! + share * (integral[i + 1]! - integral[i]!),
    covered: covered[i]! + share * (covered[i + 1]! - covered[i]!),
  };
}

/** Returns the last row that begins at or before `t_s`. */
function rowAt(times: Float64Array, t_s: number): number {
  let [lo, hi] = [0, times.length - 1];
  while (hi - lo > 1) {
    const middle = (lo + hi) >> 1;
    if (times[middle]! <= t_s) lo = middle;
    else hi = middle;
  }
  return lo;
}

/** Returns the curves of a run by the ids of the series that they are drawn with. */
export function curvesOf(
  { about, axes, values }: MeasuredFile,
  uses: readonly MeasuredUse[],
): Map<string, Curve> {
  const parts = new Map<string, { role: MeasuredUse['role']; curves: Curve[] }>();
  for (const { name, role, unit, group } of uses) {
    const i = about.series.findIndex((series) => series.name === name);
    const series = about.series[i];
    const axis = series && axes[series.axis];
    const numbers = values[i];
    if (!series || !axis || !numbers) continue;
    const factor = about.units.find((one) => one.name === unit)?.factor ?? 1;
    const id = role === 'series' ? series.id : seriesOf(role, group);
    const part = parts.get(id) ?? { role, curves: [] };
    part.curves.push(curveOf(axis, numbers, factor));
    parts.set(id, part);
  }
  return new Map(
    [...parts].map(([id, { role, curves }]) => [
      id,
      curves.length === 1 ? curves[0]! : together(curves, role),
    ]),
  );
}

/** Returns the id of the series of a group that shows a role. */
export function seriesOf(role: Exclude<MeasuredUse['role'], 'series'>, group: string): string {
  return `group.${group}.${QUANTITY[role]}`;
}

const QUANTITY = { throughput: 'throughput_bps', rtt: 'rtt_s', window: 'mean_cwnd_packets' } as const;

/** Returns the sum of throughputs, or the mean of other curves, on the axis of the first; where any has a value. */
function together(curves: readonly Curve[], role: MeasuredUse['role']): Curve {
  const { times } = curves[0]!;
  const values = new Float64Array(Math.max(0, times.length - 1));
  for (let i = 0; i < values.length; i++) {
    let [sum, count] = [0, 0];
    for (const curve of curves) {
      const mean = meanOver(curve, times[i]!, times[i + 1]!);
      if (Number.isNaN(mean)) continue;
      sum += mean;
      count++;
    }
    values[i] = count === 0 ? NaN : role === 'throughput' ? sum : sum / count;
  }
  return curveOf(times, values, 1);
}

/** Returns the end of the last curve, seconds. */
export function endOf(curves: Iterable<Curve>): number {
  let end_s = 0;
  for (const { times } of curves) end_s = Math.max(end_s, times[times.length - 1] ?? 0);
  return end_s;
}
