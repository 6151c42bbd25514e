/**
 * Module `virtual:lessons`: the lessons that explain each preset and each figure of the papers. The build makes it from the
 * front matter in `public/lessons`. The development server makes it again after a change of these files.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './shell.mjs';

const MODULE = 'virtual:lessons';
const FOLDER = join(root, 'public', 'lessons');

/** @returns {import('vite').Plugin} */
export function lessons() {
  return {
    name: 'lessons',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
      for (const name of names) this.addWatchFile(join(FOLDER, name));
      /** @type {Record<string, string>} */
      const texts = {};
      for (const name of names) texts[name.slice(0, -3)] = readFileSync(join(FOLDER, name), 'utf8');
      return `export default ${JSON.stringify(await linksOf(texts))}`;
    },
    handleHotUpdate({ file, server }) {
      const module = server.moduleGraph.getModuleById(`\0${MODULE}`);
      if (module && file.startsWith(FOLDER)) server.moduleGraph.invalidateModule(module);
    },
  };
}

/**
 * Makes the links by `web/lessons/source/linkCatalog.ts`.
 *
 * @param {Record<string, string>} files
 */
async function linksOf(files) {
  /** @type {{ module: { linksOf: (files: Record<string, string>) => unknown } }} */
  const { module } = await runnerImport(join(root, 'web', 'lessons', 'source', 'linkCatalog.ts'));
  return module.linksOf(files);
}
