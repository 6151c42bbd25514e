/**
 * Programs that only a release needs, below `target/release-tools`: Zig, cargo-zigbuild, maturin and twine from PyPI, and
 * cargo-cyclonedx from crates.io.
 */
import { join } from 'node:path';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { targetDirectory } from '../engine.mjs';
import { ensureEnvironment, pathWith } from '../environment.mjs';
import { findPython } from '../python.mjs';
import { output, root, stop, terminal } from '../shell.mjs';
import { targets } from './platforms.mjs';

const CYCLONEDX = '0.5.9';

/**
 * Returns the environment of a reproducible build: the time of the commit in place of the clock, and flags that keep folders of this
 * machine out of what is compiled.
 *
 * @returns {Record<string, string>}
 */
export function reproducible() {
  const commit = output('git', ['log', '-1', '--format=%ct']);
  const time =
    process.env.SOURCE_DATE_EPOCH ?? commit ?? stop('A release needs git, for the time of its commit.');
  return {
    SOURCE_DATE_EPOCH: time,
    CARGO_ENCODED_RUSTFLAGS: remaps().join('\x1f'),
    CARGO_INCREMENTAL: '0',
    LC_ALL: 'C',
    TZ: 'UTC',
  };
}

/**
 * Installs the programs and the compiler's libraries of all targets, or stops with a message.
 *
 * @returns {Promise<string>} the PATH with the programs
 */
export async function ensureReleaseTools() {
  const python =
    findPython() ?? stop('A release needs Python 3.10 to 3.13 with venv (Debian: python3-venv).');
  const folder = join(targetDirectory(), 'release-tools');
  const requirements = join(root, '.ci', 'release', 'requirements.txt');
  if (!(await ensureEnvironment(python, { folder, requirements }, terminal)))
    stop('The programs for a release were not installed, see above.');
  await ensureCyclonedx(folder);
  await ensureTargets();
  return pathWith(folder);
}

/**
 * Writes a linker for Python modules for Windows beside the programs, and returns its path. maturin can use Zig by itself, but then
 * exports the module by its name with that of the package, which the module does not have.
 *
 * @returns {string}
 */
export function windowsLinker() {
  const bin = join(targetDirectory(), 'release-tools', 'bin');
  const exports = join(bin, 'windows-module.def');
  const linker = join(bin, 'windows-linker');
  writeFileSync(exports, 'EXPORTS\n    PyInit__native\n');
  const zig = `exec "${bin}/maturin" zig cc -- -fno-sanitize=all -target x86_64-windows-gnu "$@" "${exports}"`;
  writeScript(linker, zig);
  // The compiler looks for it by this name.
  writeScript(join(bin, 'x86_64-w64-mingw32-dlltool'), `exec "${bin}/python3" -m ziglang dlltool "$@"`);
  return linker;
}

/**
 * @param {string} file
 * @param {string} command
 */
function writeScript(file, command) {
  writeFileSync(file, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
}

/** @param {string} folder */
async function ensureCyclonedx(folder) {
  const program = join(
    folder,
    'bin',
    process.platform === 'win32' ? 'cargo-cyclonedx.exe' : 'cargo-cyclonedx',
  );
  const printed = existsSync(program) ? output(program, ['cyclonedx', '--version']) : null;
  if (printed?.includes(CYCLONEDX)) return;
  terminal.announce(`Compiling cargo-cyclonedx ${CYCLONEDX}, once`);
  // It runs for a second, so optimizing it would take longer than it saves.
  const install = [
    'install',
    '--locked',
    '--quiet',
    '--debug',
    '--root',
    folder,
    `cargo-cyclonedx@${CYCLONEDX}`,
  ];
  if (!(await terminal.run('cargo', install))) stop('cargo-cyclonedx did not compile, see above.');
}

async function ensureTargets() {
  const installed = output('rustup', ['target', 'list', '--installed'])?.split('\n') ?? [];
  const missing = targets().filter((target) => !installed.includes(target));
  if (missing.length === 0) return;
  terminal.announce(`Installing Rust’s libraries for ${missing.join(', ')}`);
  if (!(await terminal.run('rustup', ['target', 'add', ...missing])))
    stop('They were not installed, see above.');
}

/** Returns flags that replace the folders of this machine in panic messages, which would differ between machines. */
function remaps() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const registry = join(cargo, 'registry', 'src');
  const sources = existsSync(registry)
    ? readdirSync(registry).map((name) => [join(registry, name), '/crates'])
    : [];
  // The last one that matches a path is used.
  const folders = [[targetDirectory(), '/target'], [root.replace(/[\\/]$/, ''), '/bufferlab'], ...sources];
  return folders.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}
