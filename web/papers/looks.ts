/**
 * How the series of a figure look: simulations in the Okabe–Ito colours with a marker each, models dashed, the first
 * in black, each with dashes of its own. A series has the same look in its chart, its thumbnail and its files.
 */
import type { Series } from './artefact';

/** Those of the page's colours and markers that series have. */
export type Colour = 'model' | `flow-${1 | 2 | 3 | 4 | 5 | 6}`;
export type Marker = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'star';

export interface Look {
  colour: Colour;
  dash: readonly number[];
  /** Null of a model, which has a value everywhere. */
  marker: Marker | null;
}

/** Of simulations, in the order of a chart. */
const SIMULATIONS: readonly [Colour, Marker][] = [
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

/** By the ids of a chart's series. Those that are not drawn take no look from those that are. */
export function looksOf(
  series: readonly Pick<Series, 'id' | 'model' | 'drawn'>[],
): ReadonlyMap<string, Look> {
  const drawn = series.filter((one) => one.drawn);
  const simulations = drawn.filter(({ model }) => model === null);
  const models = drawn.filter(({ model }) => model !== null);
  const colours = SIMULATIONS.map(([colour]) => colour);
  // Beside simulations a further model's colour must not be one of theirs.
  const free: readonly Colour[] = simulations.length > 0 ? colours.slice(simulations.length) : colours;
  return new Map([
    ...simulations.map(({ id }, i): [string, Look] => {
      const [colour, marker] = SIMULATIONS[i % SIMULATIONS.length]!;
      const round = Math.floor(i / SIMULATIONS.length);
      return [id, { colour, marker, dash: round === 0 ? [] : DASHES[round % DASHES.length]! }];
    }),
    ...models.map(({ id }, i): [string, Look] => {
      const colour = i === 0 ? 'model' : (free[(i - 1) % free.length] ?? 'model');
      return [id, { colour, marker: null, dash: DASHES[i % DASHES.length]! }];
    }),
  ]);
}
