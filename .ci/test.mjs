/**
 * `npm test`: from a fresh clone to the tests of the engine, of the Python package, of the page, and of engine and page
 * together in Chromium.
 *
 *     npm run test:all          the same with every seed, document and look, and the page in Firefox and WebKit too
 *     npm test -- --engines     the page in Firefox and WebKit too
 *
 * Tests find out whether all is asked for by BUFFERLAB_TESTS.
 */
import { createServer } from 'node:net';
import { compileEngine, programOf } from './engine.mjs';
import { engineTests } from './engines.mjs';
import { pythonTests } from './python.mjs';
import { ensureChromium, ensurePackages, ensureToolchain } from './setup.mjs';
import { runStages } from './stages.mjs';

/** @typedef {import('./stages.mjs').Stage} Stage */

const all = process.argv.includes('--all');
const engines = all || process.argv.includes('--engines');
process.env.BUFFERLAB_TESTS = all ? 'all' : 'usual';

ensurePackages();
ensureToolchain();
await ensureChromium();

const program = programOf('ci');

// The bindings' generator has nothing of ours to test; the Python module is tested from Python; benchmarks measure.
const untested = ['xtask', 'python', 'bench'].flatMap((name) => ['--exclude', `bufferlab-${name}`]);
const cargoTest = ['test', '--no-fail-fast', '--locked', '--profile', 'ci', '--workspace', ...untested];

const compiles = 'Tests and program (cargo build)';
const engine = 'Engine for the browser (cargo build)';
const page = 'Static page (vite build)';

/** @type {Stage[]} */
const stages = [
  { name: compiles, passes: (shell) => shell.run('cargo', [...cargoTest, '--no-run']) },
  { name: engine, passes: compileEngine },
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
  {
    name: 'Page, and browser engine against native (vitest)',
    needs: [engine, compiles],
    alone: true,
    passes: (shell) => shell.runPackage('vitest/vitest.mjs', ['run'], { BUFFERLAB_PROGRAM: program }),
  },
  // Browsers take both cores by themselves: what runs beside them makes tests wait until they give up.
  {
    name: 'Browser (playwright)',
    needs: [page, compiles],
    alone: true,
    passes: (shell) => inBrowser(shell, 'Chromium', '--workers', '2'),
  },
  ...(engines ? await engineTests([page], inBrowser) : []),
];
const passed = await runStages(stages, { atOnce: 2, command: all ? 'npm run test:all' : 'npm test' });
process.exitCode = passed ? 0 : 1;

/**
 * The tests of a project of `playwright.config.ts`, or some of them, with a port and a folder of their own: several run
 * at a time.
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
 * A port nobody listens on, so that two clones can be tested at once.
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
