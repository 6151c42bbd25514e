/**
 * `npm test`: installs and builds everything from a fresh clone, and runs the tests of the engine, of the Python package, of
 * the page, and of engine and page together in Chromium.
 *
 *     npm run test:all          the same with all seeds, documents and views, and the page in Firefox and WebKit too
 *     npm test -- --engines     the page in Firefox and WebKit too
 *     npm test -- --ci          the same random cases as in continuous integration, and its second try of tests that fail
 *     npm run check             all that continuous integration runs (`npm test -- --check`): lint, the tests with --ci and
 *                               --engines, the papers' figures, the counts of instructions
 *
 * The variable BUFFERLAB_TESTS (`all` or `usual`) tells the tests which cases to run, CI whether a test that fails gets a
 * second try. A test that needed it is listed at the end.
 */
import { createServer } from 'node:net';
import { countStages } from './counts.mjs';
import { compileEngine, programOf } from './engine.mjs';
import { engineTests } from './engines.mjs';
import { lints } from './lints.mjs';
import { pythonTests } from './python.mjs';
import { ensureChromium, ensurePackages, ensureToolchain } from './setup.mjs';
import { runStages } from './stages.mjs';

/** @typedef {import('./stages.mjs').Stage} Stage */

const check = process.argv.includes('--check');
const all = process.argv.includes('--all');
const engines = all || check || process.argv.includes('--engines');
process.env.BUFFERLAB_TESTS = all ? 'all' : 'usual';
if (check || process.argv.includes('--ci')) {
  process.env.CI = '1';
  // A failure of a known seed is due to the change. Elsewhere each run of the tests tries other cases.
  process.env.PROPTEST_RNG_SEED = '20110905';
}

ensurePackages();
ensureToolchain();
await ensureChromium();

const program = programOf('ci');

// The generator of bindings and the benchmarks have no tests; the Python module is tested from Python.
const untested = ['xtask', 'python', 'bench'].flatMap((name) => ['--exclude', `bufferlab-${name}`]);
const cargoTest = ['test', '--no-fail-fast', '--locked', '--profile', 'ci', '--workspace', ...untested];

const compiles = 'Tests and program (cargo build)';
const engine = 'Engine for the browser (cargo build)';
const page = 'Static page (vite build)';

/** @type {Stage[]} */
const stages = [
  { name: compiles, passes: (shell) => shell.run('cargo', [...cargoTest, '--no-run']) },
  { name: engine, passes: compileEngine },
  ...(check ? lints(engine, false) : []),
  ...pythonTests(program, compiles),
  {
    name: page,
    needs: [engine],
    passes: (shell) => shell.runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn']),
  },
  {
    name: 'Engine (cargo test)',
    needs: [compiles],
    passes: (shell) => shell.run('cargo', [...cargoTest, ...(all ? ['--', '--include-ignored'] : [])]),
  },
  ...(check ? [...countStages(), papersStage(compiles)] : []),
  {
    name: 'Page, and WebAssembly engine compared with native (vitest)',
    needs: [engine, compiles],
    alone: true,
    passes: (shell) => shell.runPackage('vitest/vitest.mjs', ['run'], { BUFFERLAB_PROGRAM: program }),
  },
  // A browser uses both cores. A parallel stage would slow the tests down until they time out.
  {
    name: 'Page in Chromium (playwright)',
    needs: [page, compiles],
    alone: true,
    passes: (shell) => inBrowser(shell, 'Chromium', '--workers', '2'),
  },
  ...(engines ? await engineTests([page], inBrowser) : []),
];
const command = check ? 'npm run check' : all ? 'npm run test:all' : 'npm test';
const passed = await runStages(stages, { atOnce: 2, command });
process.exitCode = passed ? 0 : 1;

/**
 * Returns the stage that compares the papers' figures with the stored results, by the program that the tests have compiled:
 * link-time optimization would take longer than it saves.
 *
 * @param {string} compiles
 * @returns {Stage}
 */
function papersStage(compiles) {
  return {
    name: 'Figures of the papers (bufferlab reproduce)',
    needs: [compiles],
    passes: (shell) => shell.run(process.execPath, ['.ci/papers-check.mjs', '--profile', 'ci']),
  };
}

/**
 * Runs the tests of a project of `playwright.config.ts`, or some of them, with their own port and folder, so that several
 * projects can run in parallel.
 *
 * @param {import('./shell.mjs').Shell} shell
 * @param {string} project
 * @param {string[]} which
 */
async function inBrowser(shell, project, ...which) {
  return shell.runPackage(
    '@playwright/test/cli.js',
    ['test', '--project', project, '--output', `test-results/${project}`, ...which],
    { BUFFERLAB_PROGRAM: program, BUFFERLAB_TEST_PORT: String(await freePort()) },
  );
}

/**
 * Returns a free port, so that the tests of two clones can run at the same time.
 *
 * @returns {Promise<number>}
 */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
