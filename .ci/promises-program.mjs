/**
 * Names in what the program prints, and its exit codes: fields of JSON, columns of CSV files.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './shell.mjs';

/** Largest output of a command in bytes: 64 million. */
const MOST_BYTES = 1 << 26;

/** Objects whose names are ids of the catalog or of the input, which other records have. */
const BY_ID = new Set(['sections', 'registries', 'scenario', 'queue', 'point', 'set', '$defs']);

/** Commands with JSON as their output, by their titles. `PRESET` stands for each preset in turn. */
const PRINTING = {
  'run --json': 'run PRESET --duration 1 --warmup 0.2 --json --detail',
  'sweep --json': 'sweep one-flow --over seed=1,2 --duration 1 --warmup 0.2 --json',
  'sweep --dry-run --json': 'sweep one-flow --over seed=1,2 --dry-run --json',
  'advise --json':
    'advise one-flow --target utilization=90% --duration 6 --warmup 2 --replications 2 --checks 3 --json',
  'advise --remedies --json':
    'advise one-flow --remedies --seeds 4 --target utilization=90% --duration 4 --warmup 1 --json',
  'model --over --json': 'model mm1k --over load=0.5,0.9 --json',
  'reproduce --json': 'reproduce cai-t2 --quick --json',
  'presets --json': 'presets --json',
  'catalog --json': 'catalog --json',
  schema: 'schema',
};

/** Commands that write CSV files, by their titles; `FILE` stands for the file. */
const WRITING = {
  'run --csv': 'run two-way --duration 1 --warmup 0.2 --csv FILE',
  'run --csv, with UDP': 'run anomaly --duration 1 --warmup 0.2 --csv FILE',
  'sweep --csv': 'sweep one-flow --over seed=1,2 --duration 1 --warmup 0.2 --csv FILE',
  'sweep --aggregates': 'sweep one-flow --over seed=1,2 --duration 1 --warmup 0.2 --aggregates FILE',
  'model --csv': 'model mm1k --over load=0.5,0.9 --csv FILE',
};

/** Exit codes of commands that end by themselves. Tests of the program have those of failed and interrupted runs. */
const ENDING = [
  'run one-flow --duration 1 --warmup 0.2',
  'run no-such-preset',
  'run one-flow --no-such-option',
  'run one-flow --set bottlenecks.r0.rate_bps=-1',
  'sweep one-flow --over no.such.field=1,2',
  'model no-such-model',
  'no-such-command',
];

/** @typedef {{ fields: Record<string, string[]>; columns: Record<string, string[]>; exits: Record<string, number> }} Facts */

/**
 * Calls the program and returns the names in its output.
 *
 * @param {string} program its path
 * @returns {Facts}
 */
export function factsOf(program) {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-promises-'));
  try {
    const fields = Object.entries(PRINTING).map(([title, words]) => [title, fieldsPrinted(program, words)]);
    const columns = Object.entries(WRITING).map(([title, words], i) => {
      const file = join(folder, `${i}.csv`);
      called(program, words.replace('FILE', file));
      return [title, headingOf(readFileSync(file, 'utf8'))];
    });
    const exits = ENDING.map((words) => [words, spawnSync(program, words.split(' ')).status]);
    return {
      fields: Object.fromEntries(fields),
      columns: Object.fromEntries(columns),
      exits: Object.fromEntries(exits),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} program
 * @param {string} words
 */
function fieldsPrinted(program, words) {
  const all = words.includes('PRESET') ? presetIds().map((id) => words.replace('PRESET', id)) : [words];
  const documents = all.flatMap((one) => documentsIn(called(program, one)));
  return [...new Set(documents.flatMap((document) => fieldsOf(document)))].sort();
}

/**
 * Returns one document, or those of the lines.
 *
 * @param {string} text
 * @returns {unknown[]}
 */
function documentsIn(text) {
  const lines = text.trim().split('\n');
  return text.startsWith('{\n') || text.startsWith('[\n')
    ? [JSON.parse(text)]
    : lines.map((line) => /** @type {unknown} */ (JSON.parse(line)));
}

/**
 * Returns the paths of all fields, such as `groups[].loss`.
 *
 * @param {unknown} value
 * @param {string} path of the value
 * @returns {string[]}
 */
export function fieldsOf(value, path = '') {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const field = path === '' ? name : `${path}.${name}`;
    return BY_ID.has(name) ? [field] : [field, ...fieldsOf(item, field)];
  });
}

/**
 * Returns the names of the columns; the comment lines before them are no names.
 *
 * @param {string} csv
 */
function headingOf(csv) {
  const heading = csv.split(/\r?\n/).find((line) => !line.startsWith('#')) ?? '';
  return heading.split(',');
}

function presetIds() {
  const files = readdirSync(join(root, 'engine/core/src/presets'));
  return files.filter((name) => name.endsWith('.json')).map((name) => basename(name, '.json'));
}

/**
 * Returns what a command prints. A command that fails is an error.
 *
 * @param {string} program
 * @param {string} words
 */
function called(program, words) {
  const ended = spawnSync(program, words.split(' '), { encoding: 'utf8', maxBuffer: MOST_BYTES });
  if (ended.status !== 0) throw new Error(`bufferlab ${words} has failed:\n${ended.stderr}`);
  return ended.stdout;
}
