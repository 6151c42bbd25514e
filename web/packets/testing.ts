/** Packets for tests. */
import type { Packet } from './packet';

/** Returns a segment of 1,000 bytes that arrived after 20 ms, with other fields if given. */
export function packet(place: number, other: Partial<Packet> = {}): Packet {
  const at_s = place / 10;
  return {
    place,
    at_s,
    kind: 'segment',
    connection: 0,
    number: place,
    start: 1 + 1000 * place,
    end: 1001 + 1000 * place,
    windowEnd: NaN,
    blocks: [],
    bytes: 1052,
    marked: false,
    flags: 0,
    fate: { kind: 'arrived', at_s: at_s + 0.02 },
    ...other,
  };
}

/** Returns an acknowledgment of everything before a byte. */
export function ack(place: number, number: number, other: Partial<Packet> = {}): Packet {
  return packet(place, {
    kind: 'ack',
    start: number,
    end: number,
    windowEnd: number + 5000,
    bytes: 52,
    ...other,
  });
}
