/**
 * Reading a frame: where each series lies in its data, which column a moment falls into, what it says.
 *
 * Nothing is copied: columns are views into the frame's memory, which goes back to the worker when the
 * next frame is shown. Use them at once, do not keep them.
 */
import { PARTS, type Frame, type Layout } from '../engine/protocol';
import type { Extent } from './domain';

/** The columns of one series; for a line, `lo` and `hi` are the same array. */
export interface Columns {
  lo: Float32Array;
  hi: Float32Array;
}

/** True when the frame's memory holds the columns of this layout (it is empty once it went back). */
export function frameFits(frame: Frame, layout: Layout): boolean {
  return frame.columns > 0 && frame.data.length === slotsOf(layout).total * frame.columns;
}

/** True when both layouts have the same series in the same order, whatever else an edit changed. */
export function sameSeries(a: Layout, b: Layout): boolean {
  if (a.series === b.series) return true;
  return a.series.length === b.series.length && a.series.every(({ id }, i) => id === b.series[i]?.id);
}

/** The columns of the series at position `series` of the layout; null when the frame does not fit. */
export function columnsOf(frame: Frame, layout: Layout, series: number): Columns | null {
  const { starts, total } = slotsOf(layout);
  const start = starts[series];
  const info = layout.series[series];
  const n = frame.columns;
  if (start === undefined || !info || frame.data.length !== total * n) return null;
  const lo = frame.data.subarray(start * n, (start + 1) * n);
  const hi = info.shape !== 'line' ? frame.data.subarray((start + 1) * n, (start + 2) * n) : lo;
  return { lo, hi };
}

/** The column that moment `t_s` falls into; -1 outside the frame. The right edge belongs to the last. */
export function columnAt(frame: Frame, t_s: number): number {
  const { t0_s, t1_s, columns } = frame;
  if (!(t_s >= t0_s && t_s <= t1_s) || columns < 1) return -1;
  return Math.min(columns - 1, Math.floor(((t_s - t0_s) / (t1_s - t0_s)) * columns));
}

/** The last column that the run has reached; the one before it where the last has only begun. */
export function latestColumn(frame: Frame, columns: Columns): number {
  let i = columnAt(frame, Math.min(frame.t_s, frame.t1_s));
  for (let back = 0; back < 3 && i > 0 && Number.isNaN(columns.hi[i]); back++) i--;
  return i;
}

/** Least value above 0 and greatest value of the columns, merged into `extent`. */
export function widen(extent: Extent, { lo, hi }: Columns, per: number): void {
  for (let i = 0; i < hi.length; i++) {
    const most = (hi[i] as number) * per;
    const least = (lo[i] as number) * per;
    if (most > extent.hi || (Number.isNaN(extent.hi) && !Number.isNaN(most))) extent.hi = most;
    if (least > 0 && !(least >= extent.lo)) extent.lo = least;
  }
}

/** Sum of the finite columns; NaN when there are none. */
export function total(values: Float32Array): number {
  let sum = NaN;
  for (const value of values) if (!Number.isNaN(value)) sum = (Number.isNaN(sum) ? 0 : sum) + value;
  return sum;
}

interface Slots {
  /** Start of each series, in units of the number of columns. */
  starts: number[];
  total: number;
}

const known = new WeakMap<Layout, Slots>();

function slotsOf(layout: Layout): Slots {
  const before = known.get(layout);
  if (before) return before;
  const starts: number[] = [];
  let sum = 0;
  for (const { shape } of layout.series) {
    starts.push(sum);
    sum += PARTS[shape];
  }
  const slots = { starts, total: sum };
  known.set(layout, slots);
  return slots;
}
