/**
 * `npm run check`: all checks before a change is sent: lint, tests, and checks of the dependencies.
 */
import { run } from './shell.mjs';
import { checkSupply } from './supply.mjs';

const linted = run(process.execPath, ['.ci/lint.mjs']);
const supplied = await checkSupply();
const tested = run(process.execPath, ['.ci/test.mjs']);
process.exitCode = linted && supplied && tested ? 0 : 1;
