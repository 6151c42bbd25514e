/**
 * Python environments below `target/`, with the packages of a locked file of requirements. An environment is made again after a
 * change of this file or of Python.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** @typedef {import('./shell.mjs').Shell} Shell */
/** @typedef {{ path: string; version: string }} Python */
/** @typedef {{ folder: string; requirements: string }} Environment a folder, and the file that names its packages */

/**
 * Returns the path of a program of an environment.
 *
 * @param {string} folder
 * @param {string} name
 */
export function programIn(folder, name) {
  return process.platform === 'win32' ? join(folder, 'Scripts', `${name}.exe`) : join(folder, 'bin', name);
}

/**
 * Returns a PATH on which the programs of an environment come first.
 *
 * @param {string} folder
 */
export function pathWith(folder) {
  return `${dirname(programIn(folder, 'python'))}${delimiter}${process.env.PATH ?? ''}`;
}

/**
 * Returns whether an environment has the packages that its file names.
 *
 * @param {Python} python
 * @param {Environment} environment
 */
export function isComplete(python, { folder, requirements }) {
  const stamp = join(folder, '.made-from');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(python, requirements);
}

/**
 * Installs the locked packages in an environment, unless they are there; resolves to whether it succeeded.
 *
 * @param {Python} python
 * @param {Environment} environment
 * @param {Shell} shell
 */
export async function ensureEnvironment(python, { folder, requirements }, shell) {
  if (isComplete(python, { folder, requirements })) return true;
  const names = [...readFileSync(requirements, 'utf8').matchAll(/^([\w.-]+)==/gm)].map(([, name]) => name);
  shell.announce(`Installing for Python ${python.version} into ${folder}: ${[...new Set(names)].join(', ')}`);
  rmSync(folder, { recursive: true, force: true });
  const made =
    (await shell.run(python.path, ['-m', 'venv', folder])) &&
    (await shell.run(programIn(folder, 'python'), [
      ...['-m', 'pip', 'install', '-q', '--disable-pip-version-check'],
      ...['--require-hashes', '-r', requirements],
    ]));
  if (made) writeFileSync(join(folder, '.made-from'), stampOf(python, requirements));
  return made;
}

/**
 * @param {Python} python
 * @param {string} requirements
 */
function stampOf(python, requirements) {
  const hash = createHash('sha256').update(readFileSync(requirements));
  return hash.update(`${python.path} ${python.version}`).digest('hex');
}
