/**
 * CRC-32 (ISO-HDLC, the one of gzip and PNG) of ASCII text, as eight hexadecimal digits.
 *
 * It tells a link that was cut or altered on its way from one that never was a link of ours. It is no
 * protection against people who mean harm: what the link holds is validated all the same.
 */
export function checksum(ascii: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < ascii.length; i++) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ ascii.charCodeAt(i)) & 0xff] ?? 0);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
