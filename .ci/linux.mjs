/**
 * `npm run linux`: runs real senders of this machine's kernel through the simulated queue (`bufferlab emulate`), and prints by
 * how much the runs differ from those in `tests/reference/linux/runs.csv`.
 *
 *     npm run linux -- --quick                one run of every tenth case, in about five minutes
 *     npm run linux                           one run of each case
 *     npm run linux -- --accept               measures what `runs.csv` lacks, and writes it there, run by run
 *     npm run linux -- --at-once 12           the number of runs at the same time, 6 by default
 *     npm run linux -- bbr1,4                 cases whose columns begin with this text
 *
 * The runs take as long as they last, a day of them for `--accept`, divided by the runs at once. Use a machine that does
 * nothing else; runs whose packets were late by more than a millisecond are measured again. Where namespaces are not allowed, it
 * says so and measures nothing.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { programOf } from './engine.mjs';
import { CASES, folder, nameOf, scenarioOf } from './linux-cases.mjs';
import { ensureToolchain } from './setup.mjs';
import { announce, run, stop } from './shell.mjs';

/**
 * @typedef {import('./linux-cases.mjs').Case} Case
 * @typedef {{ row: Case; seed: number }} Job
 * @typedef {Record<(typeof MEASURES)[number], number>} Measures
 *
 * @typedef {object} Run what is read of the program's output
 * @property {[{ utilization: number; loss: { tcp: number }; mean_queue_packets: number }]} bottlenecks
 * @property {[Group, ...Group[]]} groups
 * @property {{ late_s: { p99: number }; packets: { conserved: boolean }; groups: { retransmits: number }[] }} measured
 *
 * @typedef {{ throughput_bps: number; jain_index: number | null }} Group
 */

/** Repetitions of each case, which differ in the starts of the flows. */
const SEEDS = 5;

/** Cases between two of the quick ones; it has no common factor with the number of buffers, round trips and rates. */
const QUICK_STEP = 11;

/** Lateness of 99 % of the packets from which on a run is measured again, s. */
const LATE_S = 1e-3;

const MOST_TRIES = 3;

/** Most runs at the same time; one takes about a fifth of a processor. */
const MOST_AT_ONCE = 32;

/** Columns of a run after those of its case and its seed. `share` is that of the first group in the throughput of all. */
const MEASURES = /** @type {const} */ ([
  'utilization',
  'loss',
  'queue_packets',
  'share',
  'jain_index',
  'retransmitted',
  'late_p99_s',
]);

const HEADING = ['controllers', 'flows', 'rate_mbps', 'rtt_ms', 'buffer_bdp', 'seed', ...MEASURES].join(',');

const file = join(folder, 'runs.csv');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '6' },
  },
});

const atOnce = Number(options['at-once']);
if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > MOST_AT_ONCE)
  stop(`--at-once takes a whole number from 1 to ${MOST_AT_ONCE}, not ${options['at-once']}.`);

ensureToolchain();
if (!run('cargo', ['build', '-q', '--locked', '--profile', 'ci', '-p', 'bufferlab-cli']))
  stop('The program did not compile, see above.');
const program = programOf('ci');
const refusal = await whyNot();
if (refusal !== null) {
  console.log(`Nothing was measured, since namespaces are not allowed here: ${refusal}`);
  process.exit();
}
const stored = read();
const jobs = wanted();
announce(`${jobs.length} runs, ${atOnce} at a time: about ${minutes(jobs)} minutes`);
const failures = await measure();
if (failures.length > 0) stop(`${failures.length} runs failed:\n${failures.join('\n')}`);

/** Resolves to the reason why this machine cannot emulate, or to null. */
async function whyNot() {
  const scenario = { ...scenarioOf(/** @type {Case} */ (CASES[0]), 1), warmup_s: 0, duration_s: 0.1 };
  try {
    await emulate(JSON.stringify(scenario));
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message.trim() : String(error);
    return message.includes('Emulation needs root') ? message : stop(message);
  }
}

/** Returns the runs to measure: repetition after repetition, so that those of a stopped command cover all cases. */
function wanted() {
  const cases = CASES.filter((row, number) => {
    const named = positionals.length === 0 || positionals.some((text) => nameOf(row).startsWith(text));
    return named && (!options.quick || number % QUICK_STEP === 0);
  });
  if (cases.length === 0) stop('No case begins with this text, see tests/reference/linux/runs.csv.');
  const seeds = options.accept ? Array.from({ length: SEEDS }, (_, index) => index + 1) : [1];
  const all = seeds.flatMap((seed) => cases.map((row) => ({ row, seed })));
  return options.accept ? all.filter(({ row, seed }) => stored.get(nameOf(row))?.has(seed) !== true) : all;
}

/** @param {Job[]} jobs */
function minutes(jobs) {
  const total_s = jobs.reduce((sum, { row, seed }) => sum + scenarioOf(row, seed).duration_s, 0);
  return Math.ceil(total_s / 60 / atOnce);
}

/** Measures all runs. Resolves to the failures. */
async function measure() {
  if (options.accept && !existsSync(file)) writeFileSync(file, `${HEADING}\n`);
  /** @type {string[]} */
  const failures = [];
  const left = [...jobs];
  const worker = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      try {
        report(job, await measured(job));
      } catch (error) {
        failures.push(`${nameOf(job.row)}, seed ${job.seed}: ${String(error)}`);
        if (failures.length > MOST_TRIES) left.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}

/**
 * Stores a run, or prints it beside the stored ones.
 *
 * @param {Job} job
 * @param {Measures} measures
 */
function report({ row, seed }, measures) {
  const name = nameOf(row);
  if (options.accept) {
    const line = [name, seed, ...MEASURES.map((measure) => Number(measures[measure].toPrecision(6)))].join(
      ',',
    );
    appendFileSync(file, `${line}\n`);
    console.log(line);
    return;
  }
  const runs = [...(stored.get(name)?.values() ?? [])];
  const beside = (/** @type {keyof Measures} */ measure) => {
    const numbers = runs.map((run) => run[measure]);
    const now = measures[measure].toPrecision(4);
    if (numbers.length === 0) return `${measure} ${now}`;
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const far = measures[measure] < low || measures[measure] > high ? ' !' : '';
    return `${measure} ${now} (${low.toPrecision(4)} to ${high.toPrecision(4)})${far}`;
  };
  console.log(
    `${name}: ${beside('utilization')}, ${beside('loss')}, ${beside('queue_packets')}, ${beside('share')}`,
  );
}

/**
 * Runs real senders.
 *
 * @param {Job} job
 * @returns {Promise<Measures>}
 */
async function measured(job) {
  for (let left = MOST_TRIES; ; left -= 1) {
    /** @type {Run} */
    const run = JSON.parse(await emulate(JSON.stringify(scenarioOf(job.row, job.seed))));
    const [link] = run.bottlenecks;
    const late_p99_s = run.measured.late_s.p99;
    if (!run.measured.packets.conserved) throw new Error('the counts of packets do not agree');
    if (late_p99_s > LATE_S && left > 1) continue;
    if (late_p99_s > LATE_S) throw new Error(`packets are late by ${late_p99_s} s`);
    const all = run.groups.reduce((sum, { throughput_bps }) => sum + throughput_bps, 0);
    return {
      utilization: link.utilization,
      loss: link.loss.tcp,
      queue_packets: link.mean_queue_packets,
      share: run.groups[0].throughput_bps / all,
      jain_index: run.groups[0].jain_index ?? 1,
      retransmitted: run.measured.groups.reduce((sum, { retransmits }) => sum + retransmits, 0),
      late_p99_s,
    };
  }
}

/**
 * Runs the program with a scenario. Resolves to its output.
 *
 * @param {string} scenario
 * @returns {Promise<string>}
 */
function emulate(scenario) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['emulate', '-', '--json'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let [printed, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (printed += chunk));
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (complaint += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(complaint));
    });
    // A program that refuses to run does not read; its exit code tells.
    child.stdin.on('error', () => undefined);
    child.stdin.end(scenario);
  });
}

/**
 * Reads the stored runs.
 *
 * @returns {Map<string, Map<number, Measures>>} by the columns of the case, then by seed
 */
function read() {
  /** @type {Map<string, Map<number, Measures>>} */
  const runs = new Map();
  if (!existsSync(file)) return runs;
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const words = line.split(',');
    const name = words.slice(0, 5).join(',');
    const measures = /** @type {Measures} */ (
      Object.fromEntries(MEASURES.map((measure, index) => [measure, Number(words[6 + index])]))
    );
    /** @type {Map<number, Measures>} */
    const ofCase = runs.get(name) ?? new Map();
    runs.set(name, ofCase.set(Number(words[5]), measures));
  }
  return runs;
}
