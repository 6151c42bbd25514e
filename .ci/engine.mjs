/**
 * Compiles the engine, the studies, the judge of lessons, the readers of files, captures of packets and the commands of the npm package to
 * WebAssembly, and writes their bindings into web/generated/.
 *
 * cargo decides whether to compile. The bindings are written only if the compiled file has changed, so that later steps are
 * not repeated without need.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { output, root, stop, terminal } from './shell.mjs';

/** @typedef {import('./shell.mjs').Shell} Shell */

const generated = join(root, 'web', 'generated');
const stamp = join(generated, '.made-from');

/**
 * Crates that become modules of the page. Each is compiled by itself: together, the engine would get the features of the
 * judge, and with them the readers of claims.
 */
export const PAGE_MODULES = [
  'bufferlab-wasm',
  'bufferlab-studies',
  'bufferlab-judge',
  'bufferlab-files',
  'bufferlab-packets',
];

/** Crates that become modules of the page or of the npm package, compiled likewise. */
export const MODULES = [...PAGE_MODULES, 'bufferlab-command'];

/**
 * Compiles the engine, or stops with a message. Call after `ensureToolchain`.
 *
 * @param {Record<string, string>} [env] added to the environment of the compiler
 */
export async function buildEngine(env = {}) {
  if (!(await compileEngine(terminal, env))) stop('The engine did not compile, see above.');
}

/**
 * Compiles the modules and writes their bindings; resolves to whether both succeeded.
 *
 * @param {Shell} shell
 * @param {Record<string, string>} [env] added to the environment of the compiler
 */
export async function compileEngine(shell, env = {}) {
  shell.announce('Compiling the engine for the browser');
  const target = ['--profile', 'browser', '--target', 'wasm32-unknown-unknown'];
  for (const crate of MODULES) {
    if (!(await shell.run('cargo', ['build', '--locked', ...target, '-p', crate], env))) return false;
  }
  const folder = join(targetDirectory(), 'wasm32-unknown-unknown', 'browser');
  const compiled = MODULES.map((crate) => join(folder, `${crate.replace('-', '_')}.wasm`));
  const source = fingerprint(...compiled, join(root, 'engine', 'xtask', 'src', 'main.rs'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === source) return true;

  shell.announce('Writing the JavaScript bindings to web/generated/');
  const bind = ['run', '--locked', '-q', '-p', 'bufferlab-xtask', '--', generated, ...compiled];
  if (!(await shell.run('cargo', bind))) return false;
  writeFileSync(stamp, source);
  return true;
}

/**
 * Compiles the native program with the release profile, or stops with a message.
 *
 * @returns {Promise<string>} its path
 */
export async function buildProgram() {
  terminal.announce('Compiling the native program');
  if (!(await terminal.run('cargo', ['build', '--locked', '--release', '-p', 'bufferlab-cli']))) {
    stop('The native program did not compile, see above.');
  }
  return programOf('release');
}

/**
 * Returns the path of the native program for a profile of cargo.
 *
 * @param {string} profile
 */
export function programOf(profile) {
  return join(targetDirectory(), profile, process.platform === 'win32' ? 'bufferlab.exe' : 'bufferlab');
}

/** Returns the target directory of cargo, which users can set in several ways. */
export function targetDirectory() {
  const printed = output('cargo', ['metadata', '--locked', '--no-deps', '--format-version', '1']);
  if (printed === null) return join(root, 'target');
  const metadata = /** @type {{ target_directory: string }} */ (JSON.parse(printed));
  return metadata.target_directory;
}

/** @param {string[]} files */
function fingerprint(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}
