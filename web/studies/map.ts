/** Map of a measure over two parameters: one cell per pair of values, colored by the mean of its runs. */
import { boxShape } from '../plot/shapes';
import type { Renderer, Box } from '../plot/renderer';
import type { Theme } from '../plot/theme';
import { figure, unitFor } from '../plot/format';
import { intervalOf, type Interval } from '../sweep/interval';
import type { CaseLine } from '../types/engine';
import { colorAt, textColorOn } from './colorMap';
import type { Run } from './data';
import { measured, type Measure } from './measures';

/** Cell of a map: its runs, and their mean with its interval. */
export interface Cell extends Interval {
  /** Index of the column and of the row, from 0. */
  column: number;
  row: number;
  runs: readonly Run[];
}

/** All cells of a map. */
export interface HeatMap {
  /** Values of the first parameter (columns) and of the second (rows), in order. */
  columns: readonly unknown[];
  rows: readonly unknown[];
  cells: readonly Cell[];
  /** Least and greatest mean. */
  least: number;
  most: number;
}

/** Returns the map of a measure; `x` and `y` are paths of parameters. */
export function mapOf(lines: readonly CaseLine[], x: string, y: string, measure: string): HeatMap {
  const columns = valuesOf(lines, x);
  const rows = valuesOf(lines, y);
  const [column, row] = [placesOf(columns), placesOf(rows)];
  const cells = new Map<string, { column: number; row: number; runs: Run[] }>();
  for (const line of lines) {
    const value = measured(line, measure);
    if (value === null) continue;
    const at = { column: column(line.point[x]), row: row(line.point[y]) };
    const key = `${at.column} ${at.row}`;
    const cell = cells.get(key);
    if (cell) cell.runs.push({ line, y: value });
    else cells.set(key, { ...at, runs: [{ line, y: value }] });
  }
  const done = [...cells.values()].map((cell) => ({ ...cell, ...intervalOf(cell.runs.map((run) => run.y)) }));
  const means = done.map(({ mean }) => mean);
  return {
    columns,
    rows,
    cells: done,
    least: Math.min(...means, Infinity),
    most: Math.max(...means, -Infinity),
  };
}

/** Returns the rectangle of a cell in pixels; the second parameter grows upward. */
export function cellBox({ columns, rows }: HeatMap, plot: Box, column: number, row: number): Box {
  const [width, height] = [plot.width / columns.length, plot.height / rows.length];
  return { x: plot.x + column * width, y: plot.y + plot.height - (row + 1) * height, width, height };
}

/** Titles and values of a map's axes. */
export interface MapText {
  measure: Measure;
  xTitle: string;
  yTitle: string;
  /** Write a value of the first and of the second parameter. */
  column(value: unknown): string;
  row(value: unknown): string;
}

/** Returns the plot within an image of this size; the color scale is to its right. */
export function mapPlotOf(width: number, height: number): Box {
  return { x: 76, y: 24, width: Math.max(60, width - 76 - 76), height: Math.max(60, height - 24 - 44) };
}

/** Draws a map with its axes and its color scale; `marked` gets a frame. */
export function paintMap(
  renderer: Renderer,
  map: HeatMap,
  words: MapText,
  plot: Box,
  theme: Theme,
  marked: Cell | null,
): void {
  const { colors } = theme;
  const unit = unitFor(words.measure.quantity, Math.max(Math.abs(map.most), Math.abs(map.least)));
  const share = (mean: number): number =>
    map.most > map.least ? (mean - map.least) / (map.most - map.least) : 0.5;
  for (const cell of map.cells) {
    const box = cellBox(map, plot, cell.column, cell.row);
    const gap = {
      x: box.x + 0.5,
      y: box.y + 0.5,
      width: Math.max(1, box.width - 1),
      height: Math.max(1, box.height - 1),
    };
    renderer.fill(boxShape(gap), { color: colorAt(share(cell.mean)) });
    const text = figure(Number((cell.mean / unit.per).toPrecision(3)));
    if (box.width >= 8 * text.length + 4 && box.height >= 16) {
      const style = { color: textColorOn(share(cell.mean)), align: 'center' } as const;
      renderer.text(box.x + box.width / 2, box.y + box.height / 2, text, style);
    }
  }
  paintAxes(renderer, map, words, plot, theme);
  paintKey(renderer, map, words, plot, theme, unit);
  if (!marked) return;
  const { x, y, width, height } = cellBox(map, plot, marked.column, marked.row);
  const corners = { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
  for (const [side, color] of [
    [3, colors.surface],
    [1.5, colors.ink],
  ] as const) {
    renderer.stroke(boxShape(corners), { color, width: side });
  }
}

function paintAxes(renderer: Renderer, map: HeatMap, words: MapText, plot: Box, { colors }: Theme): void {
  const bottom = plot.y + plot.height;
  let last = -Infinity;
  map.columns.forEach((value, i) => {
    const { x, width } = cellBox(map, plot, i, 0);
    const text = words.column(value);
    if (x + width / 2 - last < 7 * text.length + 8) return;
    last = x + width / 2 + 3.5 * text.length;
    renderer.text(x + width / 2, bottom + 12, text, { color: colors['ink-3'], align: 'center' });
  });
  let above = Infinity;
  map.rows.forEach((value, i) => {
    const { y, height } = cellBox(map, plot, 0, i);
    if (above - (y + height / 2) < 15) return;
    above = y + height / 2;
    renderer.text(plot.x - 6, above, words.row(value), { color: colors['ink-3'], align: 'right' });
  });
  renderer.text(plot.x + plot.width, bottom + 30, words.xTitle, { color: colors['ink-2'], align: 'right' });
  renderer.text(4, 10, words.yTitle, { color: colors['ink-2'] });
}

function paintKey(
  renderer: Renderer,
  map: HeatMap,
  _words: MapText,
  plot: Box,
  { colors }: Theme,
  unit: { per: number },
): void {
  if (map.cells.length === 0) return;
  const x = plot.x + plot.width + 16;
  const steps = 40;
  for (let i = 0; i < steps; i++) {
    const height = plot.height / steps;
    const y = plot.y + plot.height - (i + 1) * height;
    renderer.fill(boxShape({ x, y, width: 10, height: height + 0.5 }), { color: colorAt((i + 0.5) / steps) });
  }
  for (const [share, value] of [
    [0, map.least],
    [0.5, (map.least + map.most) / 2],
    [1, map.most],
  ] as const) {
    const y = plot.y + plot.height * (1 - share);
    const text = figure(Number((value / unit.per).toPrecision(3)));
    renderer.text(x + 15, Math.min(plot.y + plot.height - 6, Math.max(plot.y + 6, y)), text, {
      color: colors['ink-3'],
    });
  }
}

function valuesOf(lines: readonly CaseLine[], path: string): unknown[] {
  const values = [...new Map(lines.map(({ point }) => [JSON.stringify(point[path]), point[path]])).values()];
  return values.every((value) => typeof value === 'number') ? values.sort((a, b) => a - b) : values;
}

function placesOf(values: readonly unknown[]): (value: unknown) => number {
  const places = new Map(values.map((value, i) => [JSON.stringify(value), i]));
  return (value) => places.get(JSON.stringify(value)) ?? 0;
}
