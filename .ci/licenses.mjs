/**
 * Copies of the licenses of the content of `dist/`: our own, those of the packages in the page (written by Vite), and
 * those of the crates in the engine and in the judge of lessons.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGE_MODULES } from './engine.mjs';
import { root, stop } from './shell.mjs';

/**
 * @typedef {{ id: string; name: string; version: string; license: string | null; manifest_path: string;
 *   source: string | null; targets: { kind: string[] }[] }} Crate
 */
/** @typedef {{ id: string; deps: { pkg: string; dep_kinds: { kind: string | null }[] }[] }} Node */

/** @returns {import('vite').Plugin} */
export function licenses() {
  return { name: 'licenses', apply: 'build', closeBundle: addLicenses };
}

function addLicenses() {
  const folder = join(root, 'dist', 'licences');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(folder, 'bufferlab.txt'));
  writeFileSync(join(folder, 'crates.md'), noticesOf(PAGE_MODULES, 'wasm32-unknown-unknown'));
}

/**
 * Returns the licenses, with their texts, of the foreign crates that some crates contain.
 *
 * @param {string[]} names
 * @param {string} target for which they are compiled
 */
export function noticesOf(names, target) {
  return cratesOf(names, target).map(noticeOf).join('\n');
}

/**
 * Returns the foreign crates that some crates contain, each once.
 *
 * @param {string[]} names
 * @param {string} target
 * @returns {Crate[]}
 */
function cratesOf(names, target) {
  const options = ['--format-version', '1', '--locked', '--filter-platform', target];
  const output = execFileSync('cargo', ['metadata', ...options], { cwd: root, maxBuffer: 1 << 28 });
  /** @type {{ packages: Crate[]; resolve: { nodes: Node[] } }} */
  const { packages, resolve } = JSON.parse(output.toString());
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const macros = new Set(packages.filter(isMacro).map(({ id }) => id));
  const named = names.map(
    (name) => packages.find((crate) => crate.name === name) ?? stop(`There is no crate ${name}.`),
  );
  const reached = new Set(named.map(({ id }) => id));
  for (const id of reached) {
    const linked = nodes.get(id)?.deps.filter((dep) => dep.dep_kinds.some(({ kind }) => kind === null));
    for (const { pkg } of linked ?? []) if (!macros.has(pkg)) reached.add(pkg);
  }
  return packages.filter((crate) => reached.has(crate.id) && crate.source !== null);
}

/**
 * Returns whether a crate runs only in the compiler, so that its code is not in the output.
 *
 * @param {Crate} crate
 */
function isMacro({ targets }) {
  return targets.some(({ kind }) => kind.includes('proc-macro'));
}

/**
 * Returns the license of a crate with the texts in its package, or with that in `.ci/licenses/` where the package has none.
 *
 * @param {Crate} crate
 */
function noticeOf({ name, version, license, manifest_path }) {
  const folder = dirname(manifest_path);
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|unlicense)/i.test(file))
    .map((file) => join(folder, file));
  const ours = join(root, '.ci', 'licenses', `${name}.txt`);
  if (files.length === 0 && existsSync(ours)) files.push(ours);
  if (files.length === 0) stop(`${name} ${version} has no license text.`);
  const texts = files.map((file) => readFileSync(file, 'utf8').trim());
  return `## ${name} ${version} (${license ?? 'see below'})\n\n${texts.join('\n\n---\n\n')}\n`;
}
