/** Distance of dragging for a factor of ten, pixels. */
const DECADE = 160;

/**
 * Returns `value` after dragging by `dx` pixels, with two significant digits. Zero starts at `least`, and values below
 * half of `least` become zero. Whole numbers stay whole.
 */
export function scrubbed(value: number, dx: number, least: number, whole: boolean): number {
  const raw = Math.max(value, least) * 10 ** (dx / DECADE);
  if (raw < least / 2) return 0;
  const rounded = Number(raw.toPrecision(2));
  return whole ? Math.round(rounded) : rounded;
}
