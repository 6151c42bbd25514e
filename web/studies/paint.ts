/**
 * Draws the curves of a measure, on the screen or into a file. Each curve has, from back to front: the range of its runs,
 * the 95 % interval of the mean, the runs as short lines, and the mean. Models are drawn over all curves, dashed.
 */
import { paintAxes } from '../plot/axes';
import { paintBand, paintLine, paintStroke } from '../plot/marks';
import type { LineStyle, Position, Span } from '../plot/marks';
import { roughWidth, type Box, type Renderer } from '../plot/renderer';
import { boxShape, segmentsShape } from '../plot/shapes';
import type { Theme } from '../plot/theme';
import type { Curve, CurvePoint } from './data';
import type { Axis } from './scale';
import { CHART } from './strings';

/** Line of a model, or a vertical line at one value of the x axis. */
export interface ModelLine {
  name: string;
  /** x and y of each point; a NaN breaks the line. */
  points: readonly (readonly [number, number])[];
  /** Position of the vertical line; null for a line. */
  at: number | null;
  /** Whether the line is a bound, such as a target: solid, as the lines of models are dashed. */
  isBound?: boolean;
}

/** Contents of a chart. */
export interface Panel {
  title: string;
  x: Axis;
  y: Axis;
  xTitle: string;
  curves: readonly Curve[];
  styles: readonly LineStyle[];
  models: readonly ModelLine[];
  /** Names of selected models without a value within the axes. */
  outside: readonly string[];
  /** Indices of the selected curve, point and run; null without a selection. */
  marked: { curve: number; point: number; run: number | null } | null;
  /** Whether the number of runs is written below each point. */
  counts: boolean;
  theme: Theme;
}

/** Distance in pixels from the x axis up to the numbers of runs. */
const COUNTS_UP = 15;

/** Returns the plot within an image of this size. */
export function plotOf(width: number, height: number): Box {
  return { x: 52, y: 10, width: Math.max(60, width - 52 - 14), height: Math.max(60, height - 10 - 40) };
}

/** Draws a chart within `plot`. */
export function paintPanel(renderer: Renderer, panel: Panel, plot: Box): void {
  paintGrid(renderer, panel, plot);
  renderer.clipped({ x: plot.x - 6, y: plot.y - 6, width: plot.width + 12, height: plot.height + 12 }, () => {
    panel.curves.forEach((curve, i) => paintBands(renderer, panel, plot, curve, styleOf(panel, i)));
    panel.curves.forEach((curve, i) => paintMeans(renderer, panel, plot, curve, styleOf(panel, i)));
    for (const model of panel.models) paintModel(renderer, panel, plot, model);
    if (panel.counts) for (const { points } of panel.curves) paintCounts(renderer, panel, plot, points);
    paintMarked(renderer, panel, plot);
  });
  paintModelNames(renderer, panel, plot);
}

/** Returns the position of a pair of values in pixels. */
export function placeOf(panel: Pick<Panel, 'x' | 'y'>, plot: Box, x: number, y: number): Position {
  return [plot.x + panel.x.at(x) * plot.width, plot.y + (1 - panel.y.at(y)) * plot.height];
}

function styleOf({ styles }: Panel, curve: number): LineStyle {
  return styles[curve % styles.length] ?? { color: 'ink', dash: [], marker: 'circle' };
}

function paintGrid(renderer: Renderer, panel: Panel, plot: Box): void {
  const axes = {
    title: panel.xTitle,
    x: panel.x.ticks.map(({ value, label }) => ({ at: placeOf(panel, plot, value, NaN)[0], label })),
    y: panel.y.ticks.map(({ value, label }) => ({ at: placeOf(panel, plot, NaN, value)[1], label })),
  };
  paintAxes(renderer, axes, plot, panel.theme);
  const [right, bottom] = [plot.x - 6, plot.y + plot.height - COUNTS_UP];
  const style = { color: panel.theme.colors['ink-3'], align: 'right' } as const;
  if (panel.counts) renderer.text(right, bottom, CHART.counts, style);
}

function paintBands(renderer: Renderer, panel: Panel, plot: Box, { points }: Curve, style: LineStyle): void {
  const color = panel.theme.colors[style.color];
  const spans = (endsOf: (point: CurvePoint) => [number, number]): Span[] =>
    points.map((point) => spanOf(panel, plot, point.x, endsOf(point)));
  paintBand(
    renderer,
    spans(({ min, max }) => [min, max]),
    color,
    0.13,
  );
  paintBand(
    renderer,
    spans(({ mean, half }) => [mean - (half ?? NaN), mean + (half ?? NaN)]),
    color,
    0.25,
  );
}

/** Returns an interval of values in pixels. On a log axis, an end at 0 or below is drawn at the bottom of the plot. */
function spanOf(panel: Panel, plot: Box, at: number, [lo, hi]: [number, number]): Span {
  const [x, high] = placeOf(panel, plot, at, hi);
  const [, low] = placeOf(panel, plot, at, lo);
  return [x, Number.isNaN(low) && !Number.isNaN(lo) ? plot.y + plot.height : low, high];
}

function paintMeans(renderer: Renderer, panel: Panel, plot: Box, { points }: Curve, style: LineStyle): void {
  const color = panel.theme.colors[style.color];
  const runs = points.flatMap(({ x, runs }) =>
    runs.length > 1 ? runs.map(({ y }) => placeOf(panel, plot, x, y)) : [],
  );
  const dots = runs.flatMap(([x, y]) => (Number.isNaN(y) ? [] : [x - 2, y, x + 2, y]));
  if (dots.length > 0) renderer.stroke(segmentsShape(dots), { color, width: 1.5, alpha: 0.6 });
  const places = points.map(({ x, mean }) => placeOf(panel, plot, x, mean));
  paintLine(renderer, places, style, panel.theme);
}

/** Writes the number of runs of each point where there is space. */
function paintCounts(renderer: Renderer, panel: Panel, plot: Box, points: readonly CurvePoint[]): void {
  let last = -Infinity;
  for (const { x, n } of points) {
    const at = plot.x + panel.x.at(x) * plot.width;
    if (at - last < roughWidth(String(n)) + 6) continue;
    last = at;
    const { colors } = panel.theme;
    const style = { color: colors['ink-3'], align: 'center', halo: colors.surface } as const;
    renderer.text(at, plot.y + plot.height - COUNTS_UP, String(n), style);
  }
}

function paintModel(renderer: Renderer, panel: Panel, plot: Box, { points, at, isBound }: ModelLine): void {
  const { colors } = panel.theme;
  const stroke = isBound
    ? { color: colors['ink-2'], width: 1.5, dash: [] }
    : { color: colors.model, width: 1.5, dash: [6, 4] };
  if (at !== null) {
    const x = plot.x + panel.x.at(at) * plot.width;
    renderer.stroke(segmentsShape([x, plot.y, x, plot.y + plot.height]), stroke);
    return;
  }
  paintStroke(
    renderer,
    points.map(([x, y]) => placeOf(panel, plot, x, y)),
    stroke,
  );
}

/** Writes the name of a model at the end of its line, below other names that would overlap. */
function paintModelNames(renderer: Renderer, panel: Panel, plot: Box): void {
  const { colors } = panel.theme;
  const taken: number[] = [];
  for (const { name, points, at } of panel.models) {
    const last = points.findLast(([, y]) => !Number.isNaN(y));
    if (at === null && !last) continue;
    const x = at === null ? plot.x + plot.width : plot.x + panel.x.at(at) * plot.width;
    const preferred =
      at === null ? besideLine(placeOf(panel, plot, last![0], last![1])[1], plot) : plot.y + 8;
    let y = Math.min(plot.y + plot.height - 24, Math.max(plot.y + 8, preferred));
    while (taken.some((other) => Math.abs(other - y) < 14)) y += 14;
    taken.push(y);
    const style = { color: colors.ink, halo: colors.surface } as const;
    const isRight = at === null || x > plot.x + plot.width / 2;
    renderer.text(isRight ? x - 4 : x + 4, y, name, { ...style, align: isRight ? 'right' : 'left' });
  }
}

/** Returns a position above a line that ends at `y`, or below it if there is no space above. */
function besideLine(y: number, plot: Box): number {
  return y - 10 < plot.y + 8 ? y + 11 : y - 10;
}

function paintMarked(renderer: Renderer, panel: Panel, plot: Box): void {
  const { marked, theme } = panel;
  const point = marked && panel.curves[marked.curve]?.points[marked.point];
  if (!marked || !point) return;
  const run = marked.run === null ? undefined : point.runs[marked.run];
  const [x, y] = placeOf(panel, plot, point.x, run?.y ?? point.mean);
  if (Number.isNaN(y)) return;
  renderer.stroke(segmentsShape([x, plot.y, x, plot.y + plot.height]), {
    color: theme.colors['ink-3'],
    width: 1,
    dash: [2, 3],
  });
  renderer.symbols(
    styleOf(panel, marked.curve).marker ?? 'circle',
    [x, y],
    10,
    theme.colors.surface,
    theme.colors.ink,
  );
}

/** Fills the background of an image. */
export function paintBackground(renderer: Renderer, width: number, height: number, theme: Theme): void {
  renderer.fill(boxShape({ x: 0, y: 0, width, height }), { color: theme.colors.surface });
}
