/**
 * Access to the data of a frame: the columns of a series, and the column of a time.
 *
 * Nothing is copied: columns are views of the frame's memory, which returns to the worker when the next frame is shown.
 * Use them at once and do not store them.
 */
import { PARTS, type Frame, type Needs } from '../engine/protocol';

/** Columns of one series. */
export interface Columns {
  /** Minimum and maximum; the same array for a line. */
  lo: Float32Array;
  hi: Float32Array;
  /** Mean weighted by time, for a level and for a line that is a mean; for a band, the maximum. */
  mean: Float32Array;
}

/** Returns the columns of series `id`; null if the frame does not have it, or if its memory was returned. */
export function columnsOf(frame: Frame, id: string): Columns | null {
  const place = placesOf(frame).get(id);
  const n = frame.columns;
  if (!place || (place.start + place.parts) * n > frame.data.length) return null;
  return (place.columns ??= columnsAt(frame, place));
}

function columnsAt({ columns: n, data }: Frame, { start, parts }: Place): Columns {
  const part = (i: number) => data.subarray((start + i) * n, (start + i + 1) * n);
  const lo = part(0);
  const hi = parts > 1 ? part(1) : lo;
  return { lo, hi, mean: parts > 2 ? part(2) : hi };
}

/** Returns a series as a single column over `Frame.overall`; null if the frame does not have it. */
export function overallOf(frame: Frame, id: string): { lo: number; hi: number; mean: number } | null {
  const place = placesOf(frame).get(id);
  const data = frame.overall?.data;
  if (!place || !data || place.start + place.parts > data.length) return null;
  const part = (i: number): number => data[place.start + i] as number;
  const hi = part(place.parts > 1 ? 1 : 0);
  return { lo: part(0), hi, mean: place.parts > 2 ? part(2) : hi };
}

/** Returns whether the frame has all needed data. */
export function carries(frame: Frame, { series, histograms, counts }: Needs): boolean {
  const places = placesOf(frame);
  return (
    series.every((id) => places.has(id)) &&
    histograms.every((id) => frame.histograms.includes(id)) &&
    counts.every((id) => frame.counted.includes(id))
  );
}

/** Returns the column of time `t_s`; -1 outside of the frame. The right edge belongs to the last column. */
export function columnAt(frame: Frame, t_s: number): number {
  const { t0_s, t1_s, columns } = frame;
  if (!(t_s >= t0_s && t_s <= t1_s) || columns < 1) return -1;
  return Math.min(columns - 1, Math.floor(((t_s - t0_s) / (t1_s - t0_s)) * columns));
}

/** Returns the last column that the run has reached, or an earlier one if that has no value yet. */
export function latestColumn(frame: Frame, columns: Columns): number {
  let i = columnAt(frame, Math.min(frame.t_s, frame.t1_s));
  for (let back = 0; back < 3 && i > 0 && Number.isNaN(columns.hi[i]); back++) i--;
  return i;
}

/** Position of a series in a frame's data, in units of the number of columns. */
interface Place {
  start: number;
  parts: number;
  /** Columns, created on first use, because charts ask several times per frame. */
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
