/** Drawing of a chart for a saved file: title, legend, plot, and its origin. */
import { line, area } from 'd3-shape';
import { roughWidth, type Renderer, type Shape } from '../plot/renderer';
import { boxShape, segmentsShape } from '../plot/shapes';
import { PAPER } from '../plot/theme';
import type { Origin } from '../url/carried';
import type { PaperFigure, Chart, StoredResult } from './paperFigure';
import type { Curve } from './curves';
import { paperOf } from './library';
import { plotOf, type Position, type PlacedCurve, type Plot } from './plot';
import { axisText, checkedText } from './format';

/** Chart to draw, with its figure and result. */
export interface Drawn {
  figure: PaperFigure;
  result: StoredResult | null;
  chart: Chart;
  curves: readonly Curve[];
}

/** Size of the drawing, CSS pixels. */
export const PAPER_WIDTH = 900;
/** Height of the drawing, CSS pixels. */
export const PAPER_HEIGHT = 520;

const { colors } = PAPER;
const HEAD = 34;
const ROW = 20;
const FOOT = 40;

/** Draws a chart with a renderer for canvas or SVG. */
export function paintFigure(
  renderer: Renderer,
  { figure, result, chart, curves }: Drawn,
  { link }: Origin,
): void {
  renderer.fill(boxShape({ x: 0, y: 0, width: PAPER_WIDTH, height: PAPER_HEIGHT }), {
    color: colors.surface,
  });
  renderer.text(12, 18, chart.title, { color: colors.ink, bold: true, size: 15 });
  const rows = legendRows(curves);
  rows.forEach((row, i) => {
    for (const { curve, x } of row) paintKey(renderer, curve, x, HEAD + i * ROW + ROW / 2);
  });
  const down = HEAD + rows.length * ROW + ROW;
  renderer.text(12, down - ROW / 2, axisText(chart.y), { color: colors['ink-2'] });
  const plot = moved(plotOf(chart, curves, PAPER_WIDTH, PAPER_HEIGHT - down - FOOT), down);
  paintAxes(renderer, plot, axisText(chart.x));
  renderer.clipped(plot.box, () => {
    for (const placed of plot.curves) paintCurve(renderer, placed);
  });
  const from = [`${paperOf(figure.paper).cited}, ${figure.source}`, result ? checkedText(result) : ''];
  const gray = { color: colors['ink-3'] };
  renderer.text(12, PAPER_HEIGHT - 26, from.filter(Boolean).join(' · '), gray);
  if (link !== null) renderer.text(12, PAPER_HEIGHT - 10, link, gray);
}

interface Key {
  curve: Curve;
  x: number;
}

/** Breaks the legend into rows, by estimated text widths. */
function legendRows(curves: readonly Curve[]): Key[][] {
  const rows: Key[][] = [];
  let x = Infinity;
  for (const curve of curves) {
    const width = 52 + roughWidth(curve.series.label);
    if (x + width > PAPER_WIDTH - 12) {
      rows.push([]);
      x = 12;
    }
    rows.at(-1)!.push({ curve, x });
    x += width;
  }
  return rows;
}

function paintKey(renderer: Renderer, { style, series }: Curve, x: number, y: number): void {
  const color = colors[style.color];
  renderer.stroke(segmentsShape([x, y, x + 28, y]), { color, width: 2, dash: style.dash });
  if (style.marker) renderer.symbols(style.marker, [x + 14, y], 7, color, colors.surface);
  renderer.text(x + 36, y, series.label, { color: colors['ink-2'] });
}

function paintAxes(renderer: Renderer, { box, xTicks, yTicks }: Plot, title: string): void {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  for (const { at, label } of yTicks) {
    renderer.stroke(segmentsShape([box.x, at, right, at]), { color: colors.line, width: 1 });
    renderer.text(box.x - 8, at, label, { color: colors['ink-3'], align: 'right' });
  }
  renderer.stroke(segmentsShape([box.x, bottom, right, bottom]), { color: colors['ink-3'], width: 1 });
  for (const { at, label } of xTicks) {
    renderer.stroke(segmentsShape([at, bottom, at, bottom + 4]), { color: colors['ink-3'], width: 1 });
    renderer.text(at, bottom + 14, label, { color: colors['ink-3'], align: 'center' });
  }
  renderer.text(right, bottom + 34, title, { color: colors['ink-2'], align: 'right' });
}

function paintCurve(renderer: Renderer, { curve: { style }, means, bars, live }: PlacedCurve): void {
  const color = colors[style.color];
  if (bars.length > 1) renderer.fill(bandShape(bars), { color, alpha: 0.15 });
  renderer.stroke(lineShape(means), { color, width: 2, dash: style.dash });
  if (style.marker) renderer.symbols(style.marker, means.flat(), 7, color, colors.surface);
  if (live.length > 0) renderer.symbols('circle', live.flat(), 9, colors.surface, color);
}

function lineShape(places: readonly Position[]): Shape {
  const draw = line<Position>();
  return (context) => (context ? draw.context(context) : draw.context(null))(places as Position[]);
}

function bandShape(bars: PlacedCurve['bars']): Shape {
  const draw = area<[number, number, number]>()
    .x(([x]) => x)
    .y0(([, low]) => low)
    .y1(([, , high]) => high);
  return (context) => (context ? draw.context(context) : draw.context(null))(bars);
}

function moved(plot: Plot, down: number): Plot {
  const place = ([x, y]: Position): Position => [x, y + down];
  return {
    ...plot,
    box: { ...plot.box, y: plot.box.y + down },
    yTicks: plot.yTicks.map((tick) => ({ ...tick, at: tick.at + down })),
    curves: plot.curves.map(({ curve, means, bars, live }) => ({
      curve,
      means: means.map(place),
      bars: bars.map(([x, low, high]) => [x, low + down, high + down]),
      live: live.map(place),
    })),
  };
}
