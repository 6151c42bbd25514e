/**
 * Limits in bytes as whole numbers of the largest packet.
 *
 * What is left of a limit beyond the last whole packet has room for smaller packets only: with packets of 1,000 and
 * 200 bytes a buffer of 2,800 bytes keeps 800 bytes for the small ones, which then hardly lose anything. A curve over
 * such limits shows the remainder and not the buffer. Sweeps and sliders therefore go from one whole number of
 * packets to the next, as the advisor does (`Link::limit_of` in `engine/core/src/advise/link.rs`).
 */
import { adapts } from '../engine/classes';
import type { Catalog } from '../engine/catalog';
import type { Distribution, Group, Scenario } from '../scenario/types';
import { isDistribution } from './paramText';
import { placeOf } from './buffer';
import { figure } from './quantity';

/** The sizes of the packets that wait in one queue. */
export interface PacketSizes {
  /** The largest, bytes on the wire, rounded up. */
  largest: number;
  /** Whether smaller ones wait beside them. */
  mixed: boolean;
}

/**
 * The packets in the queue whose limit in bytes is at `path`, such as `bottlenecks.r0.queue.limit_bytes`; null for any
 * other path, where no data goes, and where sizes have no largest (exponential, Pareto).
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

/** The whole number of packets of `largest` bytes nearest to `bytes`, at least one, in bytes. */
export function toWholePackets(bytes: number, largest: number): number {
  return Math.max(1, Math.round(bytes / largest)) * largest;
}

/** Whether a limit leaves room that only smaller packets can use. */
export function hasRemainder(limit_bytes: number, sizes: PacketSizes | null): sizes is PacketSizes {
  return sizes !== null && sizes.mixed && limit_bytes % sizes.largest !== 0;
}

/** `2,800 B holds 2 packets of 1,000 B; the other 800 B have room for smaller packets only.` */
export function remainderText(limit_bytes: number, { largest }: PacketSizes): string {
  const whole = Math.floor(limit_bytes / largest);
  const packets = `${whole === 0 ? 'no packet' : whole === 1 ? '1 packet' : `${figure(whole, '', 6)} packets`} of ${figure(largest, 'B', 5)}`;
  return `${figure(limit_bytes, 'B', 6)} holds ${packets}; the other ${figure(limit_bytes % largest, 'B', 5)} have room for smaller packets only.`;
}

/** Least and most bytes of a group's data packets on the wire. */
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
