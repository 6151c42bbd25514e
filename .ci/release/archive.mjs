/**
 * Archives with equal bytes for equal files: names are sorted, and times, owners and permissions do not depend on the machine.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { zipSync } from 'fflate';
import { create } from 'tar';

/** First time that a zip archive can express. The parts are those of local time, which the library writes. */
export const ZIP_TIME = new Date(1980, 0, 1);

/** Attributes of a regular file in a zip archive made under Unix. @param {number} mode */
const zipAttributes = (mode) => (0o100000 | mode) * 0x10000;
const UNIX = 3;

/**
 * Returns the paths of all files below a folder, relative to it, with slashes, sorted by their bytes.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort((a, b) => (a < b ? -1 : 1));
}

/**
 * Writes a folder's content as a zip archive.
 *
 * @param {string} folder
 * @param {string} archive
 * @param {string} [prefix] folder in the archive
 */
export function writeZip(folder, archive, prefix = '') {
  /** @type {import('fflate').Zippable} */
  const entries = {};
  for (const path of filesBelow(folder)) {
    const mode = isProgram(join(folder, path)) ? 0o755 : 0o644;
    const options = { os: UNIX, attrs: zipAttributes(mode), mtime: ZIP_TIME };
    entries[prefix + path] = [readFileSync(join(folder, path)), options];
  }
  mkdirSync(dirname(archive), { recursive: true });
  writeFileSync(archive, zipSync(entries, { level: 9 }));
}

/**
 * Writes a folder as a compressed tar archive, in which the folder has its own name.
 *
 * @param {string} folder
 * @param {string} archive
 */
export function writeTar(folder, archive) {
  mkdirSync(dirname(archive), { recursive: true });
  rmSync(archive, { force: true });
  const parent = dirname(folder);
  const name = relative(parent, folder);
  create(
    {
      file: archive,
      cwd: parent,
      sync: true,
      // Without owners and times of access.
      portable: true,
      mtime: ZIP_TIME,
      gzip: { level: 9 },
      onWriteEntry: (entry) => {
        if (entry.stat !== undefined) entry.stat.mode = isProgram(join(parent, entry.path)) ? 0o755 : 0o644;
      },
    },
    filesBelow(folder).map((path) => `${name}/${path}`),
  );
}

/** @param {string} path */
function isProgram(path) {
  return (statSync(path).mode & 0o100) !== 0;
}
