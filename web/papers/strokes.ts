/**
 * Thumbnails: the curves of a figure as a few short paths in a box of whole numbers, made when the page is built.
 * Points that would not be missed are left out (Ramer 1972, Douglas and Peucker 1973), so that eighty of them weigh
 * as much as one picture.
 */
import type { Artefact, Chart, Kept } from './artefact';
import { looksOf, type Colour } from './looks';
import { scaleOfY, scaleOver, type Scale } from './scale';

/** The box they are drawn in. */
export const SKETCH = { width: 120, height: 48 } as const;

/** A curve of a thumbnail. */
export interface Stroke {
  /** Of an SVG path. */
  d: string;
  colour: Colour;
  /** Of a model. */
  dashed: boolean;
}

/** Most curves of one. */
const CURVES = 4;

type Place = [x: number, y: number];

/** Of the first chart that has curves. */
export function sketchOf({ charts }: Pick<Artefact, 'charts'>, kept: Pick<Kept, 'curves'>): Stroke[] {
  for (const chart of charts) {
    const strokes = strokesOf(chart, kept);
    if (strokes.length > 0) return strokes;
  }
  return [];
}

function strokesOf(chart: Chart, { curves }: Pick<Kept, 'curves'>): Stroke[] {
  const looks = looksOf(chart.series);
  const drawn = chart.series
    .filter(({ drawn }) => drawn)
    .map((series) => ({ look: looks.get(series.id)!, points: curves.get(series.id) ?? [] }))
    .filter(({ points }) => points.length > 0)
    .slice(0, CURVES);
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
  return drawn.flatMap(({ points, look }) => {
    const d = pathOf(points.flatMap(({ x: at, mean }) => placed(x, y, at, mean)));
    return d === '' ? [] : [{ d, colour: look.colour, dashed: look.marker === null }];
  });
}

function placed(x: Scale, y: Scale, at: number, mean: number): Place[] {
  const place: Place = [x.at(at) * SKETCH.width, (1 - y.at(mean)) * SKETCH.height];
  return place.every(Number.isFinite) ? [place] : [];
}

/** Whole numbers from point to point. A single point is a short dash. */
function pathOf(places: readonly Place[]): string {
  const few = thinned(places).map(([x, y]): Place => [Math.round(x), Math.round(y)]);
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

/** Without points that lie within `FAR` of the line between their neighbours. */
export function thinned(places: readonly Place[]): Place[] {
  if (places.length < 3) return [...places];
  const [first, last] = [places[0]!, places.at(-1)!];
  let [most, at] = [0, 0];
  for (let i = 1; i < places.length - 1; i++) {
    const away = distance(places[i]!, first, last);
    if (away > most) [most, at] = [away, i];
  }
  if (most <= FAR) return [first, last];
  return [...thinned(places.slice(0, at + 1)).slice(0, -1), ...thinned(places.slice(at))];
}

const FAR = 0.7;

function distance([x, y]: Place, [x0, y0]: Place, [x1, y1]: Place): number {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return Math.hypot(x - x0, y - y0);
  return Math.abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length;
}
