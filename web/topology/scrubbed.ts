/** Pixels of dragging that make a quantity ten times as large. */
const DECADE = 160;

/**
 * `value` dragged by `dx` pixels, to two significant digits; 0 starts at `least` and what falls below
 * half of `least` is 0. Whole numbers stay whole.
 */
export function scrubbed(value: number, dx: number, least: number, whole: boolean): number {
  const raw = Math.max(value, least) * 10 ** (dx / DECADE);
  if (raw < least / 2) return 0;
  const rounded = Number(raw.toPrecision(2));
  return whole ? Math.round(rounded) : rounded;
}
