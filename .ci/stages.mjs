/**
 * Runs one check after another and sums up. All are run even when one fails, so that one look shows
 * everything there is to mend.
 */
import { say } from './shell.mjs';

/** @typedef {{ name: string; passes: () => boolean }} Stage */

/**
 * Runs the stages in order; true when all have passed.
 *
 * @param {Stage[]} stages
 * @returns {boolean}
 */
export function runStages(stages) {
  const lines = [];
  let allPassed = true;
  for (const { name, passes } of stages) {
    say(name);
    const started = performance.now();
    const passed = passes();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(`  ${passed ? '✓' : '✗'} ${name.padEnd(52)} ${seconds.padStart(6)} s`);
    allPassed &&= passed;
  }
  say(allPassed ? 'All passed' : 'Not all passed');
  console.log(lines.join('\n'));
  return allPassed;
}
