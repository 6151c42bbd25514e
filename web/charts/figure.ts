/**
 * Drawing of one chart for files and print: title, legend, plot and time axis, with any renderer.
 *
 * Files and print use the light theme and have no cursor. The drawing contains its experiment, so that a picture in a
 * lecture can be run again.
 */
import type { Interval } from '../engine/interval';
import { svgOfDrawing, type Drawing } from '../plot/drawing';
import type { Origin } from '../url/carried';
import { titleOf, type Trace } from './chart';
import { geometryOf } from './geometry';
import { paintChart } from './paint';
import { keyRows } from '../plot/marks';
import type { Renderer } from '../plot/renderer';
import { placed, type Picture } from './picture';
import { boxShape, boxesShape, segmentsShape } from '../plot/shapes';
import { ORIGIN } from './strings';
import { paintTimeAxis } from './timeAxis';
import { PAPER } from '../plot/theme';

/** Width of the drawing, in CSS pixels. */
const FIGURE_WIDTH = 900;

/** Returns the drawing of a chart. */
export function figureOf(picture: Picture, origin: Origin): Drawing {
  return {
    width: FIGURE_WIDTH,
    height: figureHeight(picture),
    title: figureTitle(picture),
    paint: (renderer) => paintFigure(renderer, picture, origin),
  };
}

/** Returns the chart as SVG text that contains its origin. `prefix` keeps ids unique if a page has several drawings. */
export function svgFigure(picture: Picture, origin: Origin, prefix = 'chart'): string {
  return svgOfDrawing(figureOf(picture, origin), originText(origin), origin, prefix);
}

/** Formats the origin of a chart: `One Reno flow · seed 1 · Bufferlab 0.1.0`. */
export function originText({ title, seed, engine }: Origin): string {
  return ORIGIN.text(title, seed, engine);
}

/** Returns the title of a chart with its unit: `Queue at r0, packets`. */
export function figureTitle({ chart, unit }: Picture): string {
  return unit.name === '' ? titleOf(chart) : `${titleOf(chart)}, ${unit.name}`;
}

const PLOT_HEIGHT = 260;
const TITLE = 26;
const ROW = 20;
const AXIS = 26;
const FOOT = 20;

function figureHeight(picture: Picture): number {
  return TITLE + legendRows(picture).length * ROW + PLOT_HEIGHT + AXIS + FOOT;
}

function paintFigure(renderer: Renderer, picture: Picture, origin: Origin): void {
  const { colors } = PAPER;
  const rows = legendRows(picture);
  const height = figureHeight(picture);
  renderer.fill(boxShape({ x: 0, y: 0, width: FIGURE_WIDTH, height }), { color: colors.surface });
  renderer.text(12, 16, figureTitle(picture), { color: colors.ink, bold: true, size: 15 });
  if (picture.remark) {
    renderer.text(FIGURE_WIDTH - 12, 16, picture.remark, { color: colors['ink-2'], align: 'right' });
  }
  rows.forEach((row, i) => {
    for (const { item, x } of row) paintTraceKey(renderer, item, x, TITLE + i * ROW + ROW / 2);
  });
  const down = TITLE + rows.length * ROW;
  const geometry = moved(geometryOf(picture.chart, FIGURE_WIDTH, PLOT_HEIGHT), down);
  const onPaper = placed({ ...picture, theme: PAPER, cursor_s: null }, geometry);
  paintChart(renderer, onPaper);
  const plot = { ...geometry.plot, y: down + PLOT_HEIGHT, height: AXIS };
  const shown: Interval = picture.shown;
  paintTimeAxis(renderer, { plot, shown, cursor_s: null, pinned_s: picture.pinned_s, theme: PAPER });
  renderer.text(12, height - 10, originText(origin), { color: colors['ink-3'] });
}

/** Breaks the legend of the visible traces into rows. */
function legendRows({ chart, hidden }: Picture) {
  const shown = chart.traces.filter(({ id }) => !hidden.has(id));
  return keyRows(shown, ({ label }) => label, FIGURE_WIDTH);
}

/** Paints the key of a trace at `x`, with its label. */
export function paintTraceKey(renderer: Renderer, { form, style, label }: Trace, x: number, y: number): void {
  const color = PAPER.colors[style.color];
  if (form === 'share') {
    renderer.fill(boxShape({ x, y: y - 5, width: 26, height: 10 }), {
      color,
      hatch: style.hatch,
      alpha: 0.75,
    });
  } else if (form === 'drops') {
    renderer.fill(boxesShape([x + 5, y - 4, 2, 8, x + 12, y - 4, 2, 8, x + 19, y - 4, 2, 8]), { color });
  } else {
    if (form === 'level')
      renderer.fill(boxShape({ x, y: y - 5, width: 26, height: 10 }), { color, alpha: 0.2 });
    if (style.width > 0) {
      const width = Math.max(style.width, 1.5);
      renderer.stroke(segmentsShape([x, y, x + 26, y]), { color, width, dash: style.dash });
    }
    if (style.marker) renderer.symbols(style.marker, [x + 13, y], 7, color, PAPER.colors.surface);
  }
  renderer.text(x + 32, y, label, { color: PAPER.colors['ink-2'] });
}

/** Moves the boxes of a chart down. */
export function moved(geometry: Picture['geometry'], down: number): Picture['geometry'] {
  const shift = <T extends { y: number }>(box: T): T => ({ ...box, y: box.y + down });
  return {
    plot: shift(geometry.plot),
    beside: shift(geometry.beside),
    lanes: geometry.lanes.map(shift),
    states: geometry.states ? shift(geometry.states) : null,
    keys: geometry.keys ? shift(geometry.keys) : null,
  };
}
