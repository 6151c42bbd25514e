/**
 * Reports tests that passed only at a second try to the stage that runs them (`stages.mjs`). Under continuous integration tests
 * of the page run again once if they fail.
 */
import { appendFileSync } from 'node:fs';

/** Number of further tries of a test that fails: one under continuous integration, none elsewhere. */
export const RETRIES = process.env.CI ? 1 : 0;

/**
 * Reports a flaky test. Does nothing outside of a stage.
 *
 * @param {string} name
 */
export function reportFlaky(name) {
  const file = process.env.BUFFERLAB_FLAKY;
  if (file !== undefined) appendFileSync(file, `${name.replaceAll('\n', ' ')}\n`);
}

/** @returns {import('vitest/reporters').Reporter} */
export function vitestReporter() {
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky) reportFlaky(`${test.module.relativeModuleId}: ${test.fullName}`);
    },
  };
}
