/** What the columns of a frame say together: extremes, sums, means. */
import type { Frame } from '../engine/protocol';
import type { Columns } from '../samples/columns';
import type { Extent } from './domain';

/**
 * Least value above 0 and greatest value, whatever its sign, of the columns from number `from` on, merged into
 * `extent`.
 */
export function widen(extent: Extent, { lo, hi }: Columns, per: number, from = 0): void {
  for (let i = from; i < hi.length; i++) {
    const most = Math.abs(hi[i] as number) * per;
    const least = (lo[i] as number) * per;
    if (most > extent.hi || (Number.isNaN(extent.hi) && !Number.isNaN(most))) extent.hi = most;
    if (least > 0 && !(least >= extent.lo)) extent.lo = least;
  }
}

/** The mean of a column's least and most, where a marker stands. */
export function heightAt({ lo, hi }: Columns, i: number): number {
  return ((lo[i] as number) + (hi[i] as number)) / 2;
}

/**
 * The mean over the frame, from `from_s` on, of what is a mean in each column; the first may have begun before, the last
 * may have only begun.
 */
export function meanOf(
  { t0_s, t1_s, t_s, columns }: Frame,
  values: Float32Array,
  from_s = -Infinity,
): number {
  const placeOf = (moment_s: number): number => ((moment_s - t0_s) / (t1_s - t0_s)) * columns;
  const [reached, begun] = [placeOf(t_s), placeOf(Math.max(from_s, t0_s))];
  let [sum, time] = [0, 0];
  values.forEach((value, i) => {
    const weight = Math.min(1, reached - i) - Math.min(1, Math.max(0, begun - i));
    if (Number.isNaN(value) || !(weight > 0)) return;
    sum += value * weight;
    time += weight;
  });
  return time > 0 ? sum / time : NaN;
}

/** The middles of the columns of a band, which has no mean. */
export function middlesOf({ lo, hi }: Columns): Float32Array {
  return lo === hi ? hi : hi.map((most, i) => (most + (lo[i] as number)) / 2);
}

/** Least and most of all columns; NaN where there are none. */
export function extremesOf(lo: Float32Array, hi: Float32Array): [number, number] {
  const least = lo.reduce((a, b) => (b < a || Number.isNaN(a) ? b : a), NaN);
  return [least, hi.reduce((a, b) => (b > a || Number.isNaN(a) ? b : a), NaN)];
}

/** Sum of the finite columns; NaN when there are none. */
export function total(values: Float32Array): number {
  let sum = NaN;
  for (const value of values) if (!Number.isNaN(value)) sum = (Number.isNaN(sum) ? 0 : sum) + value;
  return sum;
}
