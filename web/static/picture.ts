/**
 * Pictures for previews of links, 1200 × 630 pixels: kind and title above a chart, drawn by the painters of the page.
 *
 * They are drawn at half of this size, so that texts stay legible where a preview is small.
 */
import { CHARTS, describedCharts } from '../charts/all';
import { needsOf, titleOf, type Chart, type Scene } from '../charts/chart';
import type { AxisRule, Extent } from '../charts/domain';
import { moved, paintTraceKey } from '../charts/figure';
import { geometryOf, plotSpan } from '../charts/geometry';
import { paintChart } from '../charts/paint';
import { onPaper } from '../charts/paper';
import { placed } from '../charts/picture';
import { chosenLink } from '../charts/scene';
import { paintTimeAxis } from '../charts/timeAxis';
import type { Catalog } from '../engine/catalog';
import type { Interval } from '../engine/interval';
import type { Layout } from '../engine/protocol';
import type { Engine } from '../engine/wasm';
import { curvesOf } from '../papers/curves';
import { paintPlot } from '../papers/paint';
import { plotOf } from '../papers/plot';
import { tickText } from '../plot/format';
import { keyRows, paintKey } from '../plot/marks';
import { roughWidth, TEXT_SIZE, type Renderer } from '../plot/renderer';
import { boxShape } from '../plot/shapes';
import { SvgRenderer } from '../plot/svg';
import { PAPER } from '../plot/theme';
import type { Scenario } from '../scenario/types';
import type { Figure, StoredResult } from '../types/papers';
import { frameOf, type Cache } from './run';
import { DESCRIBE, PICTURE, SITE } from './strings';

/** Size of a picture in pixels, as previews of links expect it. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Font family of all texts in pictures. */
export const PICTURE_FONT = 'Inter';

/** A picture as SVG, with its text for readers who do not see it. */
export interface Picture {
  svg: string;
  alt: string;
}

/** Texts above the chart. */
export interface Head {
  kind: string;
  title: string;
}

/** Functions that make charts of runs. */
export interface Tools {
  engine: Engine;
  catalog: Catalog;
  cache: Cache;
}

/** A run with its chart. */
export interface Filled {
  scenario: Scenario;
  /** Visible part of the run. */
  shown: Interval;
  /** Ids of charts; the first that has something to draw is shown. */
  charts: readonly string[];
}

const WIDTH = PICTURE_SIZE.width / 2;
const HEIGHT = PICTURE_SIZE.height / 2;
const MARGIN = 12;
const TITLE_SIZE = 20;
const TITLE_LINE = 25;
const ROW = 18;
const AXIS = 26;
/** Largest number of lines of a title, and of rows of a legend. */
const TITLE_LINES = 2;
const KEY_ROWS = 2;

const { colors } = PAPER;

/** Draws a chart of a run. */
export function pictureOfRun(head: Head, { scenario, shown, charts }: Filled, tools: Tools): Picture {
  const { engine, catalog, cache } = tools;
  const chartFor = (layout: Layout): Chart => chartOf(charts, layout, scenario, catalog);
  const request = {
    shown,
    columns: 2 * plotSpan(WIDTH).width,
    needs: (layout: Layout) => needsOf(chartFor(layout)),
  };
  const { layout, frame } = frameOf(engine, cache, scenario, request);
  const chart = chartFor(layout);
  const ruleFor = ({ hi }: Extent) => withoutFarLimit(chart.rule, hi);
  const picture = onPaper(chart, frame, { shown, warmup_s: scenario.warmup_s, ruleFor });
  const title = PICTURE.chart(titleOf(chart), picture.unit.name);
  const alt = DESCRIBE.run(titleOf(chart), tickText(shown.t0_s), tickText(shown.t1_s));
  return drawn(head, alt, (renderer, top) => {
    renderer.text(MARGIN, top + ROW / 2, title, { color: colors.ink, bold: true, size: 13 });
    const keys = legendOf(chart.traces, ({ label }) => label);
    paintRows(renderer, keys, top + ROW, (trace, x, y) => paintTraceKey(renderer, trace, x, y));
    const down = top + ROW * (1 + keys.rows.length) + 2;
    const height = HEIGHT - down - AXIS;
    const geometry = moved(geometryOf(chart, WIDTH, height), down);
    paintChart(renderer, placed(picture, geometry));
    const plot = { ...geometry.plot, y: down + height, height: AXIS };
    paintTimeAxis(renderer, { plot, shown, cursor_s: null, pinned_s: null, theme: PAPER });
  });
}

/** Leaves a limit out of the y axis if it is far above all values: a small picture would show a flat line below it. */
function withoutFarLimit(rule: AxisRule, highest: number): AxisRule {
  if (rule.kind !== 'linear' || rule.limit === null || !(highest > 0) || rule.limit < FAR * highest)
    return rule;
  return { ...rule, limit: null };
}

/** Multiple of the largest value from which a limit is far. */
const FAR = 3;

/** Draws the first chart of a figure that has points; without one, the description of the figure. */
export function pictureOfFigure(head: Head, figure: Figure, result: StoredResult | null): Picture {
  for (const chart of figure.charts) {
    const curves = curvesOf(chart, result, {}).filter(({ points }) => points.length > 0);
    if (curves.length === 0) continue;
    const labels = curves.map(({ series }) => series.label);
    return drawn(head, DESCRIBE.curves(chart.title, labels), (renderer, top) => {
      renderer.text(MARGIN, top + ROW / 2, cut(chart.title, 13), { color: colors.ink, bold: true, size: 13 });
      const keys = legendOf(curves, ({ series }) => series.label);
      paintRows(renderer, keys, top + ROW, ({ style, series }, x, y) =>
        paintKey(renderer, style, series.label, [x, y], PAPER),
      );
      const down = top + ROW * (1 + keys.rows.length);
      paintPlot(renderer, plotOf(chart, curves, WIDTH, HEIGHT - down, down), PAPER, null);
    });
  }
  return drawn(head, DESCRIBE.text(figure.title), (renderer, top) => {
    wrapped(figure.about, 15, 9).forEach((line, i) => {
      renderer.text(MARGIN, top + 14 + i * 21, line, { color: colors['ink-2'], size: 15 });
    });
  });
}

/** Draws the head, and below it what `paint` paints. */
function drawn(
  { kind, title }: Head,
  alt: string,
  paint: (renderer: Renderer, top: number) => void,
): Picture {
  const renderer = new SvgRenderer('picture');
  renderer.fill(boxShape({ x: 0, y: 0, width: WIDTH, height: HEIGHT }), { color: colors.surface });
  renderer.fill(boxShape({ x: 0, y: 0, width: WIDTH, height: 4 }), { color: colors.accent });
  renderer.text(MARGIN, 20, cut(kind, TEXT_SIZE, WIDTH - 110), { color: colors['ink-3'] });
  const brand = { color: colors.accent, bold: true, size: 13, align: 'right' } as const;
  renderer.text(WIDTH - MARGIN, 20, SITE.name, brand);
  const lines = wrapped(title, TITLE_SIZE, TITLE_LINES);
  lines.forEach((line, i) => {
    const y = 34 + (i + 0.5) * TITLE_LINE;
    renderer.text(MARGIN, y, line, { color: colors.ink, bold: true, size: TITLE_SIZE });
  });
  paint(renderer, 40 + lines.length * TITLE_LINE);
  const svg = renderer.finish({ width: WIDTH, height: HEIGHT }, PICTURE_FONT, title, alt);
  return { svg, alt };
}

/** Describes the first of some charts that has a trace, or the chart of the queue. */
function chartOf(ids: readonly string[], layout: Layout, scenario: Scenario, catalog: Catalog): Chart {
  const scene: Scene = {
    layout,
    link: chosenLink(layout, null),
    group: null,
    document: scenario,
    current: scenario,
    catalog,
    states: catalog.states,
    logarithmic: new Set(),
    byGroup: new Set(),
  };
  const kinds = [...ids, 'queue'].flatMap((id) => CHARTS.filter((one) => one.id === id));
  const charts = describedCharts(kinds, scene).map(({ chart }) => chart);
  const found = charts.find(({ traces }) => traces.length > 0) ?? charts.at(-1);
  if (found === undefined) throw new Error('There is no chart of the queue.');
  return found;
}

/** Rows of a legend, and the number of entries that have no place in them. */
interface Legend<T> {
  rows: { item: T; x: number }[][];
  left: number;
}

function legendOf<T>(items: readonly T[], labelOf: (item: T) => string): Legend<T> {
  const all = keyRows(items, labelOf, WIDTH);
  if (all.length <= KEY_ROWS) return { rows: all, left: 0 };
  // The last row needs room for the number of other entries.
  const kept = all.slice(0, KEY_ROWS);
  const last = kept.at(-1) ?? [];
  const room = WIDTH - MARGIN - roughWidth(PICTURE.more(99)) - 8;
  while (last.length > 1) {
    const { item, x } = last.at(-1)!;
    if (x + 48 + roughWidth(labelOf(item)) <= room) break;
    last.pop();
  }
  return { rows: kept, left: items.length - kept.flat().length };
}

function paintRows<T>(
  renderer: Renderer,
  { rows, left }: Legend<T>,
  top: number,
  paint: (item: T, x: number, y: number) => void,
): void {
  rows.forEach((row, i) => {
    for (const { item, x } of row) paint(item, x, top + (i + 0.5) * ROW);
  });
  if (left === 0) return;
  const y = top + (rows.length - 0.5) * ROW;
  renderer.text(WIDTH - MARGIN, y, PICTURE.more(left), { color: colors['ink-3'], align: 'right' });
}

/** Breaks a text into lines of the picture's width; what does not fit in `most` lines is cut. */
export function wrapped(text: string, size: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && widthOf(longer, size) <= WIDTH - 2 * MARGIN) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= most) return lines.map((line) => cut(line, size));
  return [...lines.slice(0, most - 1), cut(lines.slice(most - 1).join(' '), size)];
}

/** Cuts a text to a width, by default that of the picture. */
function cut(text: string, size: number, room: number = WIDTH - 2 * MARGIN): string {
  if (widthOf(text, size) <= room) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && widthOf(`${characters.join('')}…`, size) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

function widthOf(text: string, size: number): number {
  return (roughWidth(text) * size) / TEXT_SIZE;
}
