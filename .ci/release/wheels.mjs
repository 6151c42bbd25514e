/**
 * The Python package: a wheel for each platform, and the source distribution. Wheels for macOS are linked with Apple's libraries, so
 * that `.github/workflows/release.yml` builds them on macOS; there, only these are built.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetDirectory } from '../engine.mjs';
import { programIn } from '../environment.mjs';
import { noticesOf } from '../licenses.mjs';
import { root, stop, terminal } from '../shell.mjs';
import { writeBillOfMaterials } from './bill.mjs';
import { PLATFORMS, runner } from './platforms.mjs';
import { captured } from './run.mjs';
import { windowsLinker } from './tools.mjs';

/** @typedef {import('./binaries.mjs').Release} Release */

const folder = join(root, 'engine', 'python');
const manifest = join(folder, 'Cargo.toml');

/** How a file that is not built here comes about. */
const NOT_HERE = 'not built here: .github/workflows/release.yml builds it on macOS';

/** Python that a wheel is tried with: the engine loads, and a run has a result. */
const TRIAL = 'import bufferlab; print(bufferlab.run("one-flow", duration=5, warmup=1).digest)';

/**
 * Writes the wheels and the source distribution, checks their descriptions, and tries the wheel for this machine in a new
 * environment.
 *
 * @param {Release} release
 * @returns {Promise<Map<string, string>>} how each file was tried, by name
 */
export async function packWheels({ env, out }) {
  /** @type {Map<string, string>} */
  const tried = new Map();
  for (const { wheel, runs } of wheels()) {
    const { target } = wheel;
    terminal.announce(`Building the wheel for ${target}`);
    writeFileSync(join(folder, 'crates.md'), noticesOf(['bufferlab-python'], target));
    const before = new Set(readdirSync(out));
    const tags = wheel.compatibility === undefined ? [] : ['--compatibility', wheel.compatibility];
    const { options, variables } = linking(target);
    const bill = join(targetDirectory(), 'release', 'bufferlab-python.cdx.json');
    await writeBillOfMaterials('python', target, env, bill);
    const choices = [...options, '--target', target, ...tags, '--sbom-include', bill];
    const args = ['build', '--profile', 'dist', '--locked', ...choices];
    if (!(await terminal.run('maturin', [...args, '-m', manifest, '--out', out], { ...env, ...variables })))
      stop(`The wheel for ${target} was not built, see above.`);
    const file = readdirSync(out).find((name) => name.endsWith('.whl') && !before.has(name));
    if (file === undefined) stop(`There is no wheel for ${target}.`);
    tried.set(file, runs && !target.includes('musl') ? tryWheel(join(out, file)) : 'built, not run');
  }
  const elsewhere = allWheels().filter(({ wheel }) => !isBuiltHere(wheel));
  for (const { wheel } of elsewhere) tried.set(`wheel for ${wheel.target}`, NOT_HERE);
  if (process.platform === 'darwin') return tried;
  terminal.announce('Writing the source distribution');
  if (!(await terminal.run('maturin', ['sdist', '-m', manifest, '--out', out], env)))
    stop('The source distribution was not written, see above.');
  const files = readdirSync(out).filter((name) => /\.whl$|^bufferlab-[\d.]+\.tar\.gz$/.test(name));
  if (!(await terminal.run('twine', ['check', '--strict', ...files.map((name) => join(out, name))], env)))
    stop('The description of the Python package is not valid, see above.');
  return tried;
}

/** Returns all wheels, each with whether its platform is that of this machine. */
function allWheels() {
  return PLATFORMS.flatMap((platform) =>
    platform.wheels.map((wheel) => ({ wheel, runs: runner(platform)?.length === 0 })),
  );
}

/** Returns the wheels that this machine builds. */
function wheels() {
  return allWheels().filter(({ wheel }) => isBuiltHere(wheel));
}

/** @param {import('./platforms.mjs').Wheel} wheel */
function isBuiltHere({ only }) {
  return process.platform === 'darwin' ? only === 'darwin' : only === undefined;
}

/**
 * Returns how the module for a target is linked.
 *
 * @param {string} target
 * @returns {{ options: string[]; variables: Record<string, string> }}
 */
function linking(target) {
  if (target.includes('apple')) return { options: [], variables: {} };
  if (!target.includes('windows')) return { options: ['--zig'], variables: {} };
  const variables = { CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER: windowsLinker() };
  return { options: [], variables };
}

/**
 * Installs a wheel in a new environment, without other packages, and runs an example.
 *
 * @param {string} wheel
 * @returns {string} what was tried
 */
function tryWheel(wheel) {
  const environment = join(targetDirectory(), 'release', 'wheel');
  rmSync(environment, { recursive: true, force: true });
  captured('python3', ['-m', 'venv', environment]);
  const install = [
    '-m',
    'pip',
    'install',
    '-q',
    '--disable-pip-version-check',
    '--no-index',
    '--no-deps',
    wheel,
  ];
  captured(programIn(environment, 'python'), install);
  captured(programIn(environment, 'python'), ['-c', TRIAL]);
  return 'installed and run';
}
