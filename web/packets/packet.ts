/** Packets of one flow at a point of capture, as rows of numbers from the engine; see `PacketRun::take` in `engine/packets`. */

/** Kinds of packets, in the order of their numbers. */
export const KINDS = [
  'segment',
  'retransmission',
  'ack',
  'duplicate_ack',
  'syn',
  'syn_ack',
  'datagram',
] as const;

/** Kind of a packet. */
export type PacketKind = (typeof KINDS)[number];

/** Fate of a packet after the point. `node` is the position of the link that dropped it; null for the access link. */
export type Fate =
  | { kind: 'in_flight' }
  | { kind: 'arrived'; at_s: number }
  | { kind: 'dropped'; at_s: number; node: number | null; reason: number };

/** Packet of a flow at a point. */
export interface Packet {
  /** Position among all captured packets, from 0. */
  place: number;
  /** Simulated time at the point, seconds. */
  at_s: number;
  kind: PacketKind;
  /** Number of the connection of the flow, from 0. */
  connection: number;
  /** Number of the segment or datagram, from 0; for an acknowledgment, the next number that its receiver expects. */
  number: number;
  /** First byte, and the one after the last; of a datagram its number, of an acknowledgment twice its number. */
  start: number;
  end: number;
  /** Of an acknowledgment, the byte after the last that the receive window admits; NaN for others. */
  windowEnd: number;
  /** SACK blocks: first byte, and the one after the last. */
  blocks: readonly (readonly [number, number])[];
  /** Size on the wire, bytes. */
  bytes: number;
  /** Whether a router has marked it (ECN). */
  marked: boolean;
  /** Flags AE, CWR and ECE of TCP, from the highest bit. */
  flags: number;
  fate: Fate;
}

/** Whether the packet has data of TCP. */
export function hasData({ kind }: Packet): boolean {
  return kind === 'segment' || kind === 'retransmission' || kind === 'syn';
}

/** Whether the packet is an acknowledgment. */
export function isAck({ kind }: Packet): boolean {
  return kind === 'ack' || kind === 'duplicate_ack' || kind === 'syn_ack';
}

/** Returns the packets in rows of `length` numbers each. */
export function packetsOf(numbers: Float64Array, length: number): Packet[] {
  const count = Math.floor(numbers.length / length);
  return Array.from({ length: count }, (_, i) => packetOf(numbers.subarray(i * length, (i + 1) * length)));
}

function packetOf(row: Float64Array): Packet {
  const at = (i: number): number => row[i] ?? NaN;
  const kind = KINDS[at(2)] ?? 'segment';
  const isDatagram = kind === 'datagram';
  const blocks = [8, 10, 12].map((i) => [at(i), at(i + 1)] as const);
  return {
    place: at(0),
    at_s: at(1),
    kind,
    connection: at(3),
    number: at(4),
    start: isDatagram ? at(4) : at(5),
    end: isDatagram ? at(4) + 1 : at(6),
    windowEnd: at(7),
    blocks: blocks.filter(([start, end]) => end > start),
    bytes: at(14),
    marked: at(15) === MARKED,
    flags: at(16),
    fate: fateOf(at(17), at(18), at(19)),
  };
}

/** ECN field of a marked packet: congestion experienced. */
const MARKED = 3;

function fateOf(fate: number, at_s: number, node: number): Fate {
  if (fate === 0) return { kind: 'in_flight' };
  if (fate === 1) return { kind: 'arrived', at_s };
  return { kind: 'dropped', at_s, node: Number.isNaN(node) ? null : node, reason: fate - 2 };
}
