/**
 * `npm run bench`: measures the speed of the engine and of the page.
 *
 *     npm run bench                  all of the following, except `peers`
 *     npm run bench -- loading       time until the page simulates, on a fast and on a slow computer and line
 *     npm run bench -- page          load of the page's main thread during a run
 *     npm run bench -- speed         one run natively, in Node and in Chromium, compared
 *     npm run bench -- counts        instructions and cache misses per packet, compared with the accepted; see counts.mjs
 *     npm run bench -- peers         packets per processor second of ns-2 and ns-3, in turn with ours; see peers.mjs
 *     npm run bench -- calendar      benchmarks of criterion with this word in their name
 *
 * Criterion's report is in target/criterion/report/.
 */
import { countCases } from './counts.mjs';
import { buildEngine } from './engine.mjs';
import { measureLoading } from './loading.mjs';
import { measurePage } from './page.mjs';
import { measurePeers } from './peers.mjs';
import { ensureChromium, ensurePackages, ensureToolchain } from './setup.mjs';
import { run, runPackage, announce, stop } from './shell.mjs';
import { measureSpeed } from './speed.mjs';

const selected = process.argv.slice(2);
const places = ['loading', 'page', 'speed'].filter(
  (place) => selected.length === 0 || selected.includes(place),
);
const benches = selected.filter((name) => !places.includes(name));

ensureToolchain();
if (selected[0] === 'counts') process.exit((await countCases(selected.slice(1))) ? 0 : 1);
if (selected[0] === 'peers') process.exit(measurePeers() ? 0 : 1);
if (places.length > 0) {
  ensurePackages();
  await ensureChromium();
  await buildEngine();
}
if (places.includes('loading') || places.includes('page')) {
  if (!runPackage('vite/bin/vite.js', ['build'])) stop('The page did not build, see above.');
}
if (places.includes('loading')) {
  announce('Measuring how fast the page loads');
  await measureLoading();
}
if (places.includes('page')) {
  announce('Measuring the page');
  await measurePage();
}
if (places.includes('speed')) {
  announce('Timing one run natively, in Node and in Chromium');
  await measureSpeed();
}
if (selected.length === 0) {
  announce('Counting instructions per packet');
  if (!(await countCases([]))) process.exitCode = 1;
}
if (selected.length === 0 || benches.length > 0) {
  const benched = run('cargo', ['bench', '--locked', '-p', 'bufferlab-bench', '--', ...benches]);
  if (!benched) process.exitCode = 1;
}
