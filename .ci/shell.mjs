/**
 * Runs other programs and prints messages.
 *
 * Files in this folder that run before `npm ci` use only modules of Node itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// A new rustup is on the PATH only in shells that start after its installation.
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
if (existsSync(cargoBin)) process.env.PATH = `${process.env.PATH ?? ''}${delimiter}${cargoBin}`;

/**
 * Prints a message about the current step.
 *
 * @param {string} message
 */
export function announce(message) {
  console.log(`\n▸ ${message}`);
}

/**
 * Prints a message that says what to do next, and exits with an error.
 *
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  console.error(`\n✗ ${message}\n`);
  process.exit(1);
}

/**
 * Runs a program in the repository and shows its output. Returns true if it succeeds.
 *
 * @param {string} program
 * @param {string[]} [args]
 * @param {Record<string, string>} [env] added to the environment
 * @returns {boolean}
 */
export function run(program, args = [], env = {}) {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/**
 * Runs a program of an installed package (`vitest`, `tsc`, …). Returns true if it succeeds.
 *
 * @param {string} script path of its JavaScript below node_modules
 * @param {string[]} [args]
 * @param {Record<string, string>} [env] added to the environment
 * @returns {boolean}
 */
export function runPackage(script, args = [], env = {}) {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], env);
}

/**
 * Returns the trimmed output of a program, or null if it is missing or fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @returns {string | null}
 */
export function output(program, args) {
  const { status, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Functions that run programs asynchronously, for several stages in parallel.
 *
 * @typedef {object} Shell
 * @property {(program: string, args?: string[], env?: Record<string, string>) => Promise<boolean>} run as `run`
 * @property {(script: string, args?: string[], env?: Record<string, string>) => Promise<boolean>} runPackage as
 *   `runPackage`
 * @property {(message: string) => void} announce as `announce`
 */

/**
 * Returns a shell whose output goes to `write`.
 *
 * @param {(chunk: string | Uint8Array) => void} write
 * @param {Record<string, string>} [surroundings] added to the environment of each program
 * @returns {Shell}
 */
export function shellTo(write, surroundings = {}) {
  /** @type {Shell['run']} */
  const run = (program, args = [], env = {}) =>
    new Promise((resolve) => {
      // Programs color their output only for a terminal; here it is a pipe.
      const colors = process.stdout.isTTY ? { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' } : {};
      const child = spawn(program, args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...colors, ...surroundings, ...env },
      });
      child.stdout.on('data', write);
      child.stderr.on('data', write);
      child.on('error', (error) => {
        write(`✗ ${program} cannot be started: ${error.message}\n`);
        resolve(false);
      });
      child.on('close', (status) => resolve(status === 0));
    });
  return {
    run,
    runPackage: (script, args = [], env = {}) =>
      run(process.execPath, [join(root, 'node_modules', script), ...args], env),
    announce: (message) => write(`\n▸ ${message}\n`),
  };
}

/** Shell that shows its output at once. */
export const terminal = shellTo((chunk) => process.stdout.write(chunk));
