/**
 * `npm run check`: everything that must pass before a change is sent: what `.ci/run` runs, and whether anything is
 * known against what others wrote.
 */
import { run } from './shell.mjs';
import { checkSupply } from './supply.mjs';

const linted = run(process.execPath, ['.ci/lint.mjs']);
const supplied = await checkSupply();
const tested = run(process.execPath, ['.ci/test.mjs']);
process.exitCode = linted && supplied && tested ? 0 : 1;
