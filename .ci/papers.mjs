/**
 * Module `virtual:papers`: the catalog of the Papers view. The build makes it from the files of the papers in
 * `engine/papers`, which the engine reads. The development server makes it again after a change of these files.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './shell.mjs';

const MODULE = 'virtual:papers';
const FOLDER = join(root, 'engine', 'papers');

/** @typedef {(figure: string, result: string | undefined) => unknown} Read */
/** @typedef {{ figures: Record<string, string>; results: Record<string, string> }} Files */

/** @returns {import('vite').Plugin} */
export function papers() {
  return {
    name: 'papers',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      for (const file of filesIn(FOLDER)) this.addWatchFile(file);
      return `export default ${JSON.stringify(await catalogOf(readFiles(FOLDER)))}`;
    },
    handleHotUpdate({ file, server }) {
      const module = server.moduleGraph.getModuleById(`\0${MODULE}`);
      if (module && file.startsWith(FOLDER)) server.moduleGraph.invalidateModule(module);
    },
  };
}

/**
 * Makes the catalog by `web/papers/catalog.ts`.
 *
 * @param {Files} files
 */
async function catalogOf(files) {
  /** @type {{ module: { catalogOf: (files: Files, read: Read) => unknown } }} */
  const { module } = await runnerImport(join(root, 'web', 'papers', 'catalog.ts'));
  const engine = await import('../web/generated/bufferlab_studies.js');
  engine.initSync({ module: readFileSync(join(root, 'web', 'generated', 'bufferlab_studies_bg.wasm')) });
  /** @type {Read} */
  const readFigure = (figure, result) => JSON.parse(engine.figure_json(figure, result));
  return module.catalogOf(files, readFigure);
}

/**
 * Reads the files; missing files count as empty.
 *
 * @param {string} folder
 * @returns {Files}
 */
function readFiles(folder) {
  return { figures: textsIn(join(folder, 'figures')), results: textsIn(join(folder, 'results')) };
}

/** @param {string} folder */
function textsIn(folder) {
  const entries = filesIn(folder).map(
    (file) => /** @type {const} */ ([nameOf(file), readFileSync(file, 'utf8')]),
  );
  return Object.fromEntries(entries);
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

/** @param {string} file */
function nameOf(file) {
  return file.replace(/^.*[\\/]|\.json$/g, '');
}
