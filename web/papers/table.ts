/** Values of a chart as rows: one row for each x at which some curve has a point. */
import { csvText, safeCell } from '../sweep/csv';
import type { Chart } from '../types/papers';
import { xValuesOf, type Curve, type Point } from './curves';
import { axisText } from './format';

/** Row of a chart's table. */
export interface Row {
  x: number;
  /** Points of each curve, in order: of the stored result, and of runs in this browser. */
  cells: { stored: Point | null; live: Point | null }[];
}

/** Returns the rows in ascending order of x. */
export function rowsOf(curves: readonly Curve[]): Row[] {
  const byX = curves.map(({ points, live }) => ({ stored: indexed(points), live: indexed(live) }));
  return xValuesOf(curves).map((x) => ({
    x,
    cells: byX.map(({ stored, live }) => ({ stored: stored.get(x) ?? null, live: live.get(x) ?? null })),
  }));
}

function indexed(points: readonly Point[]): Map<number, Point> {
  return new Map(points.map((point) => [point.x, point]));
}

/** Returns CSV text with a line for each point: series, x, mean, half-width of the 95 % interval, replications, origin. */
export function csvOf(chart: Chart, curves: readonly Curve[]): string {
  const header = ['series', axisText(chart.x), axisText(chart.y), 'half_width_95', 'n', 'made'];
  const rows = curves.flatMap(({ series, points, live }) => {
    const linesOf = (of: readonly Point[], origin: string): unknown[][] =>
      of.map(({ x, mean, half_width, n }) => [
        series.label,
        nameOf(chart, x),
        mean,
        half_width ?? '',
        n,
        origin,
      ]);
    return [...linesOf(points, series.model === null ? 'stored' : 'model'), ...linesOf(live, 'browser')];
  });
  return csvText(
    [header, ...rows].map((row) => row.map((cell) => (typeof cell === 'string' ? safeCell(cell) : cell))),
  );
}

function nameOf({ x: { categories } }: Chart, x: number): string | number {
  return categories[Math.round(x) - 1] ?? x;
}
