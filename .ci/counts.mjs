/**
 * `npm run bench -- counts`: instructions, cache misses and mispredicted branches per forwarded packet of the cases in
 * `engine/bench/cases`, compared with the accepted counts.
 *
 *     npm run bench -- counts                 all cases
 *     npm run bench -- counts bbr codel       cases with one of these words in their name
 *     npm run bench -- counts --accept        the same, and writes `engine/bench/cases/accepted.json`
 *
 * Valgrind's Callgrind counts, with the caches below. Times depend on the load of a machine, these counts do not: two runs
 * of a program give the same. Other versions of the C library change them by less than the tolerance.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { announce, output, root, run, stop } from './shell.mjs';

/**
 * @typedef {object} Counts of a case, per forwarded packet
 * @property {number} instructions
 * @property {number} data_misses reads and writes that missed the first-level data cache
 * @property {number} instruction_misses fetches that missed the first-level instruction cache
 * @property {number} mispredictions of conditional and indirect branches
 * @property {number} events of the simulation
 * @property {string} digest of the run
 *
 * @typedef {Record<string, Counts>} Table by name of the case
 */

const folder = join(root, 'engine', 'bench', 'cases');
const accepted = join(folder, 'accepted.json');
const profiles = join(root, 'target', 'counts', 'callgrind');
const program = join(root, 'target', 'release', 'bufferlab-bench');
const compile = ['build', '--locked', '--release', '-p', 'bufferlab-bench', '--bin', 'bufferlab-bench'];

/** Largest increase of the instructions that passes, as a ratio. */
const TOLERANCE = 0.03;

/** Fixed caches, as many processors have them, instead of those of this machine. */
const caches = ['--I1=32768,8,64', '--D1=32768,8,64', '--LL=8388608,16,64'];

/**
 * Counts the cases, prints a table, and returns whether no case needs too many instructions.
 *
 * @param {string[]} args words in the names of cases, and `--accept`
 */
export async function countCases(args) {
  if (!canCount()) return true;
  if (!run('cargo', compile)) stop('The program that runs the cases did not compile, see above.');
  const words = args.filter((arg) => !arg.startsWith('--'));
  const names = Object.keys(readTable(join(folder, 'cases.json'))).filter(
    (name) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (names.length === 0)
    stop('No case has one of these words in its name, see engine/bench/cases/cases.json.');
  const before = readTable(accepted);
  const now = await countAll(names);
  print(before, now);
  if (args.includes('--accept')) accept(before, now);
  return args.includes('--accept') || judge(before, now);
}

/**
 * Returns the stages that count all cases, none where that is not possible. The program is compiled apart, so that other stages
 * can run beside its link-time optimization, which uses one core.
 *
 * @returns {import('./stages.mjs').Stage[]}
 */
export function countStages() {
  if (!canCount()) return [];
  const compiles = 'Program of the counts (cargo build)';
  return [
    { name: compiles, passes: (shell) => shell.run('cargo', compile) },
    {
      name: 'Instructions per packet (valgrind)',
      needs: [compiles],
      passes: (shell) => shell.run(process.execPath, ['.ci/bench.mjs', 'counts']),
    },
  ];
}

/** Returns whether instructions can be counted on this machine, and says so if not. */
function canCount() {
  const missing =
    process.platform !== 'linux' || process.arch !== 'x64'
      ? 'on Linux on x86-64 only'
      : output('valgrind', ['--version']) === null
        ? 'with Valgrind (Debian: apt install valgrind)'
        : null;
  if (missing !== null) announce(`Instructions are not counted: they can be counted ${missing}.`);
  return missing === null;
}

/**
 * @param {string} path
 * @returns {Table}
 */
function readTable(path) {
  /** @type {Table} */
  const table = JSON.parse(readFileSync(path, 'utf8'));
  return table;
}

/**
 * Counts the cases, one on each core.
 *
 * @param {string[]} names
 */
async function countAll(names) {
  mkdirSync(profiles, { recursive: true });
  /** @type {Table} */
  const table = {};
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      table[name] = await count(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return table;
}

/**
 * @param {string} name
 * @returns {Promise<Counts>}
 */
async function count(name) {
  const profile = join(profiles, `${name}.out`);
  const options = ['--cache-sim=yes', '--branch-sim=yes', ...caches, '--instr-atstart=no'];
  const printed = await outputOf('valgrind', [
    '-q',
    '--tool=callgrind',
    ...options,
    `--callgrind-out-file=${profile}`,
    program,
    name,
  ]);
  /** @type {{ packets: number; events: number; digest: string }} */
  const { packets, events, digest } = JSON.parse(printed);
  const total = totals(readFileSync(profile, 'utf8'));
  const perPacket = (/** @type {string[]} */ ...kinds) =>
    Number((kinds.reduce((sum, kind) => sum + (total[kind] ?? NaN), 0) / packets).toPrecision(4));
  return {
    instructions: perPacket('Ir'),
    data_misses: perPacket('D1mr', 'D1mw'),
    instruction_misses: perPacket('I1mr'),
    mispredictions: perPacket('Bcm', 'Bim'),
    events: Number((events / packets).toPrecision(4)),
    digest,
  };
}

/**
 * Returns the totals of a profile of Callgrind by kind of event.
 *
 * @param {string} profile
 * @returns {Record<string, number>}
 */
export function totals(profile) {
  const words = (/** @type {string} */ key) =>
    new RegExp(`^${key}: (.*)$`, 'm').exec(profile)?.[1]?.trim().split(/\s+/) ?? [];
  const values = words('totals');
  return Object.fromEntries(words('events').map((kind, index) => [kind, Number(values[index] ?? 0)]));
}

/**
 * Resolves to the output of a program. Its messages are shown only if it fails: Valgrind warns of fixed caches.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function outputOf(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    let messages = '';
    child.stdout.on('data', (chunk) => (text += String(chunk)));
    child.stderr.on('data', (chunk) => (messages += String(chunk)));
    child.on('error', (error) => stop(`${command} cannot be started: ${error.message}`));
    child.on('close', (status) =>
      status === 0 ? resolve(text) : stop(`${messages}\nFailed: ${command} ${args.join(' ')}`),
    );
  });
}

/**
 * Returns the growth of the instructions of a case as a ratio, or NaN if no count is accepted.
 *
 * @param {Table} before
 * @param {Table} now
 * @param {string} name
 */
function growth(before, now, name) {
  return (now[name]?.instructions ?? NaN) / (before[name]?.instructions ?? NaN) - 1;
}

/**
 * @param {Table} before
 * @param {Table} now
 */
function print(before, now) {
  console.log(
    '\n  Per forwarded packet; change of the instructions against engine/bench/cases/accepted.json\n',
  );
  const titles = ['instructions', 'change', 'data misses', 'instr. misses', 'mispredictions', 'events'];
  console.log(`  ${'case'.padEnd(18)} ${titles.map((title) => title.padStart(14)).join(' ')}`);
  for (const [name, counts] of Object.entries(sorted(now))) {
    const ratio = growth(before, now, name);
    const cells = [
      counts.instructions.toFixed(0),
      Number.isNaN(ratio) ? 'new' : `${ratio < 0 ? '−' : '+'}${Math.abs(100 * ratio).toFixed(1)} %`,
      counts.data_misses.toFixed(1),
      counts.instruction_misses.toFixed(1),
      counts.mispredictions.toFixed(1),
      counts.events.toFixed(2),
    ];
    const differs = before[name] !== undefined && before[name].digest !== counts.digest;
    const note = differs ? '   the run itself has changed' : '';
    console.log(`  ${name.padEnd(18)} ${cells.map((cell) => cell.padStart(14)).join(' ')}${note}`);
  }
  console.log('\n  A profile: callgrind_annotate target/counts/callgrind/CASE.out\n');
}

/**
 * @param {Table} before
 * @param {Table} now
 */
function accept(before, now) {
  writeFileSync(accepted, `${JSON.stringify(sorted({ ...before, ...now }), null, 2)}\n`);
  announce(
    'Accepted: engine/bench/cases/accepted.json is written. Say in the commit why the counts changed.',
  );
}

/**
 * @param {Table} before
 * @param {Table} now
 * @returns {boolean} true if no case needs more instructions than the tolerance allows
 */
function judge(before, now) {
  const names = Object.keys(now);
  const slower = names.filter((name) => !(growth(before, now, name) <= TOLERANCE));
  const faster = names.filter((name) => growth(before, now, name) < -TOLERANCE);
  const toAccept = '`npm run bench -- counts --accept`';
  if (faster.length > 0) announce(`Fewer instructions in ${faster.join(', ')}: keep them with ${toAccept}.`);
  if (slower.length === 0) return true;
  console.error(
    `\n✗ More than ${100 * TOLERANCE} % more instructions, or no accepted count: ${slower.join(', ')}.\n` +
      `  Find the cause in the profile, or accept the counts with ${toAccept} and say why in the commit.\n`,
  );
  return false;
}

/**
 * @param {Table} table
 * @returns {Table} in order of the names
 */
function sorted(table) {
  return Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));
}
