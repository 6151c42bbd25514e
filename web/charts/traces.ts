/**
 * Drawing of the data: bands, lines and drop marks. Queues are drawn in `backlog.ts`.
 *
 * A band is drawn as a line through the minimum and maximum of each column, which is one pixel wide. So a constant value
 * is a line, a varying one is a filled band, and no extreme is lost.
 */
import type { Interval } from '../engine/interval';
import type { Frame } from '../engine/protocol';
import { isMean } from './chart';
import type { Columns } from '../samples/columns';
import { heightAt } from './columns';
import type { Renderer, Box } from '../plot/renderer';
import { columnPlaces, drawn, yOf, type Drawn, type Picture } from './picture';
import { addPoint, columnsShape, boxesShape, lineShape, pointsFor, type Points } from '../plot/shapes';
import { DRAWING } from './strings';

/** Paints bands and lines with their markers; the first in the legend is on top. */
export function paintLines(renderer: Renderer, picture: Picture): void {
  const { chart, frame, shown, geometry, theme } = picture;
  if (!frame) return;
  const y = yOf(picture);
  const places = columnPlaces(frame, shown, geometry.plot);
  for (const { trace, columns } of drawn(picture, 'band', 'mean', 'line', 'area').reverse()) {
    const { color, width, dash, marker } = trace.style;
    const scaled = (value: number): number => y(value * trace.per);
    if (isMean(trace)) heightPoints(columns.mean, scaled, places, points);
    else bandPoints(columns, scaled, places, points);
    renderer.stroke(lineShape(points), { color: theme.colors[color], width, dash });
    if (marker) {
      const spots = markerPlaces(columns, frame, shown, geometry.plot, chart.traces.indexOf(trace));
      const at: number[] = [];
      for (const i of spots) {
        const height = scaled(isMean(trace) ? (columns.mean[i] as number) : heightAt(columns, i));
        if (!Number.isNaN(height)) at.push(places.first + i * places.step, height);
      }
      renderer.symbols(marker, at, 6, theme.colors[color], theme.colors.surface);
    }
  }
}

/** Paints the drop marks in their lanes. Marks of columns with more drops are taller. */
export function paintDrops(renderer: Renderer, picture: Picture): void {
  const { frame, shown, geometry, theme, chart, hidden } = picture;
  const classes = chart.traces.filter(({ form }) => form === 'drops');
  const shownDrops = drawn(picture, 'drops');
  classes.forEach((trace, i) => {
    const lane = geometry.lanes[i];
    if (!lane) return;
    const name = classes.length === 1 ? DRAWING.drops : trace.label.replace(DRAWING.dropsOf(''), '');
    const color = theme.colors[hidden.has(trace.id) ? 'line' : 'ink-3'];
    renderer.text(lane.x - 6, lane.y + lane.height / 2, name, { color, align: 'right' });
    const columns = shownDrops.find((one) => one.trace.id === trace.id)?.columns;
    if (!frame || !columns) return;
    const sides = dropBoxes(columns.hi, columnPlaces(frame, shown, geometry.plot), lane);
    if (sides.length > 0)
      renderer.clipped(lane, () =>
        renderer.fill(boxesShape(sides), { color: theme.colors[trace.style.color] }),
      );
  });
}

/**
 * Computes the points of a line through the minimum and maximum of each column, the nearer one first. Columns without
 * value are gaps. A constant interval needs only two points. The points are valid until the next call with the same `into`.
 */
export function bandPoints(
  { lo, hi }: Columns,
  y: (value: number) => number,
  { first, step }: { first: number; step: number },
  into: Points,
): void {
  into.n = 0;
  let last = NaN;
  for (let i = 0; i < hi.length && into.n + 2 < into.x.length; i++) {
    const x = first + i * step;
    const top = y(hi[i] as number);
    const low = y(lo[i] as number);
    if (Number.isNaN(top) && Number.isNaN(low)) {
      if (!Number.isNaN(last)) addPoint(into, x, NaN);
      last = NaN;
    } else if (top === low || Number.isNaN(low)) {
      if (top === last && into.n > 1 && into.y[into.n - 1] === into.y[into.n - 2]) into.x[into.n - 1] = x;
      else addPoint(into, x, top);
      last = top;
    } else {
      const upFirst = Math.abs(last - top) < Math.abs(last - low);
      addPoint(into, x, upFirst ? top : low);
      last = upFirst ? low : top;
      addPoint(into, x, last);
    }
  }
}

/** Returns the columns with a marker, about every 110 pixels. They are at fixed times, so that they move with the data. */
export function markerPlaces(
  columns: Columns,
  frame: Frame,
  shown: Interval,
  plot: Box,
  shift: number,
): number[] {
  const span_s = shown.t1_s - shown.t0_s;
  const apart_s = 2 ** Math.round(Math.log2((span_s * 110) / plot.width));
  const perColumn_s = (frame.t1_s - frame.t0_s) / frame.columns;
  const phase_s = ((shift * 0.381966) % 1) * apart_s;
  const spots: number[] = [];
  let t_s = Math.ceil((frame.t0_s - phase_s) / apart_s) * apart_s + phase_s;
  for (; t_s < frame.t1_s; t_s += apart_s) {
    const i = Math.floor((t_s - frame.t0_s) / perColumn_s);
    if (i < columns.hi.length && !Number.isNaN(columns.hi[i])) spots.push(i);
  }
  return spots;
}

/** Paints light fills: below areas, and from minimum to maximum around means. */
export function paintFills(renderer: Renderer, picture: Picture): void {
  for (const one of drawn(picture, 'mean').reverse()) fillAround(renderer, picture, one);
  for (const one of drawn(picture, 'area')) {
    fillUnder(renderer, picture, one, picture.theme.colors[one.trace.style.color], 0.14);
  }
}

function fillAround(renderer: Renderer, picture: Picture, { trace, columns }: Drawn): void {
  const { frame, shown, geometry, theme } = picture;
  if (!frame) return;
  const y = yOf(picture);
  const at = (value: number): number => y(value * trace.per);
  const places = columnPlaces(frame, shown, geometry.plot);
  heightPoints(columns.lo, at, places, points);
  baseline.set(points.y.subarray(0, points.n));
  heightPoints(columns.hi, at, places, points);
  renderer.fill(columnsShape(points, baseline), { color: theme.colors[trace.style.color], alpha: 0.18 });
}

function fillUnder(
  renderer: Renderer,
  picture: Picture,
  { trace, columns }: Drawn,
  color: string,
  alpha: number,
): void {
  const { frame, shown, geometry } = picture;
  if (!frame) return;
  const y = yOf(picture);
  heightPoints(
    columns.hi,
    (value) => y(value * trace.per),
    columnPlaces(frame, shown, geometry.plot),
    points,
  );
  baseline.fill(geometry.plot.y + geometry.plot.height, 0, points.n);
  renderer.fill(columnsShape(points, baseline), { color, alpha });
}

/** Computes one point per column at the height of `values`. */
export function heightPoints(
  values: Float32Array,
  y: (value: number) => number,
  { first, step }: { first: number; step: number },
  into: Points,
): void {
  into.n = 0;
  for (let i = 0; i < values.length; i++) addPoint(into, first + i * step, y(values[i] as number));
}

function dropBoxes(
  counts: Float32Array,
  { first, step }: { first: number; step: number },
  lane: Box,
): number[] {
  const width = Math.max(1.5, step);
  const sides: number[] = [];
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    if (!(count > 0)) continue;
    const height = Math.min(lane.height - 2, 5 + Math.log2(count));
    sides.push(first + i * step - width / 2, lane.y + lane.height - 1 - height, width, height);
  }
  return sides;
}

/** Scratch memory that all traces use: at most 4096 columns with two points and a gap each. */
const points = pointsFor(3 * 4096);
const baseline = new Float32Array(3 * 4096);
