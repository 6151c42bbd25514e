/**
 * The version of Bufferlab, which `package.json` determines, in the other files that have to name it.
 *
 *     npm version 1.0.1 --no-git-tag-version    raises it in `package.json` and `package-lock.json`, and runs this script
 *
 * Also puts the changes since the last release under a heading with the version and the date. A test compares these files with
 * `package.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

const manifest = /** @type {{ version: string }} */ (JSON.parse(read('package.json')));

/** Version that `package.json` has. */
export const VERSION = manifest.version;

/** @typedef {[pattern: RegExp, as: string]} Place a version or a date between the two groups of a pattern, and its new value */

/**
 * Returns the files that name the version or its date, as they must be, by their paths.
 *
 * @param {string} version
 * @param {string} date of the release, such as `2026-11-29`
 * @returns {Record<string, string>}
 */
export function filesOf(version, date) {
  return {
    'Cargo.toml': withPlaces('Cargo.toml', [
      [/^(\[workspace\.package\]\nversion = ")[^"]*(")/gm, version],
      [/^(bufferlab-\w+ = \{ path = "[^"]*", version = ")[^"]*(")/gm, version],
    ]),
    'Cargo.lock': withPlaces('Cargo.lock', [[/^(name = "bufferlab-\w+"\nversion = ")[^"]*(")/gm, version]]),
    'CITATION.cff': withPlaces('CITATION.cff', [
      [/^(version: ).*()$/gm, version],
      [/^(date-released: ).*()$/gm, date],
    ]),
    'codemeta.json': withPlaces('codemeta.json', [
      [/^( {2}"version": ")[^"]*(")/gm, version],
      [/^( {2}"datePublished": ")[^"]*(")/gm, date],
    ]),
    'CHANGELOG.md': cut(read('CHANGELOG.md'), version, date),
  };
}

/**
 * Returns the newest version in the changelog with its date, such as `['1.0.0', '2026-11-29']`.
 *
 * @param {string} changelog
 * @returns {[version: string, date: string] | null} null before the first release
 */
export function newestIn(changelog) {
  const [, version = '', date = ''] = /^## \[(\d\S*)\] - (\S+)$/m.exec(changelog) ?? [];
  return version === '' ? null : [version, date];
}

/**
 * Puts what has changed since the last release under a heading of this version, unless it is the newest already.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date
 */
function cut(changelog, version, date) {
  if (newestIn(changelog)?.[0] === version) return changelog;
  return changelog.replace(/^## \[Unreleased\]$/m, (heading) => `${heading}\n\n## [${version}] - ${date}`);
}

/**
 * @param {string} path
 * @param {Place[]} places
 */
function withPlaces(path, places) {
  return places.reduce(
    (text, [pattern, value]) => text.replaceAll(pattern, (_, before, after) => `${before}${value}${after}`),
    read(path),
  );
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

if (process.argv[1] === import.meta.filename) {
  const today = new Date().toISOString().slice(0, 10);
  for (const [path, text] of Object.entries(filesOf(VERSION, today))) writeFileSync(join(root, path), text);
}
