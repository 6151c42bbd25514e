/**
 * A buffer as people write it: `100 packets`, `30 kB`, `2 ms` (time to drain), `0.1 BDP`, `2 BDP/√N`.
 *
 * The queue counts its limit in packets or bytes; the other names are converted with the link's rate, the packet size
 * and the round-trip time (`buffer.ts`).
 */
import { limitFrom, type BufferContext, type BufferName } from './buffer';
import { parseQuantity, type Parsed } from './quantity';
import { toWholePackets, type PacketSizes } from './wholePackets';

/** What a text means for one queue. */
export interface BufferPlace {
  context: BufferContext;
  /** What the limit that is set counts. */
  counted: 'packets' | 'bytes';
  /** Of the packets that wait there; null where nothing is known of them. */
  sizes: PacketSizes | null;
}

/** A text as a limit in the unit in which `place` counts; a bare number is in that unit. */
export function readBuffer(text: string, place: BufferPlace): Parsed {
  const { context, counted } = place;
  const own = parseQuantity(text, counted === 'bytes' ? 'B' : 'packets');
  if (own.ok) return own;
  const named = nameIn(text);
  if (!named) return { ok: false, message: `${own.message} Or 2 ms, or 0.1 BDP.` };
  const limit = limitFrom(named.name, named.amount, context, counted);
  if (!limit) {
    return { ok: false, message: `“${text}”: no TCP flow crosses this queue, so there is no BDP.` };
  }
  if ('limit_packets' in limit) {
    return {
      ok: true,
      value: counted === 'packets' ? limit.limit_packets : limit.limit_packets * context.packet_bytes,
    };
  }
  if (counted === 'packets') {
    return { ok: true, value: Math.max(1, Math.round(limit.limit_bytes / context.packet_bytes)) };
  }
  const isExact = named.name === 'bytes' || !place.sizes;
  return {
    ok: true,
    value: isExact ? limit.limit_bytes : toWholePackets(limit.limit_bytes, place.sizes!.largest),
  };
}

/** Which name a text uses, and how much of it; null where it is none. */
export function nameIn(text: string): { name: BufferName; amount: number } | null {
  const multiple = /^(.*?)\s*[×x*]?\s*BDP\s*(\/\s*(?:√N|√n|sqrt\(?[nN]\)?))?$/i.exec(text.trim());
  if (multiple) {
    const amount = parseQuantity(multiple[1] === '' ? '1' : multiple[1]!, '');
    return amount.ok && amount.value >= 0
      ? { name: multiple[2] === undefined ? 'bdp' : 'bdp_sqrt_n', amount: amount.value }
      : null;
  }
  // A bare number has no name.
  if (!/[a-zµμ]/i.test(text)) return null;
  for (const [name, unit] of NAMES) {
    const read = parseQuantity(text, unit);
    if (read.ok && read.value >= 0) return { name, amount: read.value };
  }
  return null;
}

const NAMES = [
  ['packets', 'packets'],
  ['bytes', 'B'],
  ['time', 's'],
] as const;
