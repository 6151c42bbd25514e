/**
 * Compiles the engine for the browser and writes its bindings into web/generated/.
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

/** Compiles the engine, or stops with a message. Call after `ensureToolchain`. */
export async function buildEngine() {
  if (!(await compileEngine(terminal))) stop('The engine did not compile, see above.');
}

/**
 * Compiles the engine and writes its bindings; resolves to whether both succeeded.
 *
 * @param {Shell} shell
 */
export async function compileEngine(shell) {
  shell.announce('Compiling the engine for the browser');
  const target = ['--profile', 'browser', '--target', 'wasm32-unknown-unknown'];
  if (!(await shell.run('cargo', ['build', '--locked', ...target, '-p', 'bufferlab-wasm']))) return false;

  const compiled = join(targetDirectory(), 'wasm32-unknown-unknown', 'browser', 'bufferlab_wasm.wasm');
  const source = fingerprint(compiled, join(root, 'engine', 'xtask', 'src', 'main.rs'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === source) return true;

  shell.announce('Writing the JavaScript bindings to web/generated/');
  const bind = ['run', '--locked', '-q', '-p', 'bufferlab-xtask', '--', compiled, generated];
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
