/**
 * `npm run thumbnails`: computes the queues that the cards of the presets show, and writes them to
 * `web/presets/thumbnails.json`.
 *
 * Each is the queue of the first bottleneck for a few seconds of watching at the preset's speed, after the warm-up.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { output, root, stop, terminal } from './shell.mjs';

/** @typedef {{ id: string; speed: number; scenario: { duration_s: number; warmup_s: number; bottlenecks: [{ id: string }] } }} Preset */

/** Real time that a thumbnail covers at the preset's speed, seconds. */
const WATCHED_S = 8;
/** Number of columns of a thumbnail. */
const COLUMNS = 60;

let program = process.env.BUFFERLAB_PROGRAM ?? '';
if (program === '') {
  ensurePackages();
  ensureToolchain();
  if (!(await terminal.run('cargo', ['build', '--locked', '--profile', 'ci', '-p', 'bufferlab-cli'])))
    stop('The program did not compile, see above.');
  program = programOf('ci');
}
const folder = mkdtempSync(join(tmpdir(), 'thumbnails-'));
const presets = /** @type {Preset[]} */ (JSON.parse(output(program, ['presets', '--json']) ?? '[]'));
const entries = presets.map((preset) => [preset.id, thumbnailOf(preset)]);
rmSync(folder, { recursive: true });
const lines = entries.map(([id, thumbnail]) => `  ${JSON.stringify(id)}: ${JSON.stringify(thumbnail)}`);
writeFileSync(join(root, 'web', 'presets', 'thumbnails.json'), `{\n${lines.join(',\n')}\n}\n`);

/**
 * Returns the length of the window in seconds, the largest queue in it in packets, and per column the least and the
 * largest queue in hundredths of that.
 *
 * @param {Preset} preset
 */
function thumbnailOf({ id, speed, scenario }) {
  const csv = join(folder, 'run.csv');
  const window_s = Math.min(speed * WATCHED_S, scenario.duration_s - scenario.warmup_s);
  const end_s = scenario.warmup_s + window_s;
  const args = ['run', id, '--duration', `${end_s}`, '--csv', csv, '--interval', `${window_s / COLUMNS}`];
  if (output(program, args) === null) stop(`The preset ${id} did not run.`);
  const [head = '', ...rows] = readFileSync(csv, 'utf8').trim().split('\n');
  const link = scenario.bottlenecks[0].id;
  const names = head.split(',');
  const [low, high] = ['min', 'max'].map((end) =>
    names.indexOf(`link.${link}.queue_packets ${end} [packets]`),
  );
  const columns = rows.slice(-COLUMNS).map((row) => row.split(',').map(Number));
  const most = Math.max(1, ...columns.map((column) => column[high ?? 0] ?? 0));
  const shares = (/** @type {number | undefined} */ at) =>
    columns.map((column) => Math.round((100 * (column[at ?? 0] ?? 0)) / most));
  return { window_s, packets: most, low: shares(low), high: shares(high) };
}
