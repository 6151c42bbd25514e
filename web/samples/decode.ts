/**
 * Reading a frame: which part of its flat arrays is which series, link or group.
 *
 * Everything returned is a view on the frame's memory, not a copy: valid as long as the frame is.
 * `null` where the layout has no such thing, or the frame is of another layout (for one frame after
 * a change).
 */
import { NOW_PER_GROUP, NOW_PER_LINK, type Frame, type Layout } from '../engine/protocol';

export interface Band {
  /** Smallest value within each column; NaN where nothing was recorded. */
  min: Float32Array;
  /** Largest value within each column. */
  max: Float32Array;
}

/** Minima and maxima of a series of shape `band`. */
export function band(frame: Frame, layout: Layout, seriesId: string): Band | null {
  const place = placeOf(frame, layout, seriesId);
  if (place?.shape !== 'band') return null;
  const n = frame.columns;
  const start = place.start * n;
  return { min: frame.data.subarray(start, start + n), max: frame.data.subarray(start + n, start + 2 * n) };
}

/** Values of a series of shape `line`, one per column. */
export function line(frame: Frame, layout: Layout, seriesId: string): Float32Array | null {
  const place = placeOf(frame, layout, seriesId);
  if (place?.shape !== 'line') return null;
  return frame.data.subarray(place.start * frame.columns, (place.start + 1) * frame.columns);
}

/** The column that covers a moment, or -1 if the frame does not show it. */
export function columnAt(frame: Frame, t_s: number): number {
  const { t0_s, t1_s, columns } = frame;
  if (!(t_s >= t0_s && t_s <= t1_s) || !(t1_s > t0_s)) return -1;
  return Math.min(columns - 1, Math.floor(((t_s - t0_s) / (t1_s - t0_s)) * columns));
}

/** What a series was at a moment: equal ends for a line. `null` if nothing was recorded there. */
export function valueAt(
  frame: Frame,
  layout: Layout,
  seriesId: string,
  t_s: number,
): { min: number; max: number } | null {
  const column = columnAt(frame, t_s);
  if (column < 0) return null;
  const both = band(frame, layout, seriesId);
  const values = both ? null : line(frame, layout, seriesId);
  const min = (both?.min ?? values)?.[column];
  const max = (both?.max ?? values)?.[column];
  return min === undefined || max === undefined || Number.isNaN(min) ? null : { min, max };
}

/** A link at the frame's time. */
export interface LinkNow {
  queue_packets: number;
  queue_bytes: number;
  queue_tcp_bytes: number;
  queue_udp_bytes: number;
  queue_ack_bytes: number;
  /** Over the last 100 ms, 0 to 1. */
  utilization: number;
  /** Drops since the start. */
  drops_tcp: number;
  drops_udp: number;
  drops_ack: number;
}

export function linkNow(frame: Frame, layout: Layout, linkId: string): LinkNow | null {
  const index = layout.links.findIndex(({ id }) => id === linkId);
  if (index < 0 || frame.now.length !== nowLength(layout)) return null;
  const at = (field: number): number => frame.now[index * NOW_PER_LINK + field] ?? NaN;
  return {
    queue_packets: at(0),
    queue_bytes: at(1),
    queue_tcp_bytes: at(2),
    queue_udp_bytes: at(3),
    queue_ack_bytes: at(4),
    utilization: at(5),
    drops_tcp: at(6),
    drops_udp: at(7),
    drops_ack: at(8),
  };
}

/** A group at the frame's time. */
export interface GroupNow {
  /** Over the last 100 ms, bits per second. */
  throughput_bps: number;
  /** NaN for a group without windows. */
  mean_cwnd_packets: number;
}

export function groupNow(frame: Frame, layout: Layout, groupId: string): GroupNow | null {
  const index = layout.groups.findIndex(({ id }) => id === groupId);
  if (index < 0 || frame.now.length !== nowLength(layout)) return null;
  const start = layout.links.length * NOW_PER_LINK + index * NOW_PER_GROUP;
  return { throughput_bps: frame.now[start] ?? NaN, mean_cwnd_packets: frame.now[start + 1] ?? NaN };
}

/** Bins in the distribution of a queue. */
export const HISTOGRAM_BINS = 64;

/** How a link's queue was distributed so far. */
export interface QueueHistogram {
  /** Width of a bin, in packets or bytes, as the link's limit is given. */
  width: number;
  /** Share of time in each bin. */
  shares: Float32Array;
}

export function histogramOf(frame: Frame, layout: Layout, linkId: string): QueueHistogram | null {
  const index = layout.links.findIndex(({ id }) => id === linkId);
  const size = 1 + HISTOGRAM_BINS;
  if (index < 0 || frame.histogram.length !== layout.links.length * size) return null;
  const start = index * size;
  return { width: frame.histogram[start] ?? NaN, shares: frame.histogram.subarray(start + 1, start + size) };
}

export type MarkKind =
  | 'edit'
  | 'timeout'
  | 'recovery_begins'
  | 'recovery_ends'
  | 'ecn_cut'
  | 'idle_cut'
  | 'controller_state'
  | 'timeout_undone';

/** Something that happened at a moment. */
export interface Mark {
  t_s: number;
  kind: MarkKind;
  /** Index of the edit, or number of the flow. */
  owner: number;
  /** A flow's window right after it, packets; 0 where that is not known. */
  value: number;
}

export function marksOf(frame: Frame): Mark[] {
  const marks: Mark[] = [];
  for (let i = 0; i + 3 < frame.marks.length; i += 4) {
    const kind = MARK_KINDS[(frame.marks[i + 1] ?? 0) - 1];
    if (kind)
      marks.push({ t_s: frame.marks[i]!, kind, owner: frame.marks[i + 2]!, value: frame.marks[i + 3]! });
  }
  return marks;
}

/** By number, from 1. */
const MARK_KINDS: readonly MarkKind[] = [
  'edit',
  'timeout',
  'recovery_begins',
  'recovery_ends',
  'ecn_cut',
  'idle_cut',
  'controller_state',
  'timeout_undone',
];

function nowLength(layout: Layout): number {
  return layout.links.length * NOW_PER_LINK + layout.groups.length * NOW_PER_GROUP;
}

interface Places {
  /** Where each series begins, in columns. */
  byId: Map<string, { start: number; shape: 'band' | 'line' }>;
  /** Columns of all series together. */
  total: number;
}

const known = new WeakMap<Layout, Places>();

function placeOf(frame: Frame, layout: Layout, id: string): { start: number; shape: 'band' | 'line' } | null {
  const places = known.get(layout) ?? placesOf(layout);
  if (frame.data.length !== places.total * frame.columns) return null;
  return places.byId.get(id) ?? null;
}

function placesOf(layout: Layout): Places {
  const places: Places = { byId: new Map(), total: 0 };
  for (const { id, shape } of layout.series) {
    places.byId.set(id, { start: places.total, shape });
    places.total += shape === 'band' ? 2 : 1;
  }
  known.set(layout, places);
  return places;
}
