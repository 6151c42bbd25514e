/** Statistics over the columns of a frame: extremes, sums, means. */
import type { Frame } from '../engine/protocol';
import type { Columns } from '../samples/columns';
import type { Extent } from './domain';

/**
 * Merges columns into `extent`, beginning with column `from`: the least value above 0, and the greatest absolute value.
 */
export function widen(extent: Extent, { lo, hi }: Columns, per: number, from = 0): void {
  for (let i = from; i < hi.length; i++) {
    const most = Math.abs(hi[i] as number) * per;
    const least = (lo[i] as number) * per;
    if (most > extent.hi || (Number.isNaN(extent.hi) && !Number.isNaN(most))) extent.hi = most;
    if (least > 0 && !(least >= extent.lo)) extent.lo = least;
  }
}

/** Returns the middle between minimum and maximum of a column, which is the height of its marker. */
export function heightAt({ lo, hi }: Columns, i: number): number {
  return ((lo[i] as number) + (hi[i] as number)) / 2;
}

/**
 * Returns the mean over the frame, from `from_s` on, of values that are means of columns. The first and the last column
 * count by the part of them that is within this time.
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

/** Returns the middle between minimum and maximum of each column, for a band, which has no mean. */
export function middlesOf({ lo, hi }: Columns): Float32Array {
  return lo === hi ? hi : hi.map((most, i) => (most + (lo[i] as number)) / 2);
}

/** Returns the least and the greatest value of all columns; NaN without values. */
export function extremesOf(lo: Float32Array, hi: Float32Array): [number, number] {
  const least = lo.reduce((a, b) => (b < a || Number.isNaN(a) ? b : a), NaN);
  return [least, hi.reduce((a, b) => (b > a || Number.isNaN(a) ? b : a), NaN)];
}

/** Returns the sum of the values, without NaN; NaN if there are none. */
export function total(values: Float32Array): number {
  let sum = NaN;
  for (const value of values) if (!Number.isNaN(value)) sum = (Number.isNaN(sum) ? 0 : sum) + value;
  return sum;
}
