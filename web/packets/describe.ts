/** Texts about packets, for the tip, the table and screen readers. */
import { quantityText, timeText } from '../plot/format';
import { integer } from '../ui/language';
import { isAck, type Fate, type Packet } from './packet';
import { KIND, PACKET } from './strings';

/** Names that the texts need. */
export interface PacketNames {
  /** Names of links by position. */
  links: readonly string[];
  /** Labels of reasons for drops by position. */
  reasons: readonly string[];
}

/** Returns the packet in a sentence: kind, numbers, time, what it reports, and its fate. */
export function sentenceOf(packet: Packet, names: PacketNames): string {
  const time = PACKET.at(timeText(packet.at_s, 1e-6));
  return [subjectOf(packet), time, saysOf(packet), fateText(packet.fate, packet.at_s, names)]
    .filter((part) => part !== '')
    .join(', ');
}

function subjectOf(packet: Packet): string {
  const { kind, number, start, end } = packet;
  if (kind === 'datagram') return PACKET.datagram(integer(number));
  if (isAck(packet)) return PACKET.ack(KIND[kind], integer(start), integer(number));
  return PACKET.data(KIND[kind], integer(number), integer(start), integer(Math.max(start, end - 1)));
}

/** Returns what the header of a packet reports: marks, flags, SACK blocks; empty without any. */
export function saysOf({ marked, flags, blocks }: Packet): string {
  const set = PACKET.flags.filter((_, i) => flags & FLAG_BITS[i]!);
  const ranges = blocks.map(([start, end]) => PACKET.block(integer(start), integer(end - 1)));
  return [
    ...(marked ? [PACKET.marked] : []),
    ...set,
    ...(ranges.length > 0 ? [PACKET.blocks(ranges.join(' '))] : []),
  ].join(', ');
}

/** Bits of the flags CWR, ECE and AE. */
const FLAG_BITS = [2, 1, 4] as const;

/** Returns what became of a packet that passed its point at `at_s`. */
export function fateText(fate: Fate, at_s: number, { links, reasons }: PacketNames): string {
  if (fate.kind === 'in_flight') return PACKET.inFlight;
  const after = quantityText(fate.at_s - at_s, 's', 4);
  if (fate.kind === 'arrived') return fate.at_s === at_s ? PACKET.here : PACKET.arrived(after);
  const where = fate.node === null ? PACKET.accessLink : (links[fate.node] ?? '');
  return PACKET.dropped(where, (reasons[fate.reason] ?? '').toLowerCase(), after);
}
