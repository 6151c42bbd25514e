/** The figures of a chart as rows: one for each x at which some curve has a point. */
import type { Chart, KeptPoint } from './artefact';
import { placesOf, type Curve } from './curves';
import { axisText } from './words';

export interface Row {
  x: number;
  /** Of each curve, in their order: kept, and made here. */
  cells: { kept: KeptPoint | null; live: KeptPoint | null }[];
}

export function rowsOf(curves: readonly Curve[]): Row[] {
  const byX = curves.map(({ points, live }) => ({ kept: indexed(points), live: indexed(live) }));
  return placesOf(curves).map((x) => ({
    x,
    cells: byX.map(({ kept, live }) => ({ kept: kept.get(x) ?? null, live: live.get(x) ?? null })),
  }));
}

function indexed(points: readonly KeptPoint[]): Map<number, KeptPoint> {
  return new Map(points.map((point) => [point.x, point]));
}

/** A line for each point: series, x, mean, half-width of its 95 % interval, replications, and where it was made. */
export function csvOf(chart: Chart, curves: readonly Curve[]): string {
  const header = ['series', axisText(chart.x), axisText(chart.y), 'half_width_95', 'n', 'made'];
  const rows = curves.flatMap(({ series, points, live }) => {
    const made = (of: readonly KeptPoint[], how: string): unknown[][] =>
      of.map(({ x, mean, halfWidth, n }) => [series.label, nameOf(chart, x), mean, halfWidth ?? '', n, how]);
    return [...made(points, series.model === null ? 'kept' : 'model'), ...made(live, 'here')];
  });
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function nameOf({ x: { categories } }: Chart, x: number): string | number {
  return categories[Math.round(x) - 1] ?? x;
}

/** RFC 4180, 2.5 to 2.7; a text that a spreadsheet would take for a formula gets an apostrophe. */
function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = String(value).replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
