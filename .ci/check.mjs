/**
 * `npm run check`: everything that must pass before a change is sent; the same as `.ci/run`.
 */
import { run } from './shell.mjs';

const linted = run(process.execPath, ['.ci/lint.mjs']);
const tested = run(process.execPath, ['.ci/test.mjs']);
process.exitCode = linted && tested ? 0 : 1;
