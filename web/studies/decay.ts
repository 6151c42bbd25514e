/**
 * Decay of a share of time as a buffer grows: B* of P(B) = exp(−B/B*) (vishwanath-2011 Equation 1), fitted to the
 * logarithms of the means by least squares.
 */
import { figure } from '../controls/quantity';
import type { Unit } from '../engine/catalog';
import type { CurvePoint } from './data';
import type { Measure } from './measures';
import { FINDING } from './strings';

/** Exponential decay fitted to the means of a curve. */
export interface Decay {
  /** B*, in the unit of the x axis. */
  scale: number;
  /** Least and greatest x of the points used, which are those with a mean above 0, and their number. */
  from: number;
  to: number;
  n: number;
  /** Share of the variance of the logarithms that the fit explains, 0 to 1. */
  r2: number;
}

/** Fits the decay; null for fewer than three points above 0, or if they do not fall. */
export function decayOf(points: readonly Pick<CurvePoint, 'x' | 'mean'>[]): Decay | null {
  const seen = points.filter(({ mean }) => mean > 0).map(({ x, mean }) => [x, Math.log(mean)] as const);
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last || seen.length < 3) return null;
  const mean = (at: 0 | 1): number => seen.reduce((sum, point) => sum + point[at], 0) / seen.length;
  const [x, y] = [mean(0), mean(1)];
  const moment = (one: 0 | 1, other: 0 | 1): number =>
    seen.reduce((sum, point) => sum + (point[one] - [x, y][one]!) * (point[other] - [x, y][other]!), 0);
  const slope = moment(0, 1) / moment(0, 0);
  if (!(slope < 0)) return null;
  return {
    scale: -1 / slope,
    from: first[0],
    to: last[0],
    n: seen.length,
    r2: (slope * moment(0, 1)) / moment(1, 1),
  };
}

/** Describes the decay of the probability that no TCP packet is queued; empty for any other measure. */
export function decayText(points: readonly CurvePoint[], { path }: Measure, unit: Unit): string {
  if (!path.endsWith('.no_tcp_probability')) return '';
  const decay = decayOf(points);
  if (!decay) return '';
  const { scale, from, to, n, r2 } = decay;
  const [per, least, most] = [scale, from, to].map((value) => figure(value, unit, 3));
  return FINDING.decay(per!, n, least!, most!, r2.toFixed(3));
}
