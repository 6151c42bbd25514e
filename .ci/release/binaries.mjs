/**
 * Archives with the native program for each platform, linked by Zig: the program with the page inside, man pages, completions,
 * licenses, and a bill of materials.
 */
import { copyFileSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetDirectory } from '../engine.mjs';
import { noticesOf } from '../licenses.mjs';
import { root, stop, terminal } from '../shell.mjs';
import { writeTar, writeZip } from './archive.mjs';
import { writeBillOfMaterials } from './bill.mjs';
import { PLATFORMS, programName, runner } from './platforms.mjs';
import { captured } from './run.mjs';

/** @typedef {import('./platforms.mjs').Platform} Platform */
/** @typedef {{ version: string; env: Record<string, string>; out: string; page: string }} Release */
/** @typedef {{ platform: Platform; program: string }} Built */

/** Shells for which the program prints completions, with the file names that the shells look for. */
const COMPLETIONS = [
  ['bash', 'bufferlab.bash'],
  ['zsh', '_bufferlab'],
  ['fish', 'bufferlab.fish'],
  ['powershell', '_bufferlab.ps1'],
];

/** Most bytes of a program with the page inside. */
const MOST_BYTES = 12e6;

/** Run whose measures and digest of all packets are compared between platforms. */
const TRIAL = ['run', 'anomaly', '--duration', '20', '--warmup', '5', '--json'];

/**
 * Compiles the program for all platforms. Stops if one does not compile.
 *
 * @param {Release} release `page` is the zip archive of the page
 * @returns {Promise<Built[]>}
 */
export async function buildPrograms({ env, page }) {
  const built = [];
  for (const platform of PLATFORMS) {
    const { target } = platform;
    terminal.announce(`Compiling the program for ${target}`);
    const args = ['zigbuild', '--locked', '--profile', 'dist', '--target', target, '-p', 'bufferlab-cli'];
    const variables = { ...env, ...linking(target, env), BUFFERLAB_PAGE: page };
    if (!(await terminal.run('cargo', args, variables)))
      stop(`The program did not compile for ${target}, see above.`);
    built.push({ platform, program: join(targetDirectory(), target, 'dist', programName(platform)) });
  }
  return built;
}

/**
 * Returns variables that link a program for macOS without debugging symbols. The program is stripped in any case, but only after
 * its identity (LC_UUID) has been computed. With these symbols, the identity differs between folders.
 *
 * @param {string} target
 * @param {Record<string, string>} env
 * @returns {Record<string, string>}
 */
function linking(target, { CARGO_ENCODED_RUSTFLAGS = '' }) {
  if (!target.includes('apple')) return {};
  return { CARGO_ENCODED_RUSTFLAGS: `${CARGO_ENCODED_RUSTFLAGS}\x1f-Clink-arg=-Wl,-S` };
}

/**
 * Writes an archive for each program.
 *
 * @param {Release} release
 * @param {Built[]} built
 * @returns {Promise<Map<string, string>>} how each file was tried, by name
 */
export async function packPrograms({ version, env, out }, built) {
  const native = built.find(({ platform }) => runner(platform)?.length === 0);
  if (native === undefined) stop('No program of the release runs here, so there are no man pages.');
  const shared = join(targetDirectory(), 'release', 'shared');
  writeTexts(native.program, shared);
  const expected = resultOf(captured(native.program, TRIAL));
  /** @type {Map<string, string>} */
  const tried = new Map();
  for (const { platform, program } of built) {
    const folder = join(targetDirectory(), 'release', `bufferlab-${version}-${platform.target}`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(shared, folder, { recursive: true });
    copyFileSync(program, join(folder, programName(platform)));
    writeFileSync(join(folder, 'licenses', 'crates.md'), noticesOf(['bufferlab-cli'], platform.target));
    await writeBillOfMaterials('cli', platform.target, env, join(folder, 'bufferlab.cdx.json'));
    const archive = `bufferlab-${version}-${platform.target}.${platform.target.includes('windows') ? 'zip' : 'tar.gz'}`;
    if (archive.endsWith('.zip'))
      writeZip(folder, join(out, archive), `bufferlab-${version}-${platform.target}/`);
    else writeTar(folder, join(out, archive));
    const { size } = statSync(program);
    if (size > MOST_BYTES)
      stop(`The program for ${platform.target} has ${size} bytes; at most ${MOST_BYTES} are allowed.`);
    tried.set(archive, `${tryProgram(platform, program, expected)}; program of ${megabytes(program)}`);
  }
  return tried;
}

/**
 * Writes what is the same for all platforms: README, licenses, man pages and completions.
 *
 * @param {string} program
 * @param {string} folder
 */
function writeTexts(program, folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['completions', 'licenses', join('man', 'man1')])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['README.md', 'LICENSE']) copyFileSync(join(root, name), join(folder, name));
  copyFileSync(join(root, 'dist', 'licences', 'packages.md'), join(folder, 'licenses', 'page.md'));
  for (const [shell = '', file = ''] of COMPLETIONS)
    writeFileSync(join(folder, 'completions', file), captured(program, ['completions', shell]));
  captured(program, ['man', join(folder, 'man', 'man1')]);
}

/**
 * Runs a program, where it can run here, and compares its output with that of the native one.
 *
 * @param {Platform} platform
 * @param {string} program
 * @param {string} expected
 * @returns {string} what was tried
 */
function tryProgram(platform, program, expected) {
  const command = runner(platform);
  if (command === null) return 'built, not run';
  const [first = program, ...args] = [...command, program, ...TRIAL];
  if (resultOf(captured(first, args)) !== expected)
    stop(`The program for ${platform.target} gives another result than the native one.`);
  return command.length === 0 ? 'run' : `run by ${command.join(' ')}`;
}

/**
 * Returns what the program printed without the time that it took.
 *
 * @param {string} printed
 */
function resultOf(printed) {
  return JSON.stringify(JSON.parse(printed), (key, /** @type {unknown} */ value) =>
    key === 'wall_s' ? undefined : value,
  );
}

/** @param {string} file */
function megabytes(file) {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`;
}
