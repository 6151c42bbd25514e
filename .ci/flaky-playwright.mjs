/** Reporter of Playwright for flaky tests. Playwright loads a reporter as the default export of a module. */
import { reportFlaky } from './flaky.mjs';

export default class FlakyReporter {
  /**
   * Lists tests that fail once and then pass.
   *
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, result) {
    const passedLater = result.retry > 0 && result.status === test.expectedStatus;
    if (passedLater) reportFlaky(test.titlePath().filter(Boolean).join(' › '));
  }
}
