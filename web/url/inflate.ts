/**
 * Raw deflate (RFC 1951) with a limit of the output.
 *
 * Inflated data can be a thousand times as long, so that a short hostile link could need gigabytes. The decoder gets
 * small pieces of input and stops when the limit is passed, so that it holds at most the limit and the output of one
 * piece (about 260 kB).
 */
import { deflateSync, Inflate } from 'fflate';

/** Largest scenario text in a link, bytes. */
export const MAX_INFLATED_BYTES = 200_000;

/** The bytes, or why there are none. */
export type Inflated = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'too_big' | 'broken' };

/** Returns the compressed bytes. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, mem: 9 });
}

/** Decompresses bytes up to a limit of the output, bytes. */
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

/** Size of a piece of input, bytes. */
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
