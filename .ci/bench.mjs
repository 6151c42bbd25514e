/**
 * `npm run bench`: how fast the engine is.
 *
 *     npm run bench                  everything below
 *     npm run bench -- speed         one run natively, in Node and in Chromium, side by side
 *     npm run bench -- calendar      what has that in its name, by criterion
 *
 * Criterion's report is in target/criterion/report/.
 */
import { buildEngine } from './engine.mjs';
import { ensureChromium, ensurePackages, ensureToolchain } from './setup.mjs';
import { run, say } from './shell.mjs';
import { measureSpeed } from './speed.mjs';

const filters = process.argv.slice(2);

ensureToolchain();
if (filters.length === 0 || filters.includes('speed')) {
  ensurePackages();
  await ensureChromium();
  buildEngine();
  say('Timing one run in several places');
  await measureSpeed();
}
if (!filters.includes('speed')) {
  const benched = run('cargo', ['bench', '--locked', '-p', 'bufferlab-core', '--', ...filters]);
  process.exitCode = benched ? 0 : 1;
}
