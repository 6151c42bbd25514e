/**
 * Strokes of thumbnails: the curves of a figure as short SVG paths with integer coordinates, made when the page is built.
 * The paths are simplified (Ramer 1972, Douglas and Peucker 1973), so that eighty thumbnails are as large as one image.
 */
import { scaleOver, type Scale } from '../plot/scale';
import type { Figure, Chart, StoredResult } from '../types/papers';
import { curvesOf } from './curves';
import { scaleOfY } from './scale';
import type { Color } from './styles';

/** Size of the drawing, in units of the SVG view box. */
export const THUMBNAIL_SIZE = { width: 120, height: 48 } as const;

/** Curve of a thumbnail. */
export interface Stroke {
  /** Data of an SVG path. */
  d: string;
  color: Color;
  /** Whether the curve is of a model. */
  dashed: boolean;
}

/** Largest number of curves in a thumbnail. */
const MAX_CURVES = 4;

type Position = [x: number, y: number];

/** Returns the strokes of the first chart that has curves. */
export function thumbnailOf({ charts }: Pick<Figure, 'charts'>, result: StoredResult): Stroke[] {
  for (const chart of charts) {
    const strokes = strokesOf(chart, result);
    if (strokes.length > 0) return strokes;
  }
  return [];
}

function strokesOf(chart: Chart, result: StoredResult): Stroke[] {
  const drawn = curvesOf(chart, result, {})
    .filter(({ points }) => points.length > 0)
    .slice(0, MAX_CURVES);
  const all = drawn.flatMap(({ points }) => points);
  const x = scaleOver(
    all.map(({ x }) => x),
    chart.x.scale,
    0.03,
  );
  const y = scaleOfY(
    all.map(({ mean }) => mean),
    chart.y.scale,
  );
  return drawn.flatMap(({ points, style }) => {
    const d = pathOf(points.flatMap(({ x: at, mean }) => placed(x, y, at, mean)));
    return d === '' ? [] : [{ d, color: style.color, dashed: style.marker === null }];
  });
}

function placed(x: Scale, y: Scale, at: number, mean: number): Position[] {
  const place: Position = [x.at(at) * THUMBNAIL_SIZE.width, (1 - y.at(mean)) * THUMBNAIL_SIZE.height];
  return place.every(Number.isFinite) ? [place] : [];
}

/** Makes an SVG path with integer steps. A single point becomes a short dash. */
function pathOf(places: readonly Position[]): string {
  const few = thinned(places).map(([x, y]): Position => [Math.round(x), Math.round(y)]);
  if (few.length === 1) return `M${few[0]!.join(' ')}m-2 0h4`;
  let [left, top] = [0, 0];
  return few
    .map(([x, y], i) => {
      const step = i === 0 ? `M${x} ${y}` : `${x - left} ${y - top}`;
      [left, top] = [x, y];
      return i === 1 ? `l${step}` : i > 1 && !step.startsWith('-') ? ` ${step}` : step;
    })
    .join('')
    .replaceAll(' -', '-');
}

/** Removes points whose distance from the line between their neighbors is at most `TOLERANCE`. */
export function thinned(places: readonly Position[]): Position[] {
  if (places.length < 3) return [...places];
  const [first, last] = [places[0]!, places.at(-1)!];
  let [farthest, at] = [0, 0];
  for (let i = 1; i < places.length - 1; i++) {
    const away = distance(places[i]!, first, last);
    if (away > farthest) [farthest, at] = [away, i];
  }
  if (farthest <= TOLERANCE) return [first, last];
  return [...thinned(places.slice(0, at + 1)).slice(0, -1), ...thinned(places.slice(at))];
}

const TOLERANCE = 0.7;

function distance([x, y]: Position, [x0, y0]: Position, [x1, y1]: Position): number {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return Math.hypot(x - x0, y - y0);
  return Math.abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length;
}
