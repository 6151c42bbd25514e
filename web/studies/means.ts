/** CSV table of the points of a study: the mean of each measure with its interval. */
import { csvText } from '../sweep/csv';
import { intervalOf } from '../sweep/interval';
import type { CaseLine } from '../types/engine';
import { measured } from './measures';

/**
 * Writes one row per point: the varied parameters, the number of runs, and for each measure `_mean`, `_half_width_95`
 * (empty for a single run), `_n`, `_min` and `_max`, in base units.
 */
export function meansCsvOf(
  lines: readonly CaseLine[],
  paths: readonly string[],
  measures: readonly string[],
): string {
  const points = new Map<string, CaseLine[]>();
  for (const line of lines) {
    const key = JSON.stringify(line.point);
    points.set(key, [...(points.get(key) ?? []), line]);
  }
  const header = [...paths, 'runs', ...measures.flatMap((name) => PARTS.map((part) => `${name}_${part}`))];
  const rows = [...points.values()].map((runs) => [
    ...paths.map((path) => runs[0]?.point[path]),
    runs.length,
    ...measures.flatMap((path) => partsOf(runs.map((line) => measured(line, path)))),
  ]);
  return csvText([header, ...rows], '\n');
}

const PARTS = ['mean', 'half_width_95', 'n', 'min', 'max'] as const;

function partsOf(values: readonly (number | null)[]): (number | null)[] {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return [null, null, 0, null, null];
  const { mean, half, n, min, max } = intervalOf(numbers);
  return [mean, half, n, min, max];
}
