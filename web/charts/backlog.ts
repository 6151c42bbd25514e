/**
 * What waited over time: the means of each column by class, as areas on each other with a line along each,
 * over a pale band from the least to the most.
 *
 * Heights and areas are means weighted by time, so a class takes the same share of the style at any zoom. The
 * band tells how far the queue swung meanwhile: a busy one is empty and full within one column.
 */
import { columnsOf } from '../samples/columns';
import type { Fill, Renderer } from './renderer';
import { columnPlaces, drawn, yOf, type Drawn, type Picture } from './picture';
import { addPoint, areaShape, lineShape, pointsFor } from './shapes';

export function paintBacklog(pen: Renderer, picture: Picture): void {
  const whole = drawn(picture, 'level')[0];
  if (whole) {
    setBase(picture, whole.columns.lo);
    const color = picture.theme.colors[whole.trace.style.color];
    fillUpTo(pen, picture, whole.columns.hi, { color, alpha: BAND });
  }
  const divided = picture.chart.traces.some(({ form }) => form === 'share');
  if (divided) paintShares(pen, picture);
  else if (whole) paintWhole(pen, picture, whole);
}

/** Heights up to which each part fills, bottom to top; nothing where nothing was recorded. */
export function stackTops(parts: readonly Float32Array[]): Float32Array[] {
  const tops: Float32Array[] = [];
  for (const part of parts) {
    const below = tops.at(-1);
    tops.push(below ? part.map((value, i) => value + (below[i] as number)) : part);
  }
  return tops;
}

/** What has a single class. */
function paintWhole(pen: Renderer, picture: Picture, { trace: { style }, columns }: Drawn): void {
  const color = picture.theme.colors[style.color];
  setBase(picture, null);
  fillUpTo(pen, picture, columns.mean, { color, alpha: 0.25 });
  pen.stroke(lineShape(points), { color, width: style.width });
}

/** The classes' areas; a hidden class leaves its part empty. */
function paintShares(pen: Renderer, picture: Picture): void {
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
      fillUpTo(pen, picture, top, {
        color,
        hatch: style.hatch,
        alpha: style.hatch === 'plain' ? 0.55 : 0.85,
      });
      pen.stroke(lineShape(points), { color, width: 1 });
    }
    setBase(picture, top);
  });
}

function fillUpTo(pen: Renderer, picture: Picture, top: Float32Array, fill: Fill): void {
  heightPoints(picture, top);
  pen.fill(areaShape(points, base), fill);
}

/** The lower edge of what is filled next; null: the axis. */
function setBase(picture: Picture, values: Float32Array | null): void {
  const { plot } = picture.geometry;
  if (!values) {
    base.fill(plot.y + plot.height);
    return;
  }
  heightPoints(picture, values);
  base.set(points.y.subarray(0, points.n));
}

/** One point per column at the height of its value. */
function heightPoints(picture: Picture, values: Float32Array): void {
  const { frame, shown, geometry } = picture;
  points.n = 0;
  if (!frame) return;
  const y = yOf(picture);
  const { first, step } = columnPlaces(frame, shown, geometry.plot);
  for (let i = 0; i < values.length; i++) addPoint(points, first + i * step, y(values[i] as number));
}

/** How dark the band is. */
const BAND = 0.18;

/** Scratch memory, used again by every chart: at most 4096 columns. */
const points = pointsFor(4096);
const base = new Float32Array(4096);
