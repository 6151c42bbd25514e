/** Scale of the y axis of a figure. */
import { extent, scaleOf, scaleOver, type Scale } from '../plot/scale';
import type { Scale as Spacing } from '../types/papers';

/** Returns a scale of y. A linear scale starts at 0 if the values come near 0, so that small values look small. */
export function scaleOfY(values: readonly number[], requested: Spacing): Scale {
  const [lo, hi] = extent(values.filter(Number.isFinite));
  if (requested === 'log' || !(lo >= 0) || lo > 0.5 * hi) return scaleOver(values, requested, 0.06);
  return scaleOf('linear', 0, (hi || 1) * 1.06);
}
