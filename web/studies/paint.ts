/**
 * Draws the curves of a measure, on the screen or into a file. Each curve has, from back to front: the range of its runs,
 * the 95 % interval of the mean, the runs as short lines, and the mean. Models are drawn over all curves, dashed.
 */
import { roughWidth, type Renderer, type Box, type Marker } from '../plot/renderer';
import {
  addPoint,
  areaShape,
  boxShape,
  lineShape,
  pointsFor,
  segmentsShape,
  type Points,
} from '../plot/shapes';
import type { Color, Theme } from '../plot/theme';
import type { Curve, CurvePoint } from './data';
import type { Axis } from './scale';
import { CHART } from './strings';

/** Style of a curve; dash and marker help people who cannot tell the colors apart. */
export interface CurveStyle {
  color: Color;
  dash: readonly number[];
  marker: Marker;
}

/** Line of a model, or a vertical line at one value of the x axis. */
export interface ModelLine {
  name: string;
  /** x and y of each point; a NaN breaks the line. */
  points: readonly (readonly [number, number])[];
  /** Position of the vertical line; null for a line. */
  at: number | null;
}

/** Contents of a chart. */
export interface Panel {
  title: string;
  x: Axis;
  y: Axis;
  xTitle: string;
  curves: readonly Curve[];
  styles: readonly CurveStyle[];
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

/** Returns the position of a value in pixels. */
export function placeOf(
  { x, y }: Pick<Panel, 'x' | 'y'>,
  plot: Box,
  at: { x: number; y: number },
): [number, number] {
  return [plot.x + x.at(at.x) * plot.width, plot.y + (1 - y.at(at.y)) * plot.height];
}

function styleOf({ styles }: Panel, curve: number): CurveStyle {
  return styles[curve % styles.length] ?? { color: 'ink', dash: [], marker: 'circle' };
}

function paintGrid(renderer: Renderer, panel: Panel, plot: Box): void {
  const { colors } = panel.theme;
  const bottom = plot.y + plot.height;
  for (const { value, label } of panel.y.ticks) {
    const [, at] = placeOf(panel, plot, { x: NaN, y: value });
    renderer.stroke(segmentsShape([plot.x, at, plot.x + plot.width, at]), { color: colors.line, width: 1 });
    renderer.text(plot.x - 6, at, label, { color: colors['ink-3'], align: 'right' });
  }
  renderer.stroke(segmentsShape([plot.x, bottom, plot.x + plot.width, bottom]), {
    color: colors['ink-3'],
    width: 1,
  });
  for (const { value, label } of panel.x.ticks) {
    const at = plot.x + panel.x.at(value) * plot.width;
    renderer.stroke(segmentsShape([at, bottom, at, bottom + 4]), { color: colors['ink-3'], width: 1 });
    renderer.text(at, bottom + 13, label, { color: colors['ink-3'], align: 'center' });
  }
  renderer.text(plot.x + plot.width, bottom + 30, panel.xTitle, { color: colors['ink-2'], align: 'right' });
  if (panel.counts)
    renderer.text(plot.x - 6, bottom - COUNTS_UP, CHART.counts, { color: colors['ink-3'], align: 'right' });
}

function paintBands(
  renderer: Renderer,
  panel: Panel,
  plot: Box,
  { points }: Curve,
  { color: name }: CurveStyle,
): void {
  const color = panel.theme.colors[name];
  const band = (
    lo: (point: CurvePoint) => number,
    hi: (point: CurvePoint) => number,
    alpha: number,
  ): void => {
    const [shape, least] = areaBetween(panel, plot, points, lo, hi);
    renderer.fill(areaShape(shape, least), { color, alpha });
  };
  band(
    ({ min }) => min,
    ({ max }) => max,
    0.13,
  );
  band(
    ({ mean, half }) => mean - (half ?? NaN),
    ({ mean, half }) => mean + (half ?? NaN),
    0.25,
  );
}

/** Returns the area of a band. On a log axis, an end at 0 or below is drawn at the bottom of the plot. */
function areaBetween(
  panel: Panel,
  plot: Box,
  points: readonly CurvePoint[],
  lo: (point: CurvePoint) => number,
  hi: (point: CurvePoint) => number,
): [Points, Float32Array] {
  const top = pointsFor(points.length);
  const base = new Float32Array(points.length);
  points.forEach((point, i) => {
    const [x, y] = placeOf(panel, plot, { x: point.x, y: hi(point) });
    const [, foot] = placeOf(panel, plot, { x: point.x, y: lo(point) });
    addPoint(top, x, y);
    base[i] = Number.isNaN(foot) && !Number.isNaN(lo(point)) ? plot.y + plot.height : foot;
  });
  return [top, base];
}

function paintMeans(renderer: Renderer, panel: Panel, plot: Box, { points }: Curve, style: CurveStyle): void {
  const { colors } = panel.theme;
  const color = colors[style.color];
  const places = points.map(({ x, mean }) => placeOf(panel, plot, { x, y: mean }));
  const runs = points.flatMap(({ x, runs }) =>
    runs.length > 1 ? runs.map(({ y }) => placeOf(panel, plot, { x, y })) : [],
  );
  const dots = runs.flatMap(([x, y]) => (Number.isNaN(y) ? [] : [x - 2, y, x + 2, y]));
  if (dots.length > 0) renderer.stroke(segmentsShape(dots), { color, width: 1.5, alpha: 0.6 });
  const line = pointsFor(places.length);
  for (const [x, y] of places) addPoint(line, x, y);
  renderer.stroke(lineShape(line), { color, width: 2, dash: style.dash });
  const there = places.filter(([, y]) => !Number.isNaN(y));
  renderer.symbols(style.marker, there.flat(), 6, color, colors.surface);
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

function paintModel(renderer: Renderer, panel: Panel, plot: Box, { points, at }: ModelLine): void {
  const stroke = { color: panel.theme.colors.model, width: 1.5, dash: [6, 4] };
  if (at !== null) {
    const x = plot.x + panel.x.at(at) * plot.width;
    renderer.stroke(segmentsShape([x, plot.y, x, plot.y + plot.height]), stroke);
    return;
  }
  const line = pointsFor(points.length);
  for (const [x, y] of points) addPoint(line, ...placeOf(panel, plot, { x, y }));
  renderer.stroke(lineShape(line), stroke);
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
      at === null ? besideLine(placeOf(panel, plot, { x: last![0], y: last![1] })[1], plot) : plot.y + 8;
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
  const [x, y] = placeOf(panel, plot, { x: point.x, y: run?.y ?? point.mean });
  if (Number.isNaN(y)) return;
  renderer.stroke(segmentsShape([x, plot.y, x, plot.y + plot.height]), {
    color: theme.colors['ink-3'],
    width: 1,
    dash: [2, 3],
  });
  renderer.symbols(styleOf(panel, marked.curve).marker, [x, y], 10, theme.colors.surface, theme.colors.ink);
}

/** Fills the background of an image. */
export function paintBackground(renderer: Renderer, width: number, height: number, theme: Theme): void {
  renderer.fill(boxShape({ x: 0, y: 0, width, height }), { color: theme.colors.surface });
}
