/**
 * `npm run papers`: runs the quick set of the papers' figures (`bufferlab reproduce --quick`) and compares each verdict
 * with the one that is kept in `engine/artefacts/results`. A figure that does not come to what the wall shows is a
 * failure, whichever way it changed. A verdict of “undecided” on either side says that more seeds are needed and is no
 * change: the quick set has fewer. `--profile ci` takes the program that the tests have compiled.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProgram, programOf } from './engine.mjs';
import { ensureToolchain } from './setup.mjs';
import { root, say } from './shell.mjs';

/** @typedef {{ text: string; verdict: string; found: string }} Claim */
/** @typedef {{ id: string; seconds: number; claims: Claim[] }} Artefact */

/** Bytes that the program may print: 16 million. */
const MOST_OUTPUT = 1 << 24;

const { values: given } = parseArgs({ options: { profile: { type: 'string' } } });
ensureToolchain();
const program = given.profile === undefined ? await buildProgram() : programOf(given.profile);
say('Running the quick set of the papers’ figures');
const started = performance.now();
const artefacts = quickSet();
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const claims = artefacts.flatMap(({ id, claims }) => claims.map((claim) => ({ id, ...claim })));
const changed = artefacts.flatMap(changes);
for (const change of changed) console.log(change);
console.log(
  `${artefacts.length} figures, ${claims.length} claims in ${seconds} s: ` +
    (changed.length === 0
      ? 'each verdict is the one that is kept.'
      : `${changed.length} are not what is kept.`),
);
process.exitCode = changed.length === 0 ? 0 : 1;

/**
 * What the program finds. Its exit code says whether claims differ, as some do.
 *
 * @returns {Artefact[]}
 */
function quickSet() {
  const printed = () => execFileSync(program, ['reproduce', '--quick', '--json'], output);
  /** @type {import('node:child_process').ExecFileSyncOptionsWithStringEncoding} */
  const output = { encoding: 'utf8', maxBuffer: MOST_OUTPUT, stdio: ['ignore', 'pipe', 'inherit'] };
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
  const report = /** @type {{ artefacts: Artefact[] }} */ (JSON.parse(json));
  return report.artefacts;
}

/**
 * The claims of an artefact that are not what is kept, in words.
 *
 * @param {Artefact} artefact
 */
function changes({ id, claims }) {
  const file = join(root, 'engine', 'artefacts', 'results', `${id}.json`);
  const kept = /** @type {Artefact} */ (JSON.parse(readFileSync(file, 'utf8')));
  const verdicts = new Map(kept.claims.map(({ text, verdict }) => [text, verdict]));
  return claims
    .filter(({ text, verdict }) => {
      const kept = verdicts.get(text);
      return kept !== verdict && kept !== 'undecided' && verdict !== 'undecided';
    })
    .map(
      ({ text, verdict, found }) =>
        `${id}: “${text}” is kept as ${verdicts.get(text) ?? 'nothing'}, now ${verdict}: ${found}`,
    );
}
