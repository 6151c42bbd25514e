/**
 * Packets forwarded per second of real time by one engine on three platforms: natively, in Node and in a worker of Chromium.
 *
 * The platforms take turns, so that a busy machine slows all of them, and the first run of each is discarded. The best round
 * shows the speed of the engine; the median includes the load of the machine. Times are not asserted, but all platforms must
 * give the same digest.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumOnPath } from './chromium.mjs';
import { root, run, stop } from './shell.mjs';
import { timedRun } from './timed-run.mjs';

/** @typedef {import('./timed-run.mjs').Timed} Timed */
/** @typedef {{ name: string; run: () => Promise<Timed> | Timed }} Platform */

/**
 * @typedef {object} Engine the generated bindings
 * @property {(options: { module: Uint8Array }) => unknown} initSync
 * @property {() => string} presets_json
 * @property {(scenario: string, patches: string) => string} apply_json
 * @property {new (scenario: string) => import('./timed-run.mjs').Lab} Lab
 */

const ROUNDS = 9;
const generated = join(root, 'web', 'generated');

const native = ['bench', '--locked', '-q', '-p', 'bufferlab-bench', '--bench', 'speed'];

/** Measures and prints a table. Call after `buildEngine`. */
export async function measureSpeed() {
  if (!run('cargo', [...native, '--no-run'])) stop('The native program did not compile, see above.');
  const engine = await loadEngine();
  const scenario = anomaly(engine);
  const chromium = await openChromium(scenario);
  /** @type {Platform[]} */
  const platforms = [
    { name: 'native, not recording', run: () => runNatively(scenario, []) },
    { name: 'native', run: () => runNatively(scenario, ['recording']) },
    { name: 'Node', run: () => timedRun(engine, scenario) },
    { name: 'Chromium', run: chromium.run },
  ];
  /** @type {Map<string, Timed[]>} */
  const timed = new Map();
  try {
    for (const { name, run } of platforms) timed.set(name, [await run()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, run } of platforms) timed.get(name)?.push(await run());
    }
  } finally {
    await chromium.close();
  }
  print(timed);
}

/** @param {Map<string, Timed[]>} timed */
function print(timed) {
  const rows = [...timed].map(([name, [first, ...runs]]) => {
    const rates = runs.map(({ packets, wall_s }) => packets / wall_s / 1e6).sort((a, b) => b - a);
    return { name, digest: first?.digest, best: rates[0] ?? 0, median: rates[rates.length >> 1] ?? 0 };
  });
  const recording = rows.find(({ name }) => name === 'native');
  console.log(`\n  anomaly, 1,000 flows, 20 kB, 60 s; ${ROUNDS} rounds; million packets per second\n`);
  console.log(`  ${'platform'.padEnd(24)} ${'best'.padStart(7)} ${'median'.padStart(7)}   of native (best)`);
  for (const { name, best, median } of rows) {
    const share = `${((100 * best) / (recording?.best ?? NaN)).toFixed(0)} %`;
    console.log(
      `  ${name.padEnd(24)} ${best.toFixed(2).padStart(7)} ${median.toFixed(2).padStart(7)}   ${share}`,
    );
  }
  const digests = new Set(rows.map(({ digest }) => digest));
  if (digests.size !== 1) stop(`The digests differ: ${rows.map((r) => r.digest).join(', ')}`);
  console.log(`\n  same digest on all platforms: ${rows[0]?.digest ?? ''}\n`);
}

/** @returns {Promise<Engine>} */
async function loadEngine() {
  const engine = /** @type {Engine} */ (await import(join(generated, 'bufferlab_wasm.js')));
  engine.initSync({ module: readFileSync(join(generated, 'bufferlab_wasm_bg.wasm')) });
  return engine;
}

/**
 * The scenario in which ns-2 was timed too, see tests/reference/README.md.
 *
 * @param {Engine} engine
 */
function anomaly(engine) {
  const presets = /** @type {{ id: string; scenario: unknown }[]} */ (JSON.parse(engine.presets_json()));
  const preset = presets.find(({ id }) => id === 'anomaly');
  const patches = [
    { path: 'bottlenecks.r0.queue.limit_bytes', value: 20_000 },
    { path: 'warmup_s', value: 20 },
    { path: 'duration_s', value: 60 },
  ];
  const applied = engine.apply_json(JSON.stringify(preset?.scenario), JSON.stringify(patches));
  const checked = /** @type {{ ok: boolean; scenario: unknown }} */ (JSON.parse(applied));
  if (!checked.ok) stop(`The scenario for the timing is invalid: ${applied}`);
  return JSON.stringify(checked.scenario);
}

/**
 * @param {string} scenario
 * @param {string[]} options
 * @returns {Timed} the second of two runs in a fresh process
 */
function runNatively(scenario, options) {
  const args = [...native, '--', '2', ...options];
  const { status, stdout } = spawnSync('cargo', args, { cwd: root, input: scenario, encoding: 'utf8' });
  const last = stdout.trim().split('\n').at(-1);
  if (status !== 0 || !last) stop('The native run failed.');
  /** @type {Timed} */
  const timed = JSON.parse(last);
  return timed;
}

/**
 * A worker in a page that holds nothing else.
 *
 * @param {string} scenario
 */
async function openChromium(scenario) {
  const { chromium } = await import('@playwright/test');
  const executablePath = chromiumOnPath();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const page = await browser.newPage();
  const read = (/** @type {string} */ path) => readFileSync(join(root, path));
  const worker = `
    import init, * as engine from './engine.js';
    import { timedRun } from './timed-run.js';
    const ready = init({ module_or_path: './engine.wasm' });
    onmessage = async ({ data }) => { await ready; postMessage(timedRun(engine, data)); };
  `;
  /** @type {Record<string, { contentType: string; body: string | Buffer }>} */
  const files = {
    '/': { contentType: 'text/html', body: '<!doctype html><title>Speed</title>' },
    '/worker.js': { contentType: 'text/javascript', body: worker },
    '/timed-run.js': { contentType: 'text/javascript', body: read('.ci/timed-run.mjs') },
    '/engine.js': { contentType: 'text/javascript', body: read('web/generated/bufferlab_wasm.js') },
    '/engine.wasm': { contentType: 'application/wasm', body: read('web/generated/bufferlab_wasm_bg.wasm') },
  };
  await page.route('**/*', (route) => {
    const file = files[new URL(route.request().url()).pathname];
    return file === undefined ? route.abort() : route.fulfill(file);
  });
  await page.goto('http://localhost/');
  const inPage = `(scenario) => new Promise((resolve, reject) => {
    globalThis.worker ??= new Worker('/worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(scenario);
  })`;
  return {
    run: async () => {
      /** @type {Timed} */
      const timed = await page.evaluate(`(${inPage})(${JSON.stringify(scenario)})`);
      return timed;
    },
    close: () => browser.close(),
  };
}
