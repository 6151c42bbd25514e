/**
 * `npm test`: from a fresh clone to every test of the engine, of the Python package, of the page, and of engine and
 * page together in a browser.
 */
import { createServer } from 'node:net';
import { buildEngine, buildProgram } from './engine.mjs';
import { engineTests } from './engines.mjs';
import { pythonTests } from './python.mjs';
import { ensureChromium, ensurePackages, ensureToolchain } from './setup.mjs';
import { run, runPackage } from './shell.mjs';
import { runStages } from './stages.mjs';

ensurePackages();
ensureToolchain();
await ensureChromium();
buildEngine();
const program = buildProgram();
const inBrowsers = { BUFFERLAB_PROGRAM: program, BUFFERLAB_TEST_PORT: String(await freePort()) };

const passed = runStages([
  {
    name: 'Engine (cargo test)',
    // The bindings' generator has nothing of ours to test, and compiling it optimised takes long; Python's module is
    // tested from Python.
    passes: () => {
      const untested = ['bufferlab-xtask', 'bufferlab-python'].flatMap((name) => ['--exclude', name]);
      return run('cargo', ['test', '--locked', '--workspace', ...untested]);
    },
  },
  ...pythonTests(program),
  {
    name: 'Page, and browser engine against native (vitest)',
    passes: () => runPackage('vitest/vitest.mjs', ['run'], { BUFFERLAB_PROGRAM: program }),
  },
  { name: 'Static page (vite build)', passes: () => runPackage('vite/bin/vite.js', ['build']) },
  { name: 'Browser (playwright)', passes: () => inChromium('--workers', '2', '--grep-invert', '@measured') },
  { name: 'Browser, by the clock (playwright)', passes: () => inChromium('--grep', '@measured') },
  ...(await engineTests(inBrowsers)),
]);
process.exitCode = passed ? 0 : 1;

/**
 * The browser tests in Chromium, or some of them.
 *
 * @param {string[]} which
 * @returns {boolean}
 */
function inChromium(...which) {
  return runPackage('@playwright/test/cli.js', ['test', '--project', 'Chromium', ...which], inBrowsers);
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
