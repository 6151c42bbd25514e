/**
 * Limits in bytes as whole multiples of the largest packet.
 *
 * The remainder of a limit after the last whole packet has room for smaller packets only. With packets of 1,000 and
 * 200 bytes, a buffer of 2,800 bytes keeps 800 bytes for the small packets, which then lose almost nothing. A curve over
 * such limits shows the effect of the remainder and not of the buffer. Sweeps and sliders therefore go from one whole
 * number of packets to the next, as the advisor does (`Link::limit_of` in `engine/core/src/advise/link.rs`).
 */
import { adapts } from '../engine/classes';
import type { Catalog } from '../engine/catalog';
import type { Distribution, Group, Scenario } from '../scenario/types';
import { isDistribution } from '../scenario/distribution';
import { placeOf } from './buffer';
import { REMAINDER } from './strings';
import { formatRounded } from './quantity';

/** Sizes of the packets that wait in one queue. */
export interface PacketSizes {
  /** Largest size on the wire, bytes, rounded up. */
  largest: number;
  /** Whether smaller packets wait there too. */
  mixed: boolean;
}

/**
 * Returns the sizes of the packets in the queue whose limit in bytes is at `path`, such as
 * `bottlenecks.r0.queue.limit_bytes`. Null for any other path, if no data passes the queue, and if sizes have no
 * maximum (exponential, Pareto).
 */
export function packetSizes(scenario: Scenario, path: string, catalog: Catalog | null): PacketSizes | null {
  if (!path.endsWith('queue.limit_bytes')) return null;
  const place = placeOf(scenario, path);
  if (!place) return null;
  const senders = place.along.filter(({ count }) => count > 0);
  const ranges = senders.map(rangeOf);
  const largest = Math.ceil(Math.max(...ranges.map(([, most]) => most)));
  if (ranges.length === 0 || !Number.isFinite(largest) || largest < 1) return null;
  const hasAcks = place.crossing.some(
    (group) => group.count > 0 && !place.along.includes(group) && adapts(catalog, group.traffic),
  );
  return { largest, mixed: hasAcks || ranges.some(([least]) => Math.ceil(least) < largest) };
}

/** Rounds `bytes` to whole packets of `largest` bytes, at least one; in bytes. */
export function toWholePackets(bytes: number, largest: number): number {
  return Math.max(1, Math.round(bytes / largest)) * largest;
}

/** Whether a limit has a remainder that only smaller packets can use. */
export function hasRemainder(limit_bytes: number, sizes: PacketSizes | null): sizes is PacketSizes {
  return sizes !== null && sizes.mixed && limit_bytes % sizes.largest !== 0;
}

/** `2,800 B holds 2 packets of 1,000 B. Only smaller packets fit into the other 800 B.` */
export function remainderText(limit_bytes: number, { largest }: PacketSizes): string {
  const whole = Math.floor(limit_bytes / largest);
  const packets = REMAINDER.packets(whole, formatRounded(largest, 'B', 5));
  return REMAINDER.text(
    formatRounded(limit_bytes, 'B', 6),
    packets,
    formatRounded(limit_bytes % largest, 'B', 5),
  );
}

/** Returns the smallest and the largest size of a group's data packets on the wire, bytes. */
function rangeOf({ traffic }: Group): [number, number] {
  const { segment_bytes, header_bytes, packet_bytes } = traffic;
  if (typeof segment_bytes === 'number') {
    const size = segment_bytes + (typeof header_bytes === 'number' ? header_bytes : 0);
    return [size, size];
  }
  return isDistribution(packet_bytes) ? endsOf(packet_bytes) : [Infinity, Infinity];
}

function endsOf(distribution: Distribution): [number, number] {
  if (typeof distribution === 'number') return [distribution, distribution];
  if ('uniform' in distribution) return distribution.uniform;
  if ('bimodal' in distribution) {
    const [one, other] = distribution.bimodal;
    return [Math.min(one, other), Math.max(one, other)];
  }
  if ('list' in distribution && distribution.list.length > 0) {
    return [Math.min(...distribution.list), Math.max(...distribution.list)];
  }
  return [0, Infinity];
}
