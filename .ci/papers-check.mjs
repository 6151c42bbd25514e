/**
 * `npm run papers`: runs the quick set of the papers' figures (`bufferlab reproduce --quick`) and compares each verdict
 * with the stored one in `engine/papers/results`. A different verdict is a failure in either direction. “Undecided”
 * on either side is no difference, as it means that more seeds are needed and the quick set has fewer.
 * `--profile ci` uses the program that the tests have compiled.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProgram, programOf } from './engine.mjs';
import { ensureToolchain } from './setup.mjs';
import { root, announce } from './shell.mjs';

/** @typedef {{ id: string; text?: string; verdict: string; found: string }} Claim */
/** @typedef {{ id: string; seconds: number; claims: Claim[] }} Figure */

/** Largest output of the program in bytes: 16 million. */
const MAX_OUTPUT = 1 << 24;

const { values: options } = parseArgs({ options: { profile: { type: 'string' } } });
ensureToolchain();
const program = options.profile === undefined ? await buildProgram() : programOf(options.profile);
announce('Running the quick set of the papers’ figures');
const started = performance.now();
const figures = quickSet();
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const claims = figures.flatMap(({ claims }) => claims);
const changed = figures.flatMap(changes);
for (const change of changed) console.log(change);
console.log(
  `${figures.length} figures, ${claims.length} claims in ${seconds} s: ` +
    (changed.length === 0 ? 'all verdicts equal the stored ones.' : `changed verdicts: ${changed.length}.`),
);
process.exitCode = changed.length === 0 ? 0 : 1;

/**
 * Runs the quick set. The exit code of the program is ignored, since some claims differ.
 *
 * @returns {Figure[]}
 */
function quickSet() {
  const printed = () => execFileSync(program, ['reproduce', '--quick', '--json'], output);
  /** @type {import('node:child_process').ExecFileSyncOptionsWithStringEncoding} */
  const output = { encoding: 'utf8', maxBuffer: MAX_OUTPUT, stdio: ['ignore', 'pipe', 'inherit'] };
  try {
    return read(printed());
  } catch (error) {
    const stdout = error instanceof Error && 'stdout' in error ? error.stdout : undefined;
    if (typeof stdout !== 'string' || stdout === '') throw error;
    return read(stdout);
  }
}

/** @param {string} json */
function read(json) {
  const report = /** @type {{ artefacts: Figure[] }} */ (JSON.parse(json));
  return report.artefacts;
}

/**
 * Describes the claims of a figure whose verdict differs from the stored one.
 *
 * @param {Figure} figure
 */
function changes({ id, claims }) {
  const file = join(root, 'engine', 'papers', 'results', `${id}.json`);
  const stored = /** @type {Figure} */ (JSON.parse(readFileSync(file, 'utf8')));
  const verdicts = new Map(stored.claims.map(({ id, verdict }) => [id, verdict]));
  return claims
    .filter(({ id, verdict }) => {
      const stored = verdicts.get(id);
      return stored !== verdict && stored !== 'undecided' && verdict !== 'undecided';
    })
    .map(
      ({ id: claim, text, verdict, found }) =>
        `${id}, ${claim}: “${text}” has the stored verdict ${verdicts.get(claim) ?? '(none)'}, now ${verdict}: ${found}`,
    );
}
