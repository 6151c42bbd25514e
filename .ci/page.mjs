/**
 * Load of the built page's main thread in Chromium while the engine runs at full speed.
 *
 * The page is served like `npm run preview` and used as by a visitor. The measures are the main thread's tasks above 50 ms, the
 * gaps between animation frames, and the processor time of tasks. The first two depend on the load of the machine, which is
 * printed; processor time depends less on it.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openPreview, openScenario } from './preview.mjs';
import { root } from './shell.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {Awaited<ReturnType<typeof openPreview>>} Preview */
/** @typedef {{ name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }} TraceEvent */
/** @typedef {{ long_ms: number[]; gaps_ms: number[]; simulated_s: number; wall_s: number }} Watched */

const SECONDS = 20;

/** In the page: the simulated time of the last frame. */
const SIMULATED_S = `Number(document.querySelector('[data-testid="sim-time"]').getAttribute('data-seconds'))`;

/** Measures and prints. Call after the page is built. */
export async function measurePage() {
  const preview = await openPreview();
  try {
    console.log(`\n  load of this machine: ${loadavg()[0]?.toFixed(1) ?? '?'}`);
    // With the stream of UDP the latter are as many as a scenario may have.
    for (const flows of [1000, 99_999]) {
      for (const charts of /** @type {const} */ (['the charts shown at first', 'all charts'])) {
        for (const density of [1, 2]) await printRun(preview, { flows, charts, density });
      }
    }
    console.log('');
  } finally {
    await preview.close();
  }
}

/** @typedef {{ flows: number; charts: 'the charts shown at first' | 'all charts'; density: number }} Case */

/**
 * `anomaly` with so many flows, as fast as possible, on a screen with so many pixels to a CSS pixel.
 *
 * @param {Preview} preview
 * @param {Case} shown
 */
async function printRun({ browser, newPage, address }, { flows, charts, density }) {
  const page = await newPage(density);
  await page.goto(address);
  if (charts === 'all charts') await showAllCharts(page);
  await openAnomaly(page, flows);
  await page.evaluate(WARM);
  const tasks = await tracedTasks(browser, page);
  /** @type {Watched} */
  const { long_ms, gaps_ms, simulated_s, wall_s } = await page.evaluate(WATCH);
  const cpu_ms = (await tasks.end()).sort((a, b) => b - a);
  await page.close();

  const work_ms = cpu_ms.reduce((sum, ms) => sum + ms, 0) / gaps_ms.length;
  const longest = long_ms.length === 0 ? '' : `, the longest ${Math.max(...long_ms).toFixed(0)} ms`;
  const what = `anomaly, ${flows.toLocaleString('en')} flows, as fast as possible for ${SECONDS} s`;
  console.log(`\n  ${what}, ${charts}, ratio ${density}:`);
  console.log(
    `    ${figure(simulated_s / wall_s, simulated_s < 10 * wall_s ? 2 : 0)} simulated seconds per second`,
  );
  console.log(`    main-thread tasks over 50 ms: ${long_ms.length}${longest}`);
  console.log(
    `    their processor time: ${figure(work_ms, 1)} ms per frame, ${figure(cpu_ms[0], 1)} ms at most`,
  );
  console.log(`    ${gaps_ms.length} frames, gaps between them ${histogram(gaps_ms)}`);
}

/** @param {Page} page */
async function showAllCharts(page) {
  await page.getByRole('button', { name: 'Choose charts' }).click();
  for (const box of await page.locator('.chart-choice').getByRole('checkbox').all()) await box.check();
  await page.keyboard.press('Escape');
}

/**
 * The preset, made long enough not to end, with a link that gives each flow what it has there.
 *
 * @param {Page} page
 * @param {number} flows
 */
async function openAnomaly(page, flows) {
  const preset = join(root, 'engine', 'core', 'src', 'presets', 'anomaly.json');
  /** @type {{ bottlenecks: [{ rate_bps: number }]; groups: [{ count: number }] }} */
  const scenario = JSON.parse(readFileSync(preset, 'utf8'));
  scenario.bottlenecks[0].rate_bps *= flows / scenario.groups[0].count;
  scenario.groups[0].count = flows;
  await openScenario(page, { ...scenario, title: 'Anomaly', duration_s: 1e5 });
  await page.getByRole('button', { name: 'max', exact: true }).click();
  await page.waitForFunction(`${SIMULATED_S} > ${1e4 / flows}`, null, { timeout: 120_000 });
}

/** In the page: until its code has been compiled, which happens as it is used. */
const WARM = `new Promise((resolve) => {
  let frames = 0;
  const turn = () => (++frames < 200 ? requestAnimationFrame(turn) : resolve());
  turn();
})`;

/**
 * The processor times of the main thread's tasks, from now until `end`.
 *
 * @param {Browser} browser
 * @param {Page} page
 */
async function tracedTasks(browser, page) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  return {
    /** @returns {Promise<number[]>} */
    end: async () => {
      /** @type {{ traceEvents: TraceEvent[] }} */
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
      const thread = (/** @type {TraceEvent} */ { pid, tid }) => `${pid} ${tid}`;
      const names = traceEvents.filter(({ name }) => name === 'thread_name');
      const mains = new Set(names.filter(({ args }) => args.name === 'CrRendererMain').map(thread));
      const tasks = traceEvents.filter((event) => event.name === TASK && mains.has(thread(event)));
      return tasks.map(({ tdur = 0 }) => tdur / 1000);
    },
  };
}

const TASK = 'ThreadControllerImpl::RunTask';

/** In the page: what its main thread does for `SECONDS`. */
const WATCH = `new Promise((resolve) => {
  const long_ms = [];
  const gaps_ms = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long_ms.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const [begun, from_s] = [performance.now(), ${SIMULATED_S}];
  let last = begun;
  const end = () => {
    observer.disconnect();
    const [simulated_s, wall_s] = [${SIMULATED_S} - from_s, (performance.now() - begun) / 1000];
    resolve({ long_ms, gaps_ms, simulated_s, wall_s });
  };
  const turn = (now) => {
    gaps_ms.push(now - last);
    last = now;
    if (now - begun < ${SECONDS * 1000}) requestAnimationFrame(turn);
    // What was long is told a moment later.
    else setTimeout(end, 200);
  };
  requestAnimationFrame(turn);
})`;

/** @param {number[]} gaps_ms */
function histogram(gaps_ms) {
  const edges = [0, 20, 34, 50, 100, Infinity];
  const parts = edges.slice(1).flatMap((edge, i) => {
    const from = edges[i] ?? 0;
    const count = gaps_ms.filter((ms) => ms >= from && ms < edge).length;
    const name = edge === Infinity ? `from ${from} ms` : `below ${edge} ms`;
    return count > 0 ? [`${name} ${count}`] : [];
  });
  return parts.join(', ');
}

/**
 * @param {number | undefined} value
 * @param {number} decimals
 */
function figure(value, decimals) {
  return value === undefined ? '?' : value.toFixed(decimals);
}
