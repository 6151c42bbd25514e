/**
 * Paired comparison of two experiments over the same seeds: the difference of each pair, its mean, and the 95 % interval.
 *
 * With the same seed both experiments see the same arrivals as far as possible (common random numbers: Law, Simulation
 * Modeling and Analysis, Section 11.2). Pairs with different seeds are independent, so that their differences have a
 * Student interval.
 */
import { valueAt } from '../scenario/path';
import { intervalOf, type Interval } from '../sweep/interval';
import type { CaseLine } from '../types/engine';

/** A measure of both experiments, as means over the pairs. */
export interface Paired {
  baseline: number;
  current: number;
  /** Difference of each pair: current minus baseline. */
  difference: Interval;
}

/** Compares a measure over the seeds for which both have it; null without a pair. */
export function pairedOf(
  baseline: readonly CaseLine[],
  current: readonly CaseLine[],
  path: string,
): Paired | null {
  const known = valuesBySeed(baseline, path);
  const pairs = [...valuesBySeed(current, path)].flatMap(([seed, after]) => {
    const before = known.get(seed);
    return before === undefined ? [] : [{ before, after }];
  });
  if (pairs.length === 0) return null;
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    baseline: mean(pairs.map(({ before }) => before)),
    current: mean(pairs.map(({ after }) => after)),
    difference: intervalOf(pairs.map(({ before, after }) => after - before)),
  };
}

/** Whether the interval excludes 0; null for a single pair, which has no interval. */
export function isDistinguishable({ mean, half }: Interval): boolean | null {
  return half === null ? null : Math.abs(mean) > half;
}

/** Returns the measure by seed, without runs that failed or do not have it. */
function valuesBySeed(lines: readonly CaseLine[], path: string): Map<number, number> {
  const values = new Map<number, number>();
  for (const line of lines) {
    const value = 'summary' in line ? valueAt(line.summary, path) : null;
    if (typeof value === 'number') values.set(line.seed, value);
  }
  return values;
}
