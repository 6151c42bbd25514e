/**
 * Catalog of the engine, from its modules for the browser, in Node.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

/** @typedef {import('./docs-reference.mjs').Catalog} Catalog */

/**
 * Returns the catalog of the engine with its analytic models.
 *
 * @returns {Promise<Catalog>}
 */
export async function loadCatalog() {
  const [engine, studies] = await Promise.all([
    import('../web/generated/bufferlab_wasm.js'),
    import('../web/generated/bufferlab_studies.js'),
  ]);
  engine.initSync({ module: moduleOf('bufferlab_wasm') });
  studies.initSync({ module: moduleOf('bufferlab_studies') });
  /** @type {Catalog} */
  const catalog = JSON.parse(engine.catalog_json());
  /** @type {Catalog['models']} */
  const models = JSON.parse(studies.models_json());
  /** @type {Catalog['sections']} */
  const inputs = JSON.parse(studies.model_sections_json());
  return { ...catalog, models, sections: { ...catalog.sections, ...inputs } };
}

/** @param {string} name */
function moduleOf(name) {
  return readFileSync(join(root, 'web', 'generated', `${name}_bg.wasm`));
}
