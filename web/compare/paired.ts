/**
 * Two experiments over the same seeds, figure by figure: the difference of each pair, its mean, and how well that is
 * known.
 *
 * With the same seed both see the same arrivals, as far as what differs lets them (common random numbers: Law,
 * Simulation Modeling and Analysis, Section 11.2). Pairs with different seeds are independent of each other, so that
 * their differences have a Student interval; how long a run is, or how it swings, does not matter to that.
 */
import { valueAt } from '../scenario/path';
import { intervalOf, type Interval } from '../study/interval';
import type { CaseLine } from '../types/engine';

/** A figure of both, as means over the pairs. */
export interface Paired {
  kept: number;
  front: number;
  /** Of `front` less `kept`. */
  difference: Interval;
}

/** What a figure comes to over the seeds that both have it for; null where there is no pair. */
export function pairedOf(kept: readonly CaseLine[], front: readonly CaseLine[], path: string): Paired | null {
  const known = figuresOf(kept, path);
  const pairs = [...figuresOf(front, path)].flatMap(([seed, after]) => {
    const before = known.get(seed);
    return before === undefined ? [] : [{ before, after }];
  });
  if (pairs.length === 0) return null;
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    kept: mean(pairs.map(({ before }) => before)),
    front: mean(pairs.map(({ after }) => after)),
    difference: intervalOf(pairs.map(({ before, after }) => after - before)),
  };
}

/** Whether the interval leaves out 0; null of a single pair, which has none. */
export function isDistinguishable({ mean, half }: Interval): boolean | null {
  return half === null ? null : Math.abs(mean) > half;
}

/** By seed; runs that failed and figures that do not apply are left out. */
function figuresOf(lines: readonly CaseLine[], path: string): Map<number, number> {
  const figures = new Map<number, number>();
  for (const line of lines) {
    const value = 'summary' in line ? valueAt(line.summary, path) : null;
    if (typeof value === 'number') figures.set(line.seed, value);
  }
  return figures;
}
