/**
 * Running other programs, and saying so.
 *
 * Everything in this folder that runs before `npm ci` uses only what Node itself brings.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, wherever the caller stands. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// A fresh rustup is on the PATH only in shells started after it.
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
if (existsSync(cargoBin)) process.env.PATH = `${process.env.PATH ?? ''}${delimiter}${cargoBin}`;

/**
 * Tells the person at the terminal what is going on.
 *
 * @param {string} message
 */
export function say(message) {
  console.log(`\n▸ ${message}`);
}

/**
 * Stops with a message that says what to do next.
 *
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  console.error(`\n✗ ${message}\n`);
  process.exit(1);
}

/**
 * Runs a program in the repository with its output shown; true when it succeeded.
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
 * Runs a program of an installed package (`vitest`, `tsc`, …); true when it succeeded.
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
 * What a program prints, trimmed; null when it is absent or fails.
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
 * Runs programs without waiting for them, as several stages do at a time.
 *
 * @typedef {object} Shell
 * @property {(program: string, args?: string[], env?: Record<string, string>) => Promise<boolean>} run as `run`
 * @property {(script: string, args?: string[], env?: Record<string, string>) => Promise<boolean>} runPackage as
 *   `runPackage`
 * @property {(message: string) => void} say as `say`
 */

/**
 * A shell whose output goes to `write`.
 *
 * @param {(chunk: string | Uint8Array) => void} write
 * @returns {Shell}
 */
export function shellTo(write) {
  /** @type {Shell['run']} */
  const run = (program, args = [], env = {}) =>
    new Promise((resolve) => {
      // Programs color their output for a terminal, and see a pipe.
      const colors = process.stdout.isTTY ? { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' } : {};
      const child = spawn(program, args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...colors, ...env },
      });
      child.stdout.on('data', write);
      child.stderr.on('data', write);
      child.on('error', (error) => {
        write(`✗ ${program} did not start: ${error.message}\n`);
        resolve(false);
      });
      child.on('close', (status) => resolve(status === 0));
    });
  return {
    run,
    runPackage: (script, args = [], env = {}) =>
      run(process.execPath, [join(root, 'node_modules', script), ...args], env),
    say: (message) => write(`\n▸ ${message}\n`),
  };
}

/** A shell that shows its output as it comes. */
export const terminal = shellTo((chunk) => process.stdout.write(chunk));
