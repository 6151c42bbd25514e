/** Listings of the engine: presets and the catalog. */
import type { Catalog, Preset } from '../../web/types/engine';
import { loadEngine } from './engine';
import { guarded } from './problem';

/**
 * Returns the built-in scenarios, each with an explanation and its source.
 *
 * @example
 * ```js
 * for (const { id, title } of await presets()) console.log(id, title);
 * ```
 */
export async function presets(): Promise<Preset[]> {
  const engine = await loadEngine();
  return guarded(() => engine.presets());
}

/**
 * Returns the catalog: every field of a scenario with its range, default, unit and meaning, every measure, every recorded
 * series and every warning.
 *
 * @example
 * ```js
 * const { measures } = await catalog();
 * console.log(measures.map(({ id, unit }) => `${id} [${unit}]`));
 * ```
 */
export async function catalog(): Promise<Catalog> {
  const engine = await loadEngine();
  return guarded(() => engine.catalog());
}
