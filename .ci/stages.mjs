/**
 * Runs the stages of a command, several in parallel, and prints a summary with times and failures.
 *
 * A stage starts after the stages that it needs have passed. If a stage fails, all others that can run still run, so that
 * one run shows all failures. The output of the first running stage is shown at once. The output of the others is held
 * back until their turn, so that lines of two stages never mix. `target/times` has the output and the times of all. The last
 * lines of the stages that failed are printed again at the end, since a service may show only the end of a long output.
 *
 * A stage may report flaky tests, which passed only at a second try: a line each in the file that the variable
 * BUFFERLAB_FLAKY names. They are listed at the end and stored with the times.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, announce, shellTo } from './shell.mjs';

/** @typedef {import('./shell.mjs').Shell} Shell */

/**
 * @typedef {object} Stage
 * @property {string} name unique within a run
 * @property {string[]} [needs] names of stages that must have passed before
 * @property {boolean} [waits] true if it mostly waits for a network; it then does not count as a parallel stage
 * @property {boolean} [alone] true if no other stage may run at the same time, for tests that measure time
 * @property {(shell: Shell) => boolean | Promise<boolean>} passes
 */

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {number} seconds
 * @property {string[]} flaky names of the tests that passed only at a second try
 */

/** Folder of the times and the output of each stage. */
const times = join(root, 'target', 'times');

/** @param {string} name */
const fileName = (name) => name.replaceAll(/\W+/g, '-');

/** @param {string} stage its name */
const outputOf = (stage) => join(times, `${fileName(stage)}.log`);

/** Smallest ratio of a stage's time to its budget that is reported. */
const GROWTH = 1.25;

/** Smallest excess over a budget that is reported, in seconds. */
const NOISE_S = 5;

/**
 * Runs the stages. Resolves to true if all have passed. A stage whose name occurs twice is run once.
 *
 * @param {Stage[]} stages
 * @param {{ atOnce?: number; command?: string }} [options] the number of parallel stages, by default one; the
 *   name under which the times are stored and compared with `.ci/budget.json`, by default none
 * @returns {Promise<boolean>}
 */
export async function runStages(stages, { atOnce = 1, command } = {}) {
  const start = performance.now();
  const named = new Map([...stages].reverse().map((stage) => [stage.name, stage]));
  const once = stages.filter((stage) => named.get(stage.name) === stage);
  const results = await new Runner(once, atOnce).run();
  const passed = results.every(({ outcome }) => outcome === 'passed');
  const total_s = (performance.now() - start) / 1000;
  announce(passed ? 'All passed' : 'Not all passed');
  for (const result of results) console.log(line(result));
  console.log(`    ${'All stages'.padEnd(WIDTH)} ${total_s.toFixed(1).padStart(6)} s`);
  printFlaky(results);
  if (command !== undefined) storeTimes(command, results, total_s);
  printFailures(results);
  return passed;
}

/** Number of lines of a failed stage that are printed again. Playwright and Vitest list what failed at the end. */
const LAST_LINES = 80;

/**
 * Prints the end of the output of each stage that failed.
 *
 * @param {Result[]} results
 */
function printFailures(results) {
  for (const { name } of results.filter(({ outcome }) => outcome === 'failed')) {
    const lines = readFileSync(outputOf(name), 'utf8').trimEnd().split('\n');
    announce(`${name} failed. The end of its output:`);
    console.log(lines.slice(-LAST_LINES).join('\n'));
  }
}

/**
 * Lists the tests that passed only at a second try. Each is a defect to mend: of the test, or of what it tests.
 *
 * @param {Result[]} results
 */
function printFlaky(results) {
  const flaky = results.flatMap(({ name, flaky }) => flaky.map((test) => `  ${name}: ${test}`));
  if (flaky.length === 0) return;
  announce(`Flaky, passed only at a second try: ${flaky.length}`);
  for (const each of flaky) console.log(each);
}

/** Scheduler of the stages, which also decides whose output is shown. */
class Runner {
  /** @type {Set<Stage>} */
  #waiting;
  /** @type {Turn[]} */
  #turns = [];
  /** @type {Map<string, Result>} */
  #results = new Map();
  #atOnce;

  /**
   * @param {Stage[]} stages
   * @param {number} atOnce
   */
  constructor(stages, atOnce) {
    const names = new Set(stages.map(({ name }) => name));
    for (const { name, needs = [] } of stages) {
      const unknown = needs.find((need) => !names.has(need));
      if (unknown !== undefined)
        throw new Error(`${name} needs ${unknown}, which is not a stage of this run`);
    }
    this.#waiting = new Set(stages);
    this.#atOnce = atOnce;
  }

  /** @returns {Promise<Result[]>} in the order in which the stages ended */
  async run() {
    /** @type {Set<Promise<void>>} */
    const running = new Set();
    for (;;) {
      this.#skipBlockedStages();
      for (let stage = this.#next(); stage !== undefined; stage = this.#next()) {
        this.#waiting.delete(stage);
        const run = this.#start(stage).finally(() => running.delete(run));
        running.add(run);
      }
      if (running.size === 0) break;
      await Promise.race(running);
    }
    return [...this.#results.values()];
  }

  /** Returns the first stage that may start now. */
  #next() {
    const running = this.#turns.filter(({ ended }) => !ended).map(({ stage }) => stage);
    if (running.some(({ alone }) => alone)) return undefined;
    const hasFreeSlot = running.filter(({ waits }) => !waits).length < this.#atOnce;
    return [...this.#waiting].find((stage) => {
      if (this.#needsOf(stage).some((outcome) => outcome !== 'passed')) return false;
      return stage.alone ? running.length === 0 : hasFreeSlot || stage.waits;
    });
  }

  #skipBlockedStages() {
    for (const stage of this.#waiting) {
      if (!this.#needsOf(stage).some((outcome) => outcome === 'failed' || outcome === 'skipped')) continue;
      this.#waiting.delete(stage);
      this.#results.set(stage.name, { name: stage.name, outcome: 'skipped', seconds: 0, flaky: [] });
    }
  }

  /** @param {Stage} stage */
  #needsOf({ needs = [] }) {
    return needs.map((name) => this.#results.get(name)?.outcome);
  }

  /** @param {Stage} stage */
  async #start(stage) {
    const turn = new Turn(stage);
    this.#turns.push(turn);
    this.#showFirst();
    const start = performance.now();
    const passed = await stage.passes(turn.shell);
    const seconds = (performance.now() - start) / 1000;
    const result = /** @type {const} */ ({
      name: stage.name,
      outcome: passed ? 'passed' : 'failed',
      seconds,
      flaky: turn.flaky(),
    });
    this.#results.set(stage.name, result);
    turn.write(`${line(result)}\n`);
    turn.ended = true;
    this.#showFirst();
  }

  /** Shows the output of the first unfinished stage, and of the finished ones before it. */
  #showFirst() {
    while (this.#turns[0]) {
      this.#turns[0].show();
      if (!this.#turns[0].ended) return;
      this.#turns.shift();
    }
  }
}

/** Started stage with the output that is not shown yet. */
class Turn {
  /** @type {(string | Uint8Array)[]} */
  #held = [];
  #shown = false;
  #log;
  #flaky;
  ended = false;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.#log = outputOf(stage.name);
    this.#flaky = join(times, `${fileName(stage.name)}.flaky`);
    mkdirSync(times, { recursive: true });
    writeFileSync(this.#log, '');
    rmSync(this.#flaky, { force: true });
    this.shell = shellTo((chunk) => this.write(chunk), { BUFFERLAB_FLAKY: this.#flaky });
    this.write(`\n▸ ${stage.name}\n`);
  }

  /** @param {string | Uint8Array} chunk */
  write(chunk) {
    appendFileSync(this.#log, chunk);
    if (this.#shown) process.stdout.write(chunk);
    else this.#held.push(chunk);
  }

  /** Returns the tests that the stage has reported as flaky. */
  flaky() {
    if (!existsSync(this.#flaky)) return [];
    return readFileSync(this.#flaky, 'utf8')
      .split('\n')
      .filter((test) => test !== '');
  }

  show() {
    this.#shown = true;
    for (const chunk of this.#held.splice(0)) process.stdout.write(chunk);
  }
}

/** Width of the names of stages, characters. */
const WIDTH = 60;

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' };

/** @param {Result} result */
function line({ name, outcome, seconds }) {
  const time = outcome === 'skipped' ? 'skipped' : `${seconds.toFixed(1)} s`;
  return `  ${SIGNS[outcome]} ${name.padEnd(WIDTH)} ${time.padStart(8)}`;
}

/**
 * Stores the times in `target/times/` and reports the stages that exceed their budget in `.ci/budget.json` by more than a
 * quarter. This is not a failure, since the machine may be busy.
 *
 * @param {string} command
 * @param {Result[]} results
 * @param {number} total_s
 */
function storeTimes(command, results, total_s) {
  const taken = Object.fromEntries(results.map(({ name, seconds }) => [name, Number(seconds.toFixed(1))]));
  const flaky = Object.fromEntries(
    results.filter(({ flaky }) => flaky.length > 0).map(({ name, flaky }) => [name, flaky]),
  );
  const path = join(times, `${fileName(command)}.json`);
  writeFileSync(
    path,
    `${JSON.stringify({ command, total_s: Number(total_s.toFixed(1)), stages: taken, flaky }, null, 2)}\n`,
  );

  const budgets = /** @type {Record<string, Record<string, number>>} */ (
    JSON.parse(readFileSync(join(root, '.ci', 'budget.json'), 'utf8'))
  );
  for (const [name, budget] of Object.entries(budgets[command] ?? {})) {
    const seconds = name === 'All stages' ? total_s : taken[name];
    if (seconds !== undefined && seconds > budget * GROWTH && seconds > budget + NOISE_S) {
      announce(
        `${name} took ${seconds.toFixed(0)} s, more than a quarter above its budget of ${String(budget)} s`,
      );
    }
  }
}
