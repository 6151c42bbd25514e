/** Curves of a chart, from the stored result and from runs in this browser. */
import { valueAt } from '../scenario/path';
import type { CaseLine } from '../types/engine';
import type { PaperFigure, Chart, StoredResult, StoredPoint, Series } from './paperFigure';
import { axesOf, matchesSeries, xOf, xPathOf } from './axes';
import { stylesOf, type SeriesStyle } from './styles';
import { measuresOf } from './measures';

/** Series of a chart with its points. */
export interface Curve {
  series: Series;
  style: SeriesStyle;
  /** Points of the stored result or of a model, in ascending order of x. */
  points: readonly StoredPoint[];
  /** Points of runs in this browser, in ascending order of x. */
  live: readonly StoredPoint[];
}

/** Results of runs in this browser, by name of their study. */
export type Lines = ReadonlyMap<string, readonly CaseLine[]>;

/** Returns the drawn series of a chart with their points. */
export function curvesOf(
  figure: PaperFigure,
  chart: Chart,
  result: StoredResult | null,
  lines: Lines,
): Curve[] {
  const styles = stylesOf(chart.series);
  return chart.series
    .filter(({ drawn }) => drawn)
    .map((series) => ({
      series,
      style: styles.get(series.id)!,
      points: result?.curves.get(series.id) ?? [],
      live: liveOf(figure, chart, series, lines),
    }));
}

/** Returns the mean of the finished runs at each x. */
function liveOf({ studies }: PaperFigure, chart: Chart, series: Series, lines: Lines): StoredPoint[] {
  const study = series.study === null ? undefined : studies[series.study];
  if (!study) return [];
  const axes = axesOf(study.over);
  const path = xPathOf(chart, series, axes);
  const byX = new Map<number, number[]>();
  for (const line of lines.get(series.study!) ?? []) {
    if (!matchesSeries(series, line.point)) continue;
    for (const { measure, x: intervalStart } of measuresOf(series)) {
      const value = valueOf(line, measure, series);
      if (value === null) continue;
      const x = Number(((intervalStart ?? xOf(line.point, path, axes)) / chart.x.per).toPrecision(6));
      byX.set(x, [...(byX.get(x) ?? []), value]);
    }
  }
  return [...byX].sort(([a], [b]) => a - b).map(([x, values]) => ({ x, ...meanOf(values) }));
}

/** Returns the value of a series in one run; null if the run failed or has no such value. */
function valueOf(line: CaseLine, measure: string, { dividedBy, per }: Series): number | null {
  if (!('summary' in line)) return null;
  const value = valueAt(line.summary, measure);
  const by = dividedBy === null ? 1 : valueAt(line.summary, dividedBy);
  if (typeof value !== 'number' || typeof by !== 'number') return null;
  const quotient = value / by / per;
  return Number.isFinite(quotient) ? quotient : null;
}

/** Returns the mean without an interval, as only the engine computes Student's distribution. */
function meanOf(values: readonly number[]): Omit<StoredPoint, 'x'> {
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    halfWidth: null,
    n: values.length,
  };
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
