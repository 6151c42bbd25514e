/** A text as a QR code (ISO/IEC 18004), black on white in every theme, as cameras expect. Loaded by `LazyQr.tsx`. */
import { encode } from 'uqr';
import './qr.css';

/** Length of a text that fits into a QR code at the lowest level of error correction, bytes (ISO/IEC 18004, Table 7). */
export const QR_BYTES = 2_953;

/** White modules around the code, as the standard asks. */
const QUIET = 4;

/** QR code that fills the width of its parent. `label` says what it leads to. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrShape(text);
  if (code === null) return null;
  return (
    <svg className="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path className="qr-ground" d={`M0 0H${code.size}V${code.size}H0Z`} />
      <path d={code.path} shapeRendering="crispEdges" />
    </svg>
  );
}

/** Returns the modules of a text as an SVG path with its size; null if the text is too long. */
export function qrShape(text: string): { size: number; path: string } | null {
  if (!fitsQr(text)) return null;
  const { size, data } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { size, path: rows.join('') };
}

/** Returns whether a text fits into a QR code. */
export function fitsQr(text: string): boolean {
  return new TextEncoder().encode(text).length <= QR_BYTES;
}
