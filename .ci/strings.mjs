/**
 * `npm run strings`: writes every text that users read to `target/strings`, one file per view, so that one person can
 * read them from top to bottom.
 *
 * The page's texts come from its files of strings, the program's from its help and sources, the catalog's and the
 * presets' from the program, the figures' from their documents.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { output, root, announce, stop, terminal } from './shell.mjs';
import { sentences, textsOf, trackedFiles } from './texts.mjs';

/** @typedef {{ where: string; text: string }} Line */

ensurePackages();
ensureToolchain();
if (!(await terminal.run('cargo', ['build', '--locked', '--profile', 'ci', '-p', 'bufferlab-cli']))) {
  stop('The program did not compile, see above.');
}
const program = programOf('ci');
const folder = join(root, 'target', 'strings');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

for (const file of trackedFiles('web/*/strings.ts', 'web/*/lazyStrings.ts', 'web/strings.ts')) {
  write(
    file
      .replace(/^web\//, 'page-')
      .replaceAll('/', '-')
      .replace(/\.ts$/, ''),
    stringsOf(file),
  );
}
write('program-help', helpOfProgram());
write('program-messages', stringsOf('engine/cli/src', 'engine/native/src'));
write('catalog', valuesOf(json('catalog', '--json')));
write('presets', valuesOf(json('presets', '--json')));
write('warnings', stringsOf('engine/core/src/warnings'));
write(
  'errors',
  stringsOf(...['scenario', 'spec', 'study', 'advise', 'trace'].map((name) => `engine/core/src/${name}`)),
);
write('papers', stringsOf('engine/papers/figures/*.json'));
write('python', docsOf('engine/python'));
announce(`Texts written to ${folder}`);

/**
 * @param {string} name of the file, without its end
 * @param {Line[]} lines
 */
function write(name, lines) {
  const rows = lines.map(({ where, text }) => `${where}\n    ${text.replaceAll('\n', '\n    ')}\n`);
  writeFileSync(join(folder, `${name}.txt`), rows.join('\n'));
  const count = lines.reduce((sum, { text }) => sum + sentences(text).length, 0);
  console.log(
    `${name.padEnd(28)} ${String(lines.length).padStart(5)} texts ${String(count).padStart(6)} sentences`,
  );
}

/**
 * Returns the strings with at least two letters of the sources below some paths, without tests.
 *
 * @param {...string} paths
 * @returns {Line[]}
 */
function stringsOf(...paths) {
  return trackedFiles(...paths)
    .filter((file) => /\.(ts|rs|json)$/.test(file) && !/tests?(\/|\.rs)/.test(file))
    .flatMap(textsOf)
    .filter(
      ({ kind, file, text }) =>
        kind === 'string' && (file.endsWith('.ts') ? /\p{Letter}{2}/u : /\p{Letter} \p{Letter}/u).test(text),
    )
    .map(({ file, line, text }) => ({ where: `${file}:${line}`, text }));
}

/**
 * @param {...string} paths
 * @returns {Line[]}
 */
function docsOf(...paths) {
  return trackedFiles(...paths)
    .filter((file) => /\.pyi?$/.test(file) && !file.includes('test'))
    .flatMap(textsOf)
    .filter(({ kind }) => kind === 'doc')
    .map(({ file, line, text }) => ({ where: `${file}:${line}`, text }));
}

/** @returns {Line[]} the help of every command */
function helpOfProgram() {
  const commands = [...run('help').matchAll(/^ {2}([a-z]+) {2,}/gm)].map((match) => String(match[1]));
  return ['', ...commands.filter((name) => name !== 'help')].map((name) => ({
    where: `bufferlab help ${name}`.trimEnd(),
    text: run('help', ...(name === '' ? [] : [name])),
  }));
}

/**
 * Returns the strings of a JSON value that hold more than one word, each with its path.
 *
 * @param {unknown} value
 * @param {string} path
 * @returns {Line[]}
 */
function valuesOf(value, path = '') {
  if (typeof value === 'string')
    return /\p{Letter} \p{Letter}/u.test(value) ? [{ where: path, text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => valuesOf(each, path === '' ? key : `${path}.${key}`));
}

/**
 * @param {...string} args
 * @returns {unknown}
 */
function json(...args) {
  return JSON.parse(run(...args));
}

/** @param {...string} args */
function run(...args) {
  const printed = output(program, args);
  if (printed === null) return stop(`bufferlab ${args.join(' ')} failed.`);
  return printed;
}
