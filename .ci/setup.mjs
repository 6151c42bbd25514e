/**
 * Installs missing programs: JavaScript packages, the Rust toolchain with its wasm target, and Chromium for tests. If nothing
 * is missing, it takes a fraction of a second.
 *
 * Requirements: Node and rustup.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumOnPath } from './chromium.mjs';
import { output, root, run, runPackage, announce, stop } from './shell.mjs';

const wasm = 'wasm32-unknown-unknown';

/** Installs the packages of `package-lock.json` in `node_modules`. */
export function ensurePackages() {
  ensureNode();
  if (packagesAreAsLocked()) return;
  announce('Installing the JavaScript packages named in package-lock.json');
  // npm passes its path to scripts; the program has another name on Windows.
  const npm = process.env.npm_execpath;
  const installed = npm ? run(process.execPath, [npm, 'ci']) : run('npm', ['ci']);
  if (!installed) stop('`npm ci` failed, see above. Fix the cause, then run this command again.');
}

/** Installs the toolchain of `rust-toolchain.toml` with its wasm target, clippy and rustfmt. */
export function ensureToolchain() {
  if (toolchainIsComplete()) return;
  if (output('rustup', ['--version']) === null) {
    stop('rustup was not found. Install it from https://rustup.rs, then run this command again.');
  }
  announce('Installing the Rust toolchain named in rust-toolchain.toml');
  run('rustup', ['toolchain', 'install', '--no-self-update']);
  if (toolchainIsComplete()) return;
  run('rustup', ['target', 'add', wasm]);
  run('rustup', ['component', 'add', 'clippy', 'rustfmt']);
  if (!toolchainIsComplete()) {
    stop(
      `The Rust toolchain is incomplete. Run: rustup target add ${wasm}; rustup component add clippy rustfmt`,
    );
  }
}

/** Installs Chromium for the browser tests if it is missing. Call after `ensurePackages`. */
export async function ensureChromium() {
  if (chromiumOnPath() !== undefined || (await playwrightsChromiumRuns())) return;
  announce('Installing Chromium for the browser tests');
  if (runPackage('@playwright/test/cli.js', ['install', 'chromium']) && (await playwrightsChromiumRuns()))
    return;
  if (isDebianRoot()) {
    announce('Playwright’s Chromium does not run here; installing the system’s package');
    if (installDebiansChromium() && chromiumOnPath() !== undefined) return;
  }
  stop(
    'The browser tests need Chromium. Install it with your system’s packages (Debian: apt install chromium), ' +
      'or with `npx playwright install --with-deps chromium`, or set BUFFERLAB_CHROMIUM to its path.',
  );
}

/** Returns whether Debian packages can be installed: on Debian, as root. */
export function isDebianRoot() {
  return process.getuid?.() === 0 && output('apt-get', ['--version']) !== null;
}

/** Installs Debian's Chromium; needs root. Returns true if it succeeds. */
export function installDebiansChromium() {
  return installDebians('chromium-headless-shell');
}

/** Installs Debian's Python with venv; needs root. Returns true if it succeeds. */
export function installDebiansPython() {
  return installDebians('python3-venv');
}

/**
 * Installs packages of Debian; needs root. Returns true if it succeeds.
 *
 * @param {string[]} names
 */
export function installDebians(...names) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return (
    run('apt-get', ['update', '-qq'], env) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], env)
  );
}

function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Node ${process.versions.node} is too old: 20.19 or later is needed (https://nodejs.org).`);
}

/** Compares npm's list of installed packages with the lock file. File times would be wrong after a checkout. */
function packagesAreAsLocked() {
  const installed = packagesIn('node_modules/.package-lock.json');
  const locked = packagesIn('package-lock.json');
  if (installed === null || locked === null) return false;
  const paths = Object.keys({ ...installed, ...locked }).filter((path) => path !== '');
  return paths.every((path) => {
    // Packages for other systems are locked as optional, and left out.
    if (installed[path] === undefined) return locked[path]?.optional === true;
    return installed[path].version === locked[path]?.version;
  });
}

/**
 * @typedef {Partial<Record<string, { version: string; optional?: boolean }>>} Packages by path
 * @param {string} lock
 */
function packagesIn(lock) {
  const path = join(root, lock);
  if (!existsSync(path)) return null;
  const { packages } = /** @type {{ packages: Packages }} */ (JSON.parse(readFileSync(path, 'utf8')));
  return packages;
}

function toolchainIsComplete() {
  const libraries = output('rustc', ['--print', 'target-libdir', '--target', wasm]);
  return (
    libraries !== null &&
    existsSync(libraries) &&
    output('cargo', ['clippy', '--version']) !== null &&
    output('cargo', ['fmt', '--version']) !== null
  );
}

async function playwrightsChromiumRuns() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) && output(path, ['--version']) !== null;
}
