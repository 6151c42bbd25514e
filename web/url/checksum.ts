/**
 * Returns the CRC-32 (ISO-HDLC, as in gzip and PNG) of ASCII text, as eight hexadecimal digits.
 *
 * It distinguishes a link that was cut or altered from a text that is no link. It does not protect against attacks: the
 * content of a link is validated in any case.
 */
export function checksum(ascii: string): string {
  const crc = crcOf(ascii.length, (i) => ascii.charCodeAt(i));
  return crc.toString(16).padStart(8, '0');
}

/** Returns the CRC-32 of bytes as a number (PNG, Annex D). */
export function crc32(bytes: Uint8Array): number {
  return crcOf(bytes.length, (i) => bytes[i] ?? 0);
}

function crcOf(length: number, byteAt: (i: number) => number): number {
  let crc = 0xffffffff;
  for (let i = 0; i < length; i++) crc = (crc >>> 8) ^ (TABLE[(crc ^ byteAt(i)) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
