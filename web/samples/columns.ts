/**
 * Reading a frame: where each series lies in its data, and which column a moment falls into.
 *
 * Nothing is copied: columns are views into the frame's memory, which goes back to the worker when the
 * next frame is shown. Use them at once, do not keep them.
 */
import { PARTS, type Frame, type Needs } from '../engine/protocol';

/** The columns of one series. */
export interface Columns {
  /** Least and most; of a line the same array. */
  lo: Float32Array;
  hi: Float32Array;
  /** The mean, weighted by time, of a level and of a line that is a mean; of a band the most. */
  mean: Float32Array;
}

/** The columns of series `id`; null when the frame does not carry it, or its memory went back. */
export function columnsOf(frame: Frame, id: string): Columns | null {
  const place = placesOf(frame).get(id);
  const n = frame.columns;
  if (!place || (place.start + place.parts) * n > frame.data.length) return null;
  return (place.columns ??= cut(frame, place));
}

function cut({ columns: n, data }: Frame, { start, parts }: Place): Columns {
  const part = (i: number) => data.subarray((start + i) * n, (start + i + 1) * n);
  const lo = part(0);
  const hi = parts > 1 ? part(1) : lo;
  return { lo, hi, mean: parts > 2 ? part(2) : hi };
}

/** The series as a single column over `Frame.overall`; null where the frame does not say. */
export function overallOf(frame: Frame, id: string): { lo: number; hi: number; mean: number } | null {
  const place = placesOf(frame).get(id);
  const data = frame.overall?.data;
  if (!place || !data || place.start + place.parts > data.length) return null;
  const part = (i: number): number => data[place.start + i] as number;
  const hi = part(place.parts > 1 ? 1 : 0);
  return { lo: part(0), hi, mean: place.parts > 2 ? part(2) : hi };
}

/** True when the frame has all that is needed. */
export function carries(frame: Frame, { series, histograms, counts }: Needs): boolean {
  const places = placesOf(frame);
  return (
    series.every((id) => places.has(id)) &&
    histograms.every((id) => frame.histograms.includes(id)) &&
    counts.every((id) => frame.counted.includes(id))
  );
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

/** Where a series lies in a frame's data, in units of the number of columns. */
interface Place {
  start: number;
  parts: number;
  /** Made when it is first asked for: a frame's charts ask several times each. */
  columns?: Columns;
}

const known = new WeakMap<Frame, ReadonlyMap<string, Place>>();

function placesOf(frame: Frame): ReadonlyMap<string, Place> {
  const before = known.get(frame);
  if (before) return before;
  const places = new Map<string, Place>();
  let start = 0;
  for (const { id, shape } of frame.series) {
    places.set(id, { start, parts: PARTS[shape] });
    start += PARTS[shape];
  }
  known.set(frame, places);
  return places;
}
