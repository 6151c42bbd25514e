/** Curves of a chart, from the stored result and from runs in this browser. */
import type { Chart, Series, StoredPoint, StoredResult } from '../types/papers';
import { stylesOf, type SeriesStyle } from './styles';

/** Series of a chart with its points. */
export interface Curve {
  series: Series;
  style: SeriesStyle;
  /** Points of the stored result or of a model, in ascending order of x. */
  points: readonly Point[];
  /** Points of runs in this browser, in ascending order of x. */
  live: readonly Point[];
}

/** Mean over replications at one x, with the half-width of its 95 % interval; null for a single value. */
export type Point = Pick<StoredPoint, 'x' | 'mean' | 'half_width' | 'n'>;

/** Points of runs in this browser, by id of their series. */
export type LivePoints = Readonly<Record<string, readonly Point[]>>;

/** Returns the drawn series of a chart with their points. */
export function curvesOf(chart: Chart, result: StoredResult | null, live: LivePoints): Curve[] {
  const styles = stylesOf(chart.series);
  const stored = new Map(result?.curves.map(({ id, points }) => [id, points]));
  return chart.series
    .filter(({ drawn }) => drawn)
    .map((series) => ({
      series,
      style: styles.get(series.id)!,
      points: stored.get(series.id) ?? [],
      live: live[series.id] ?? [],
    }));
}

/** Returns every x at which some curve has a point, in ascending order. */
export function xValuesOf(curves: readonly Curve[]): number[] {
  const all = new Set(curves.flatMap(({ points, live }) => [...points, ...live].map(({ x }) => x)));
  return [...all].sort((a, b) => a - b);
}

/** Returns the point nearest to x; null if there are no points. */
export function nearest<T extends { x: number }>(points: readonly T[], x: number): T | null {
  return points.reduce<T | null>(
    (best, point) => (best === null || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    null,
  );
}
