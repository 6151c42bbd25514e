/** Drawing of a chart on the page, and in a saved file with its title, legend and origin. */
import { paintAxes } from '../plot/axes';
import { keyRows, paintBand, paintKey, paintLine, paintStroke } from '../plot/marks';
import type { Renderer } from '../plot/renderer';
import { boxShape, segmentsShape } from '../plot/shapes';
import { PAPER, type Theme } from '../plot/theme';
import type { Origin } from '../url/carried';
import type { Figure, Chart, StoredResult } from '../types/papers';
import type { Curve } from './curves';
import { paperOf } from './library';
import { plotOf, type PlacedCurve, type Plot } from './plot';
import { checkedText } from './format';

/** Chart to draw, with its figure and result. */
export interface Drawn {
  figure: Figure;
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

/** Draws a chart for a file. */
export function paintFigure(
  renderer: Renderer,
  { figure, result, chart, curves }: Drawn,
  { link }: Origin,
): void {
  renderer.fill(boxShape({ x: 0, y: 0, width: PAPER_WIDTH, height: PAPER_HEIGHT }), {
    color: colors.surface,
  });
  renderer.text(12, 18, chart.title, { color: colors.ink, bold: true, size: 15 });
  const rows = keyRows(curves, ({ series }) => series.label, PAPER_WIDTH);
  rows.forEach((row, i) => {
    for (const { item, x } of row)
      paintKey(renderer, item.style, item.series.label, [x, HEAD + i * ROW + ROW / 2], PAPER);
  });
  const down = HEAD + rows.length * ROW;
  paintPlot(renderer, plotOf(chart, curves, PAPER_WIDTH, PAPER_HEIGHT - down - FOOT, down), PAPER, null);
  const from = [`${paperOf(figure.paper).cited}, ${figure.source}`, result ? checkedText(result) : ''];
  const gray = { color: colors['ink-3'] };
  renderer.text(12, PAPER_HEIGHT - 26, from.filter(Boolean).join(' · '), gray);
  if (link !== null) renderer.text(12, PAPER_HEIGHT - 10, link, gray);
}

/** Draws axes and curves, and a vertical line at the selected x. */
export function paintPlot(renderer: Renderer, plot: Plot, theme: Theme, at: number | null): void {
  const { box, axes, yTitle, curves } = plot;
  renderer.text(12, box.y - 18, yTitle, { color: theme.colors['ink-2'] });
  paintAxes(renderer, axes, box, theme);
  if (at !== null) {
    const cursor = segmentsShape([plot.x(at), box.y, plot.x(at), box.y + box.height]);
    renderer.stroke(cursor, { color: theme.colors['ink-3'], width: 1, dash: [2, 2] });
  }
  for (const placed of curves) paintCurve(renderer, placed, theme);
}

function paintCurve(
  renderer: Renderer,
  { curve: { style }, means, bars, live }: PlacedCurve,
  theme: Theme,
): void {
  const color = theme.colors[style.color];
  if (bars.length > 1) paintBand(renderer, bars, color, 0.15);
  const ends = bars.flatMap(([x, low, high]) => [x, low, x, high]);
  if (ends.length > 0) renderer.stroke(segmentsShape(ends), { color, width: 1, alpha: 0.7 });
  paintLine(renderer, means, style, theme);
  if (live.length === 0) return;
  paintStroke(renderer, live, { color, width: 1, dash: [1, 3] });
  renderer.symbols('circle', live.flat(), 9, theme.colors.surface, color);
}
