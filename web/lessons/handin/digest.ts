/**
 * SHA-256 of texts, by which lessons and receipts are compared. Web Crypto is not used: browsers offer it only to pages from
 * `https:` and from this computer.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function digestOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Number of digits of a digest that people read. */
const SHORT = 8;

/** Returns the beginning of a digest, for people. */
export function shortDigest(digest: string): string {
  return digest.slice(0, SHORT);
}
