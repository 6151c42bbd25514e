/**
 * Names that a released version promises to keep: what links, files, programs and notebooks of users contain.
 *
 *     node .ci/promises.mjs    writes those of this version to `tests/promises/VERSION.json`, once, at its release
 *
 * The commands, the Python names and the JavaScript names are read from the pages of the reference, which tests compare with the
 * sources. `docs/reference/versions.md` says what is promised.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadCatalog } from './docs-catalog.mjs';
import { root } from './shell.mjs';

/** @typedef {Record<string, string[]>} Names names by what they name, each list sorted */

/** Headings of TypeDoc that are no names. */
const NO_NAMES = new Set(['Constructor', 'Example', 'Type']);

/** Returns all names of this version. @returns {Promise<Names>} */
export async function promisedNames() {
  const catalog = await loadCatalog();
  const sections = Object.values(catalog.sections);
  const ids = (/** @type {{ id: string }[]} */ rows) => rows.map(({ id }) => id);
  const names = {
    fields: sections.flatMap(({ id, params }) => params.map(({ name }) => `${id}: ${name}`)),
    kinds: Object.values(catalog.registries).flat(),
    measures: ids(catalog.measures),
    series: ids(catalog.series),
    warnings: ids(catalog.warnings),
    models: catalog.models.flatMap(({ id, outputs }) => outputs.map((output) => `${id}: ${output.id}`)),
    presets: files('engine/core/src/presets', '.json'),
    figures: files('engine/papers/figures', '.json'),
    lessons: files('public/lessons', '.md').filter((name) => name === name.toLowerCase()),
    options: optionsIn(reference('commands')),
    python: signaturesIn(reference('python')),
    javascript: headingsIn(reference('javascript')),
  };
  return Object.fromEntries(Object.entries(names).map(([kind, list]) => [kind, [...new Set(list)].sort()]));
}

/**
 * @param {string} folder
 * @param {string} extension
 */
function files(folder, extension) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(extension));
  return names.map((name) => basename(name, extension));
}

/** @param {string} name */
function reference(name) {
  return readFileSync(join(root, 'docs', 'reference', `${name}.md`), 'utf8');
}

/**
 * Returns the options of the commands, such as `run --csv <FILE>`.
 *
 * @param {string} page
 */
function optionsIn(page) {
  const [, ...commands] = page.split(/^## /m);
  return commands.flatMap((text) => {
    const [command = ''] = text.split('\n');
    const options = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, option = '']) => option);
    return [command, ...options.map((option) => `${command} ${option}`)];
  });
}

/**
 * Returns the names of the Python package with their parameters, such as `run(seed)`.
 *
 * @param {string} page
 */
function signaturesIn(page) {
  const [, ...objects] = page.split(/^## /m);
  return objects.flatMap((text) => {
    const [owner = ''] = text.split('\n');
    return text.split(/^### /m).flatMap((part, i) => {
      const [heading = ''] = part.split('\n');
      const name = i === 0 ? owner : `${owner}.${heading}`;
      const [, list = ''] = /```python\n[\w.]+\(([^]*?)\)(?: ->[^\n]*)?\n```/.exec(part) ?? [];
      const parameters = [...list.matchAll(/(\w+)(?=: )/g)].map(([, one = '']) => one);
      return [name, ...parameters.map((parameter) => `${name}(${parameter})`)];
    });
  });
}

/**
 * Returns the names of the npm package: exports, and members of classes and types.
 *
 * @param {string} page
 */
function headingsIn(page) {
  const [, ...objects] = page.split(/^## /m);
  return objects.flatMap((text) => {
    const [owner = ''] = text.split('\n');
    const members = [...text.matchAll(/^#### (\w+)/gm)].map(([, name = '']) => name);
    const properties = [...text.matchAll(/^\| .*?`(\w+)\??` \|/gm)].map(([, name = '']) => name);
    const own = [...members, ...properties].filter((name) => !NO_NAMES.has(name));
    return NO_NAMES.has(owner) ? [] : [owner, ...own.map((name) => `${owner}.${name}`)];
  });
}

if (process.argv[1] === import.meta.filename) {
  const { version } = /** @type {{ version: string }} */ (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  );
  const file = join(root, 'tests', 'promises', `${version}.json`);
  writeFileSync(file, `${JSON.stringify(await promisedNames(), null, 2)}\n`);
  console.log(`Wrote ${file}`);
}
