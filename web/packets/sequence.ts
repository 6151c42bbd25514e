/**
 * Arithmetic of the time–sequence graph: range of its y axis, lines and marks of packets, and the packet near a place.
 *
 * The graph is that of tcptrace and Wireshark: a segment is an upright line over its bytes at the time when it passes the
 * point; below are the acknowledged bytes, above the end of the receive window, and between them what SACK blocks report.
 */
import { xFromTime } from '../charts/axis';
import type { Interval } from '../engine/interval';
import type { Box } from '../plot/renderer';
import { addPoint, pointsFor, type Points } from '../plot/shapes';
import { hasData, isAck, type Packet } from './packet';

/** Lowest and highest number of the y axis. */
export interface Range {
  lo: number;
  hi: number;
}

/** Lines and marks of a graph, in CSS pixels. Segments of lines have x0, y0, x1, y1 each, places of marks x, y. */
export interface Marks {
  segments: readonly number[];
  retransmissions: readonly number[];
  /** Places of dropped data. */
  dropped: readonly number[];
  /** Places of marked data (ECN). */
  marked: readonly number[];
  /** Blocks of duplicate acknowledgments and others, at the time of the acknowledgment. */
  blocks: readonly number[];
  /** Places of duplicate acknowledgments. */
  duplicates: readonly number[];
  acks: Points;
  windows: Points;
  /** Upright lines of the packets at the present instant. */
  present: readonly number[];
}

/** Share of the range that stays free above and below. */
const MARGIN = 0.05;

/** Least height of the line of a segment, pixels. */
const LEAST = 2;

/** Returns the range of the y axis for packets; the window is in it if it is not much higher than the data. */
export function rangeOf(packets: readonly Packet[]): Range {
  let [lo, hi, window] = [Infinity, -Infinity, -Infinity];
  for (const packet of packets) {
    lo = Math.min(lo, packet.start);
    hi = Math.max(hi, packet.end);
    if (packet.windowEnd > window) window = packet.windowEnd;
  }
  if (lo > hi) return { lo: 0, hi: 1 };
  const height = Math.max(hi - lo, 1);
  if (window > hi && window - lo <= WINDOW_SHARE * height) hi = window;
  const margin = Math.max(hi - lo, 1) * MARGIN;
  return { lo: Math.max(0, lo - margin), hi: hi + margin };
}

/** Multiple of the height of the data up to which the axis also has the window. */
const WINDOW_SHARE = 2.5;

/** Returns the y position of a number. */
export function yOf({ lo, hi }: Range, { y, height }: Box): (value: number) => number {
  return (value) => y + ((hi - value) / (hi - lo)) * height;
}

/** Returns the lines and marks of packets; those at `present_s` are marked. */
export function marksOf(
  packets: readonly Packet[],
  shown: Interval,
  plot: Box,
  range: Range,
  present_s: number | null,
): Marks {
  const y = yOf(range, plot);
  const x = (packet: Packet): number => xFromTime(packet.at_s, shown, plot);
  const data = packets.filter((packet) => !isAck(packet));
  const acks = packets.filter(isAck);
  const line = (packet: Packet): number[] => {
    const [top, bottom] = [y(packet.end), y(packet.start)];
    const grown = Math.max(0, LEAST - (bottom - top)) / 2;
    const at = x(packet);
    return [at, bottom + grown, at, top - grown];
  };
  const middle = (packet: Packet): number[] => [x(packet), y((packet.start + packet.end) / 2)];
  return {
    segments: merged(data.filter(({ kind }) => kind !== 'retransmission').map(line)),
    retransmissions: data.filter(({ kind }) => kind === 'retransmission').flatMap(line),
    dropped: data.filter(({ fate }) => fate.kind === 'dropped').flatMap(middle),
    marked: data.filter(({ marked }) => marked).flatMap((packet) => [x(packet), y(packet.end)]),
    blocks: acks.flatMap((ack) => ack.blocks.flatMap(([start, end]) => [x(ack), y(start), x(ack), y(end)])),
    duplicates: acks.filter(({ kind }) => kind === 'duplicate_ack').flatMap((ack) => [x(ack), y(ack.end)]),
    acks: steps(acks, plot, x, ({ end }) => y(end)),
    windows: steps(acks, plot, x, ({ windowEnd }) => y(windowEnd)),
    present: packets
      .filter(({ at_s }) => at_s === present_s)
      .flatMap((packet) =>
        isAck(packet) ? [x(packet), y(packet.end) - 6, x(packet), y(packet.end) + 6] : line(packet),
      ),
  };
}

/** Joins upright lines in one column of pixels that touch each other, since a long interval has many. */
function merged(lines: readonly number[][]): number[] {
  const out: number[] = [];
  for (const [x = 0, bottom = 0, , top = 0] of lines) {
    const last = out.length - 4;
    const touches =
      last >= 0 &&
      Math.abs((out[last] as number) - x) < 0.5 &&
      bottom >= (out[last + 3] as number) - 1 &&
      top <= (out[last + 1] as number) + 1;
    if (touches) {
      out[last + 1] = Math.max(out[last + 1] as number, bottom);
      out[last + 3] = Math.min(out[last + 3] as number, top);
    } else {
      out.push(x, bottom, x, top);
    }
  }
  return out;
}

/** Returns a line that keeps the value of each acknowledgment until the next, with at most a step for each pixel. */
function steps(
  acks: readonly Packet[],
  plot: Box,
  x: (packet: Packet) => number,
  y: (packet: Packet) => number,
): Points {
  const points = pointsFor(2 * acks.length + 1);
  let before = NaN;
  for (const ack of acks) {
    const [at, height] = [x(ack), y(ack)];
    if (!Number.isNaN(before)) addPoint(points, at, before);
    addPoint(points, at, height);
    before = height;
  }
  if (acks.length > 0) addPoint(points, plot.x + plot.width, before);
  return points;
}

/** Returns the packet that is drawn nearest to a place, within a few pixels; null if there is none. */
export function packetNear(
  packets: readonly Packet[],
  shown: Interval,
  plot: Box,
  range: Range,
  at: { x: number; y: number },
): Packet | null {
  const y = yOf(range, plot);
  let [nearest, least]: [Packet | null, number] = [null, REACH];
  for (const packet of packets) {
    const dx = Math.abs(xFromTime(packet.at_s, shown, plot) - at.x);
    if (dx >= least) continue;
    const [top, bottom] = [y(packet.end), y(packet.start)];
    const dy = Math.max(0, top - at.y, at.y - bottom);
    const distance = Math.hypot(dx, dy);
    if (distance < least) [nearest, least] = [packet, distance];
  }
  return nearest;
}

/** Greatest distance of a packet from the pointer, pixels. */
const REACH = 14;

/** Returns the last packet with data, or else the last one, of packets up to a time; null without one. */
export function lastPacket(packets: readonly Packet[]): Packet | null {
  return packets.findLast(hasData) ?? packets.at(-1) ?? null;
}
