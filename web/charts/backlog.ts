/**
 * Drawing of the backlog over time: the mean of each column by class, as stacked areas with a line on top of each, over
 * a light band from minimum to maximum.
 *
 * Heights and areas are means weighted by time, so that a class has the same share of the area at any zoom. The band
 * shows the range within each column: a busy queue is empty and full within one column.
 */
import { columnsOf } from '../samples/columns';
import type { Fill, Renderer } from '../plot/renderer';
import { columnPlaces, drawn, yOf, type Drawn, type Picture } from './picture';
import { addPoint, columnsShape, lineShape, pointsFor } from '../plot/shapes';

/** Paints the band of the queue and the areas of its classes. */
export function paintBacklog(renderer: Renderer, picture: Picture): void {
  const whole = drawn(picture, 'level')[0];
  if (whole) {
    setBase(picture, whole.columns.lo);
    const color = picture.theme.colors[whole.trace.style.color];
    fillUpTo(renderer, picture, whole.columns.hi, { color, alpha: BAND });
  }
  const divided = picture.chart.traces.some(({ form }) => form === 'share');
  if (divided) paintShares(renderer, picture);
  else if (whole) paintWhole(renderer, picture, whole);
}

/** Returns the upper edge of each stacked part, bottom to top; NaN where nothing was recorded. */
export function stackTops(parts: readonly Float32Array[]): Float32Array[] {
  const tops: Float32Array[] = [];
  for (const part of parts) {
    const below = tops.at(-1);
    tops.push(below ? part.map((value, i) => value + (below[i] as number)) : part);
  }
  return tops;
}

/** Paints the area of a queue with a single class. */
function paintWhole(renderer: Renderer, picture: Picture, { trace: { style }, columns }: Drawn): void {
  const color = picture.theme.colors[style.color];
  setBase(picture, null);
  fillUpTo(renderer, picture, columns.mean, { color, alpha: 0.25 });
  renderer.stroke(lineShape(points), { color, width: style.width });
}

/** Paints the areas of the classes; the area of a hidden class stays empty. */
function paintShares(renderer: Renderer, picture: Picture): void {
  const { frame, theme, chart, hidden } = picture;
  if (!frame) return;
  const shares = chart.traces.flatMap((trace) => {
    const columns = trace.form === 'share' ? columnsOf(frame, trace.id) : null;
    return columns ? [{ trace, mean: columns.mean }] : [];
  });
  const tops = stackTops(shares.map(({ mean }) => mean));
  setBase(picture, null);
  shares.forEach(({ trace: { id, style } }, k) => {
    const top = tops[k] as Float32Array;
    const color = theme.colors[style.color];
    if (!hidden.has(id)) {
      fillUpTo(renderer, picture, top, {
        color,
        hatch: style.hatch,
        alpha: style.hatch === 'plain' ? 0.55 : 0.85,
      });
      renderer.stroke(lineShape(points), { color, width: 1 });
    }
    setBase(picture, top);
  });
}

function fillUpTo(renderer: Renderer, picture: Picture, top: Float32Array, fill: Fill): void {
  heightPoints(picture, top);
  renderer.fill(columnsShape(points, base), fill);
}

/** Sets the lower edge of the next area; null for the axis. */
function setBase(picture: Picture, values: Float32Array | null): void {
  const { plot } = picture.geometry;
  if (!values) {
    base.fill(plot.y + plot.height);
    return;
  }
  heightPoints(picture, values);
  base.set(points.y.subarray(0, points.n));
}

/** Computes one point per column at the height of its value. */
function heightPoints(picture: Picture, values: Float32Array): void {
  const { frame, shown, geometry } = picture;
  points.n = 0;
  if (!frame) return;
  const y = yOf(picture);
  const { first, step } = columnPlaces(frame, shown, geometry.plot);
  for (let i = 0; i < values.length; i++) addPoint(points, first + i * step, y(values[i] as number));
}

/** Opacity of the band. */
const BAND = 0.18;

/** Scratch memory that all charts use: at most 4096 columns. */
const points = pointsFor(4096);
const base = new Float32Array(4096);
