/**
 * Raw deflate (RFC 1951) with a limit on what comes out.
 *
 * Deflate can grow a thousandfold, so a short hostile link could ask for gigabytes. We feed the
 * decoder a little at a time and stop as soon as the limit is passed: never more than the limit and one
 * piece's worth (about 260 kB) is held.
 */
import { deflateSync, Inflate } from 'fflate';

/** Largest scenario text that a link may hold, bytes. */
export const MAX_INFLATED_BYTES = 200_000;

export type Inflated = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'too_big' | 'broken' };

export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, mem: 9 });
}

export function inflate(deflated: Uint8Array, limit = MAX_INFLATED_BYTES): Inflated {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const decoder = new Inflate((piece) => {
    length += piece.length;
    if (length <= limit) pieces.push(piece);
  });
  try {
    for (let start = 0; start < deflated.length; start += PIECE) {
      const end = start + PIECE;
      decoder.push(deflated.subarray(start, end), end >= deflated.length);
      if (length > limit) return { ok: false, reason: 'too_big' };
    }
  } catch {
    return { ok: false, reason: 'broken' };
  }
  return { ok: true, bytes: joined(pieces, length) };
}

/** Bytes given to the decoder at once. */
const PIECE = 256;

function joined(pieces: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
