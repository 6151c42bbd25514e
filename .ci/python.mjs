/**
 * Checks of the Python package: an environment below `target/`, the wheel, its tests and lint.
 *
 * The environment contains the packages of `engine/python/requirements-test.txt`, with hashes. Without a suitable Python the
 * checks are skipped with a message; continuous integration then fails.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetDirectory } from './engine.mjs';
import { ensureEnvironment, isComplete, programIn } from './environment.mjs';
import { noticesOf } from './licenses.mjs';
import { output, root, announce, stop } from './shell.mjs';

/** @typedef {import('./shell.mjs').Shell} Shell */
/** @typedef {import('./stages.mjs').Stage} Stage */

const folder = join(root, 'engine', 'python');
const requirements = join(folder, 'requirements-test.txt');

/** Names of the program; the first suitable one is used. */
const NAMES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/** Program that prints the path and the version of a suitable Python. */
const PROBE = `import sys, venv, ensurepip
assert (3, 10) <= sys.version_info < (3, 14)
print(sys.executable, *sys.version_info[:3])`;

/**
 * Makes the environment, builds the wheel, installs it and runs its tests.
 *
 * @param {string} program the native program, to compare with
 * @param {string} compiles the name of the stage that compiles the program
 * @returns {Stage[]}
 */
export function pythonTests(program, compiles) {
  const python = findPython();
  if (python === null) return missing('tested');
  const [installs, builds] = ['Python environment (pip)', 'Python wheel (maturin)'];
  return [
    {
      name: installs,
      waits: true,
      passes: (shell) => ensureEnvironment(python, environment(), shell),
    },
    {
      name: builds,
      // The wheel reuses the crates that are compiled for the program.
      needs: [installs, compiles],
      passes: (shell) => installWheel(environment().folder, shell),
    },
    {
      name: 'Python package (pytest)',
      needs: [builds],
      passes: (shell) => test(environment().folder, program, shell),
    },
  ];
}

/**
 * Returns the stages for format, lint and types. Without an environment they are skipped; `npm test` makes it.
 *
 * @param {boolean} fix
 * @returns {Stage[]}
 */
export function pythonLint(fix) {
  const python = findPython();
  if (python === null) return missing('linted');
  if (!process.env.CI && !isComplete(python, environment())) {
    announce('The Python package is not linted: its environment is missing (npm test makes it)');
    return [];
  }
  const { folder: installed } = environment();
  const installs = 'Python environment (pip)';
  const cache = (/** @type {string} */ name) => ['--cache-dir', join(installed, `.${name}`)];
  const ruff = (/** @type {Shell} */ shell, /** @type {string[]} */ ...args) =>
    shell.run(programIn(installed, 'ruff'), [...args, folder]);
  return [
    {
      name: installs,
      waits: true,
      passes: (shell) => ensureEnvironment(python, environment(), shell),
    },
    {
      name: 'Python format and lint (ruff)',
      needs: [installs],
      passes: async (shell) =>
        (await ruff(shell, 'format', '-q', ...cache('ruff'), ...(fix ? [] : ['--check']))) &&
        (await ruff(shell, 'check', '-q', ...cache('ruff'), ...(fix ? ['--fix'] : []))),
    },
    {
      name: 'Python types (mypy)',
      needs: [installs],
      passes: (shell) => {
        const config = ['--config-file', join(folder, 'pyproject.toml')];
        const types = join(folder, 'package', 'bufferlab');
        return shell.run(programIn(installed, 'mypy'), [...config, ...cache('mypy'), types]);
      },
    },
  ];
}

/**
 * Returns the page of the documentation about the package, made from its docstrings.
 *
 * @param {Shell} shell
 * @returns {Promise<string>}
 */
export async function pythonPage(shell) {
  const python = findPython();
  if (python === null || !(await ensureEnvironment(python, environment(), shell)))
    stop('The page about the Python package needs Python 3.10 to 3.13 with venv.');
  const script = join(folder, 'reference.py');
  const page = output(programIn(environment().folder, 'python'), [script]);
  return `${page ?? stop(`${script} failed.`)}\n`;
}

/**
 * Returns the first suitable Python with its version: that of BUFFERLAB_PYTHON, or one on the PATH, from 3.10 to 3.13 and with
 * venv; null if there is none.
 *
 * @returns {{ path: string; version: string } | null}
 */
export function findPython() {
  const named = process.env.BUFFERLAB_PYTHON;
  for (const name of named === undefined ? NAMES : [named]) {
    const found = /^(.+?) (\d+) (\d+) (\d+)$/.exec(output(name, ['-c', PROBE]) ?? '');
    if (found?.[1] !== undefined) return { path: found[1], version: found.slice(2).join('.') };
  }
  return null;
}

/**
 * @param {string} what
 * @returns {Stage[]}
 */
function missing(what) {
  const message =
    `The Python package is not ${what}: no Python from 3.10 to 3.13 with venv was found ` +
    '(Debian: apt install python3-venv; or set BUFFERLAB_PYTHON)';
  if (!process.env.CI) {
    announce(message);
    return [];
  }
  const passes = () => {
    console.error(`✗ ${message}`);
    return false;
  };
  return [{ name: `Python package is ${what}`, passes }];
}

/** Returns the environment of the tests. */
function environment() {
  return { folder: join(targetDirectory(), 'python'), requirements };
}

/**
 * Builds the wheel with the profile of the tests and installs it if it differs from the installed one.
 *
 * @param {string} environment
 * @param {Shell} shell
 */
async function installWheel(environment, shell) {
  const host = /^host: (.+)$/m.exec(output('rustc', ['-vV']) ?? '')?.[1] ?? '';
  writeIfDifferent(join(folder, 'crates.md'), noticesOf(['bufferlab-python'], host));
  const wheels = join(environment, 'wheels');
  rmSync(wheels, { recursive: true, force: true });
  mkdirSync(wheels, { recursive: true });
  const options = ['--profile', 'ci', '--locked', '-q', '-m', join(folder, 'Cargo.toml'), '--out', wheels];
  if (!(await shell.run(programIn(environment, 'maturin'), ['build', ...options]))) return false;
  const wheel = join(wheels, readdirSync(wheels).find((name) => name.endsWith('.whl')) ?? '');
  const stamp = join(environment, '.wheel');
  const hash = createHash('sha256').update(readFileSync(wheel)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  const install = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--no-index', '--no-deps'];
  if (!(await shell.run(programIn(environment, 'python'), [...install, '--force-reinstall', wheel])))
    return false;
  writeFileSync(stamp, hash);
  return true;
}

/**
 * @param {string} environment
 * @param {string} program
 * @param {Shell} shell
 */
function test(environment, program, shell) {
  const pytest = ['-m', 'pytest', '-c', join(folder, 'pyproject.toml'), '-p', 'no:cacheprovider'];
  return shell.run(programIn(environment, 'python'), [...pytest, join(folder, 'tests')], {
    BUFFERLAB_PROGRAM: program,
    PYTHONDONTWRITEBYTECODE: '1',
  });
}

/**
 * Writes a file only if its text differs, since a newer file would be built again.
 *
 * @param {string} path
 * @param {string} text
 */
function writeIfDifferent(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
