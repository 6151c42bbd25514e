/**
 * The units of a buffer: packets, bytes, time to drain, and multiples of the bandwidth–delay product.
 *
 * The limit of a queue counts packets or bytes. The other amounts follow from the rate of the link, the size of a packet
 * on the wire, and the round-trip time and number of the TCP flows that cross it.
 * BDP = rate · RTT (Villamizar and Song 1994); BDP/√N for N flows that are not synchronized (Appenzeller,
 * Keslassy and McKeown 2004). The round-trip time is that of an empty network.
 */
import type { Catalog } from '../engine/catalog';
import { adapts } from '../engine/classes';
import type { Distribution, Group, Scenario } from '../scenario/types';
import { isDistribution } from '../scenario/distribution';

/** Values that the conversion between the units of a buffer needs. */
export interface BufferContext {
  /** Rate of the link of the queue, b/s. */
  rate_bps: number;
  /** Size on the wire of the packets that fill the buffer, bytes. */
  packet_bytes: number;
  /** Mean round-trip time of the TCP flows that cross the link, seconds; null if there are none. */
  rtt_s: number | null;
  /** Number of TCP flows that cross the link. */
  tcp_flows: number;
}

/** Limit of a queue as in the scenario; exactly one of the two is not null. */
export interface Limit {
  limit_packets: number | null;
  limit_bytes: number | null;
}

/** Units of a buffer; `bdp` and `bdp_sqrt_n` are multiples of BDP and of BDP/√N. */
export type BufferUnit = 'packets' | 'bytes' | 'time' | 'bdp' | 'bdp_sqrt_n';

/** Returns a limit in each unit: packets, bytes, seconds, ratios; null if it is not known. */
export function amountsOf(limit: Limit, context: BufferContext): Record<BufferUnit, number | null> {
  const { rate_bps, packet_bytes, tcp_flows } = context;
  const bytes =
    limit.limit_bytes ?? (limit.limit_packets === null ? null : limit.limit_packets * packet_bytes);
  const product = bdpBytes(context);
  const bdp = bytes !== null && product !== null ? bytes / product : null;
  return {
    packets: limit.limit_packets ?? (bytes === null ? null : bytes / packet_bytes),
    bytes,
    time: bytes === null ? null : (bytes * 8) / rate_bps,
    bdp,
    bdp_sqrt_n: bdp === null ? null : bdp * Math.sqrt(tcp_flows),
  };
}

/**
 * Returns the limit for `amount` in a unit. Packets and bytes set that limit; time and the rules set the limit that
 * `counted` names. The limit is at least 1, in whole packets or bytes; null for a rule if no TCP flow crosses the link.
 */
export function limitFrom(
  unit: BufferUnit,
  amount: number,
  context: BufferContext,
  counted: 'packets' | 'bytes',
): { limit_packets: number } | { limit_bytes: number } | null {
  const bytes = bytesFrom(unit, amount, context);
  if (bytes === null) return null;
  const inPackets = unit === 'packets' || (unit !== 'bytes' && counted === 'packets');
  return inPackets
    ? { limit_packets: Math.max(1, Math.round(bytes / context.packet_bytes)) }
    : { limit_bytes: Math.max(1, Math.round(bytes)) };
}

/**
 * Returns the context of the queue at `path`: `bottlenecks.r0.queue`, `bottlenecks.r0.reverse.queue` or
 * `edges.a1.queue`; null for any other path.
 */
export function bufferContext(
  scenario: Scenario,
  path: string,
  catalog: Catalog | null,
): BufferContext | null {
  const place = placeOf(scenario, path);
  if (!place) return null;
  const { link, bottleneck, reversed, crossing, along } = place;
  const isTcp = ({ traffic }: Group): boolean => adapts(catalog, traffic);
  const groups = along.some(isTcp) ? along : crossing;
  const tcp = groups.filter((group) => isTcp(group) && group.count > 0);
  const tcp_flows = sum(tcp.map((group) => group.count));
  const rtt_s =
    tcp_flows > 0 ? sum(tcp.map((group) => group.count * roundTrip(scenario, group))) / tcp_flows : null;
  const rate_bps = (reversed ? bottleneck?.reverse.rate_bps : null) ?? link.rate_bps;
  return { rate_bps, packet_bytes: wireBytes(groups.find(isTcp) ?? groups[0]), rtt_s, tcp_flows };
}

/**
 * Returns the link whose queue is at `path`, the groups that cross it, and the groups whose data passes the queue; null
 * for any other path.
 */
export function placeOf(scenario: Scenario, path: string) {
  const [list, key = '', ...rest] = path.split('.');
  const reversed = rest[0] === 'reverse';
  const bottleneck = list === 'bottlenecks' ? find(scenario.bottlenecks, key) : null;
  const link = bottleneck ?? (list === 'edges' ? find(scenario.edges, key) : null);
  if (!link) return null;
  const crossing = scenario.groups.filter((group) =>
    list === 'edges' ? group.edge === link.id : passes(group, link.id),
  );
  const along = crossing.filter((group) => (group.direction === 'reverse') === reversed);
  return { link, bottleneck, reversed, crossing, along };
}

/** Returns rate times round-trip time, bytes; null if the round-trip time is unknown or 0. */
export function bdpBytes({ rate_bps, rtt_s }: BufferContext): number | null {
  return rtt_s === null || rtt_s === 0 ? null : (rate_bps * rtt_s) / 8;
}

function bytesFrom(unit: BufferUnit, amount: number, context: BufferContext): number | null {
  if (unit === 'bytes') return amount;
  if (unit === 'packets') return amount * context.packet_bytes;
  if (unit === 'time') return (amount * context.rate_bps) / 8;
  const product = bdpBytes(context);
  if (product === null) return null;
  return unit === 'bdp' ? amount * product : (amount * product) / Math.sqrt(context.tcp_flows);
}

/** Returns twice the propagation delays along the group's path, seconds. */
function roundTrip(scenario: Scenario, group: Group): number {
  const edge = scenario.edges.find((e) => e.id === group.edge);
  const bottlenecks = scenario.bottlenecks.filter((b) => passes(group, b.id));
  const ends = mean(group.access.delay_s) + mean(group.egress.delay_s);
  return 2 * (ends + (edge?.delay_s ?? 0) + sum(bottlenecks.map((b) => b.delay_s)));
}

function mean(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  if ('uniform' in distribution) return (distribution.uniform[0] + distribution.uniform[1]) / 2;
  if ('exponential' in distribution) return distribution.exponential;
  if ('pareto' in distribution) return distribution.pareto[0];
  if ('bimodal' in distribution) {
    const [one, other, share] = distribution.bimodal;
    return one + (other - one) * share;
  }
  return distribution.list.length > 0 ? sum(distribution.list) / distribution.list.length : 0;
}

/** Returns the size of a data packet of the group on the wire, bytes; 1,000 if the group has none. */
function wireBytes(group: Group | undefined): number {
  if (!group) return 1000;
  const { segment_bytes, header_bytes, packet_bytes } = group.traffic;
  if (typeof segment_bytes === 'number') {
    return segment_bytes + (typeof header_bytes === 'number' ? header_bytes : 0);
  }
  return isDistribution(packet_bytes) ? mean(packet_bytes) : 1000;
}

const passes = (group: Group, bottleneck: string): boolean => group.via?.includes(bottleneck) ?? true;
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

function find<T extends { id: string }>(items: T[], key: string): T | null {
  return items.find((item) => item.id === key) ?? items[Number(key)] ?? null;
}
