/**
 * `npm run bench`: how fast the engine is, and how the page feels.
 *
 *     npm run bench                  everything below
 *     npm run bench -- page          how soon the page moves, and how busy its main thread is
 *     npm run bench -- speed         one run natively, in Node and in Chromium, side by side
 *     npm run bench -- calendar      what has that in its name, by criterion
 *
 * Criterion's report is in target/criterion/report/.
 */
import { buildEngine } from './engine.mjs';
import { measurePage } from './page.mjs';
import { ensureChromium, ensurePackages, ensureToolchain } from './setup.mjs';
import { run, runPackage, say, stop } from './shell.mjs';
import { measureSpeed } from './speed.mjs';

const wanted = process.argv.slice(2);
const places = ['page', 'speed'].filter((place) => wanted.length === 0 || wanted.includes(place));
const benches = wanted.filter((name) => !places.includes(name));

ensureToolchain();
if (places.length > 0) {
  ensurePackages();
  await ensureChromium();
  await buildEngine();
}
if (places.includes('page')) {
  if (!runPackage('vite/bin/vite.js', ['build'])) stop('The page did not build, see above.');
  say('Watching the page');
  await measurePage();
}
if (places.includes('speed')) {
  say('Timing one run in several places');
  await measureSpeed();
}
if (wanted.length === 0 || benches.length > 0) {
  const benched = run('cargo', ['bench', '--locked', '-p', 'bufferlab-bench', '--', ...benches]);
  process.exitCode = benched ? 0 : 1;
}
