/**
 * What the Papers room knows from the start, as the module `virtual:papers`: a catalogue of the files in
 * `engine/artefacts`, made whenever the page is built. While the page is developed it is made anew when one of them
 * changes.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

const MODULE = 'virtual:papers';
const FOLDER = join(root, 'engine', 'artefacts');

/** @typedef {{ headings: string; papers: Record<string, string>; results: Record<string, string> }} Files */

/**
 * @param {(files: Files) => unknown} catalogueOf
 * @returns {import('vite').Plugin}
 */
export function papers(catalogueOf) {
  return {
    name: 'papers',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      for (const file of filesIn(FOLDER)) this.addWatchFile(file);
      return `export default ${JSON.stringify(catalogueOf(readFiles(FOLDER)))}`;
    },
    handleHotUpdate({ file, server }) {
      const module = server.moduleGraph.getModuleById(`\0${MODULE}`);
      if (module && file.startsWith(FOLDER)) server.moduleGraph.invalidateModule(module);
    },
  };
}

/**
 * Texts of the files, which may not be there.
 *
 * @param {string} folder
 * @returns {Files}
 */
export function readFiles(folder) {
  const headings = join(folder, 'headings.json');
  return {
    headings: existsSync(headings) ? readFileSync(headings, 'utf8') : '[]',
    papers: textsIn(join(folder, 'papers')),
    results: textsIn(join(folder, 'results')),
  };
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
