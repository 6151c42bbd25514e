/**
 * Styles of a figure's series: simulations in the Okabe–Ito colors with a marker each, models dashed, the first model in
 * black. A series has the same style in its chart, its thumbnail and its files.
 */
import type { LineStyle } from '../plot/marks';
import type { Marker } from '../plot/renderer';
import type { Series } from '../types/papers';

/** Colors that series may have; the names are those of the page's theme. */
export type Color = 'model' | `flow-${1 | 2 | 3 | 4 | 5 | 6}`;
/** Style of a series. A model has no marker, as it has a value everywhere. */
export interface SeriesStyle extends LineStyle {
  color: Color;
}

/** Styles of simulations, in the order of a chart. */
const SIMULATIONS: readonly [Color, Marker][] = [
  ['flow-1', 'circle'],
  ['flow-6', 'square'],
  ['flow-3', 'triangle'],
  ['flow-4', 'diamond'],
  ['flow-2', 'cross'],
  ['flow-5', 'star'],
];

const DASHES: readonly (readonly number[])[] = [
  [6, 4],
  [2, 3],
  [10, 3, 2, 3],
  [12, 4],
  [4, 2],
  [2, 6],
];

/** Returns the styles by series id. Hidden series do not use up styles. */
export function stylesOf(
  series: readonly Pick<Series, 'id' | 'model' | 'drawn'>[],
): ReadonlyMap<string, SeriesStyle> {
  const drawn = series.filter((one) => one.drawn);
  const simulations = drawn.filter(({ model }) => model === null);
  const models = drawn.filter(({ model }) => model !== null);
  const colors = SIMULATIONS.map(([color]) => color);
  // A further model must not have the color of a simulation.
  const free: readonly Color[] = simulations.length > 0 ? colors.slice(simulations.length) : colors;
  return new Map([
    ...simulations.map(({ id }, i): [string, SeriesStyle] => {
      const [color, marker] = SIMULATIONS[i % SIMULATIONS.length]!;
      const round = Math.floor(i / SIMULATIONS.length);
      return [id, { color, marker, dash: round === 0 ? [] : DASHES[round % DASHES.length]! }];
    }),
    ...models.map(({ id }, i): [string, SeriesStyle] => {
      const color = i === 0 ? 'model' : (free[(i - 1) % free.length] ?? 'model');
      return [id, { color, marker: null, dash: DASHES[i % DASHES.length]! }];
    }),
  ]);
}
