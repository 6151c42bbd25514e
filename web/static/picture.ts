/** Pictures of runs and figures for previews of links: a chart, drawn by the painters of the page, below kind and title. */
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
import { roughWidth, type Renderer } from '../plot/renderer';
import { PAPER } from '../plot/theme';
import type { Scenario } from '../scenario/types';
import type { Figure, StoredResult } from '../types/papers';
import { frameOf, type Cache } from './run';
import { DESCRIBE, PICTURE } from './strings';
import { cut, HEIGHT, MARGIN, titledPicture, wrapped, WIDTH, type Head, type Picture } from './titledPicture';

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

const ROW = 18;
const AXIS = 26;
/** Largest number of rows of a legend. */
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
  return titledPicture(head, alt, (renderer, top) => {
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
    return titledPicture(head, DESCRIBE.curves(chart.title, labels), (renderer, top) => {
      renderer.text(MARGIN, top + ROW / 2, cut(chart.title, 13), { color: colors.ink, bold: true, size: 13 });
      const keys = legendOf(curves, ({ series }) => series.label);
      paintRows(renderer, keys, top + ROW, ({ style, series }, x, y) =>
        paintKey(renderer, style, series.label, [x, y], PAPER),
      );
      const down = top + ROW * (1 + keys.rows.length);
      paintPlot(renderer, plotOf(chart, curves, WIDTH, HEIGHT - down, down), PAPER, null);
    });
  }
  return titledPicture(head, DESCRIBE.text(figure.title), (renderer, top) => {
    wrapped(figure.about, 15, 9).forEach((line, i) => {
      renderer.text(MARGIN, top + 14 + i * 21, line, { color: colors['ink-2'], size: 15 });
    });
  });
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
