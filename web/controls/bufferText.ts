/**
 * Texts of a buffer: `100 packets`, `30 kB`, `2 ms` (time to drain), `0.1 BDP`, `2 BDP/√N`.
 *
 * The limit of a queue counts packets or bytes. Other units are converted with the rate of the link, the packet size and
 * the round-trip time (`buffer.ts`).
 */
import { limitFrom, type BufferContext, type BufferUnit } from './buffer';
import { BUFFER_TEXT } from './lazyStrings';
import { parseQuantity, type Parsed } from './quantity';
import { toWholePackets, type PacketSizes } from './wholePackets';

/** Queue that a text is read for. */
export interface BufferPlace {
  context: BufferContext;
  /** Unit of the limit that is set. */
  counted: 'packets' | 'bytes';
  /** Sizes of the packets that wait there; null if they are not known. */
  sizes: PacketSizes | null;
}

/** Reads a text as a limit in the unit of `place`; a number without a unit is in that unit. */
export function readBuffer(text: string, place: BufferPlace): Parsed {
  const { context, counted } = place;
  const own = parseQuantity(text, counted === 'bytes' ? 'B' : 'packets');
  if (own.ok) return own;
  const read = amountIn(text);
  if (!read) return { ok: false, message: BUFFER_TEXT.examples(own.message) };
  const limit = limitFrom(read.unit, read.amount, context, counted);
  if (!limit) {
    return { ok: false, message: BUFFER_TEXT.noBdp(text) };
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
  const isExact = read.unit === 'bytes' || !place.sizes;
  return {
    ok: true,
    value: isExact ? limit.limit_bytes : toWholePackets(limit.limit_bytes, place.sizes!.largest),
  };
}

/** Returns the unit and the amount of a text; null if it has no unit of a buffer. */
export function amountIn(text: string): { unit: BufferUnit; amount: number } | null {
  const multiple = /^(.*?)\s*[×x*]?\s*BDP\s*(\/\s*(?:√N|√n|sqrt\(?[nN]\)?))?$/i.exec(text.trim());
  if (multiple) {
    const amount = parseQuantity(multiple[1] === '' ? '1' : multiple[1]!, '');
    return amount.ok && amount.value >= 0
      ? { unit: multiple[2] === undefined ? 'bdp' : 'bdp_sqrt_n', amount: amount.value }
      : null;
  }
  // A number without letters has no unit.
  if (!/[a-zµμ]/i.test(text)) return null;
  for (const [bufferUnit, unit] of UNITS) {
    const read = parseQuantity(text, unit);
    if (read.ok && read.value >= 0) return { unit: bufferUnit, amount: read.value };
  }
  return null;
}

const UNITS = [
  ['packets', 'packets'],
  ['bytes', 'B'],
  ['time', 's'],
] as const;
