/** The curves of a chart: those that are kept, and those of runs that were made here. */
import { valueAt } from '../scenario/path';
import type { CaseLine } from '../types/engine';
import type { Artefact, Chart, Kept, KeptPoint, Series } from './artefact';
import { axesOf, isMeant, xOf, xPathOf } from './axes';
import { looksOf, type Look } from './looks';
import { measuresOf } from './measures';

export interface Curve {
  series: Series;
  look: Look;
  /** In ascending order of x; none while there is nothing. */
  points: readonly KeptPoint[];
  /** Of the runs that were made here. */
  live: readonly KeptPoint[];
}

/** Lines of runs by the study they are of. */
export type Lines = ReadonlyMap<string, readonly CaseLine[]>;

/** The series that are drawn. */
export function curvesOf(artefact: Artefact, chart: Chart, kept: Kept | null, lines: Lines): Curve[] {
  const looks = looksOf(chart.series);
  return chart.series
    .filter(({ drawn }) => drawn)
    .map((series) => ({
      series,
      look: looks.get(series.id)!,
      points: kept?.curves.get(series.id) ?? [],
      live: liveOf(artefact, chart, series, lines),
    }));
}

/** What runs came to, each x with the mean of those that are there. */
function liveOf({ studies }: Artefact, chart: Chart, series: Series, lines: Lines): KeptPoint[] {
  const study = series.study === null ? undefined : studies[series.study];
  if (!study) return [];
  const axes = axesOf(study.over);
  const path = xPathOf(chart, series, axes);
  const at = new Map<number, number[]>();
  for (const line of lines.get(series.study!) ?? []) {
    if (!isMeant(series, line.point)) continue;
    for (const { measure, place } of measuresOf(series)) {
      const value = valueOf(line, measure, series);
      if (value === null) continue;
      const x = Number(((place ?? xOf(line.point, path, axes)) / chart.x.per).toPrecision(6));
      at.set(x, [...(at.get(x) ?? []), value]);
    }
  }
  return [...at].sort(([a], [b]) => a - b).map(([x, values]) => ({ x, ...meanOf(values) }));
}

/** The series' figure of a run; null where it failed or has none. */
function valueOf(line: CaseLine, measure: string, { dividedBy, per }: Series): number | null {
  if (!('summary' in line)) return null;
  const value = valueAt(line.summary, measure);
  const by = dividedBy === null ? 1 : valueAt(line.summary, dividedBy);
  if (typeof value !== 'number' || typeof by !== 'number') return null;
  const figure = value / by / per;
  return Number.isFinite(figure) ? figure : null;
}

/** The interval is left to the engine, which knows Student's distribution. */
function meanOf(values: readonly number[]): Omit<KeptPoint, 'x'> {
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    halfWidth: null,
    n: values.length,
  };
}

/** Every x of a chart at which some curve has a point, in ascending order. */
export function placesOf(curves: readonly Curve[]): number[] {
  const all = new Set(curves.flatMap(({ points, live }) => [...points, ...live].map(({ x }) => x)));
  return [...all].sort((a, b) => a - b);
}

/** The point at x, or the nearest; null without any. */
export function nearest<T extends { x: number }>(points: readonly T[], x: number): T | null {
  return points.reduce<T | null>(
    (best, point) => (best === null || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    null,
  );
}
