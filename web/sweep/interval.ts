/**
 * Mean of several replications with its 95 % confidence interval, computed as in the engine's `study::interval`; for
 * charts that change with every line.
 *
 * Replications are independent of each other, so that their mean has a Student distribution about the true one
 * (Law, Simulation Modeling and Analysis, Section 9.4.1). Quantiles: Abramowitz and Stegun, 26.7.3 to 26.7.5.
 */

/** Mean, interval and range of some values. */
export interface Interval {
  n: number;
  mean: number;
  /** Half-width of the 95 % interval of the mean; null for a single value. */
  half: number | null;
  min: number;
  max: number;
}

/** Computes the interval of at least one value. */
export function intervalOf(values: readonly number[]): Interval {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = n > 1 ? quantile(n - 1) * Math.sqrt(squares / (n - 1) / n) : null;
  return { n, mean, half, min: Math.min(...values), max: Math.max(...values) };
}

/** Returns the two-sided 95 % quantile of Student's t; `freedom` is at least 1. */
export function quantile(freedom: number): number {
  const known = QUANTILES.get(freedom);
  if (known !== undefined) return known;
  const value = freedom > 1000 ? Z + (Z ** 3 + Z) / (4 * freedom) : bisected(freedom);
  QUANTILES.set(freedom, value);
  return value;
}

const QUANTILES = new Map<number, number>();
/** Two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;

function bisected(freedom: number): number {
  let [low, high] = [0, 13];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability that |T| is at most t. */
function within(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cos : 1;
  let sum = 0;
  for (let factor = isOdd ? 2 : 1; factor <= freedom; factor += 2) {
    sum += term;
    term *= (factor / (factor + 1)) * cos * cos;
  }
  if (!isOdd) return sin * sum;
  return (2 / Math.PI) * (freedom === 1 ? angle : angle + sin * sum);
}
