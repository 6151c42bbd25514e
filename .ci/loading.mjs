/**
 * Time from navigation until the lab simulates, with nothing cached: on a fast line and a fast processor, and at 4 Mb/s on a
 * processor that is four times slower.
 *
 * The page is served from `dist` with gzip, as public hosts do, by a server that shares its rate between all files. The
 * processor is slowed by stopping every process of the browser for a part of each period, because the browser's own throttle
 * slows the main thread only, and the engine runs in a worker.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromiumOnPath } from './chromium.mjs';
import { root } from './shell.mjs';

/**
 * `limit_s` is the time within which users expect the page to move.
 *
 * @typedef {{ name: string; rate_bps: number; latency_ms: number; slowdown: number; limit_s: number }} Condition
 */
/** @typedef {{ headers: Record<string, string>; body: Buffer }} Served */

const LOADS = 5;
/** Period of stopping and continuing the browser. */
const PERIOD_MS = 20;
/** Bytes that are sent at a time. */
const PIECE = 8 * 1024;
const SIZE = { width: 1366, height: 768 };

/** @type {Condition[]} */
const CONDITIONS = [
  { name: 'fast line', rate_bps: 100e6, latency_ms: 5, slowdown: 1, limit_s: 1.5 },
  { name: '4 Mb/s, processor 4 times slower', rate_bps: 4e6, latency_ms: 25, slowdown: 4, limit_s: 4 },
];

/** Measures and prints. Call after the page is built. */
export async function measureLoading() {
  const files = servedFiles(join(root, 'dist'));
  printSizes(files);
  for (const condition of CONDITIONS) {
    const times_s = [];
    for (let load = 0; load < LOADS; load += 1) times_s.push(await timeOfLoad(files, condition));
    times_s.sort((a, b) => a - b);
    const [median, worst] = [times_s[LOADS >> 1] ?? NaN, times_s[LOADS - 1] ?? NaN];
    console.log(
      `  ${condition.name}: simulating after ${median.toFixed(2)} s (median of ${LOADS} loads, ` +
        `${worst.toFixed(2)} s at worst; limit ${condition.limit_s} s)`,
    );
  }
}

/** @param {Map<string, Served>} files */
function printSizes(files) {
  const sizes = [...files].map(([path, { body }]) => /** @type {const} */ ([path, body.length]));
  sizes.sort(([, a], [, b]) => b - a);
  console.log('\n  compressed size of the largest files, kB');
  for (const [path, bytes] of sizes.slice(0, 16)) {
    console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)}  ${path}`);
  }
}

/**
 * @param {Map<string, Served>} files
 * @param {Condition} condition
 */
async function timeOfLoad(files, condition) {
  const server = await serve(files, condition);
  const { chromium } = await import('@playwright/test');
  const executablePath = chromiumOnPath();
  const browserServer = await chromium.launchServer({
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const browser = await chromium.connect(browserServer.wsEndpoint());
  const page = await browser.newPage({ viewport: SIZE, bypassCSP: true });
  const endSlowdown = slowDown(browserServer.process().pid ?? 0, condition.slowdown);
  try {
    await page.goto(server.address, { waitUntil: 'commit' });
    const loaded_ms = /** @type {number} */ (await page.evaluate(UNTIL_TIME_PASSES));
    return loaded_ms / 1000;
  } finally {
    endSlowdown();
    await browser.close();
    await browserServer.close();
    await server.close();
  }
}

/** In the page: milliseconds from navigation to the first simulated time above 0. */
const UNTIL_TIME_PASSES = `new Promise((resolve) => {
  const look = () => {
    const clock = document.querySelector('[data-testid="sim-time"]');
    if (Number(clock?.getAttribute('data-seconds')) > 0) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;

/**
 * Reads the files of the page, compressed where compression helps.
 *
 * @param {string} folder
 */
function servedFiles(folder) {
  /** @type {Map<string, Served>} */
  const files = new Map();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) continue;
    const content = readFileSync(path);
    const compressed = gzipSync(content, { level: 9 });
    const smaller = compressed.length < content.length;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    files.set(`/${name.replaceAll('\\', '/')}`, {
      headers: { 'content-type': type, ...(smaller ? { 'content-encoding': 'gzip' } : {}) },
      body: smaller ? compressed : content,
    });
  }
  return files;
}

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves files at a rate that they share.
 *
 * @param {Map<string, Served>} files
 * @param {Condition} condition
 */
async function serve(files, { rate_bps, latency_ms }) {
  /** Time at which the line is free again, ms. */
  let free_ms = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = files.get(path === '/' ? '/index.html' : path);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { ...file.headers, 'content-length': file.body.length });
    let from = 0;
    const sendPiece = () => {
      if (from >= file.body.length) {
        response.end();
        return;
      }
      const piece = file.body.subarray(from, from + PIECE);
      from += PIECE;
      const now_ms = performance.now();
      free_ms = Math.max(free_ms, now_ms) + (8000 * piece.length) / rate_bps;
      setTimeout(() => {
        response.write(piece);
        sendPiece();
      }, free_ms - now_ms);
    };
    setTimeout(sendPiece, 2 * latency_ms);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * Stops all processes of a tree for a part of each period. Returns a function that ends it.
 *
 * @param {number} pid
 * @param {number} factor
 */
function slowDown(pid, factor) {
  if (factor <= 1) return () => undefined;
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    for (const each of processTree(pid)) {
      try {
        process.kill(each, name);
      } catch {
        // The process has ended.
      }
    }
  };
  let ended = false;
  /** @param {boolean} runs */
  const turn = (runs) => {
    if (ended) return;
    signal(runs ? 'SIGCONT' : 'SIGSTOP');
    setTimeout(() => turn(!runs), runs ? PERIOD_MS / factor : PERIOD_MS - PERIOD_MS / factor);
  };
  turn(false);
  return () => {
    ended = true;
    signal('SIGCONT');
  };
}

/**
 * Returns a process and its descendants, from `/proc`.
 *
 * @param {number} pid
 * @returns {number[]}
 */
function processTree(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number);
    } catch {
      return [];
    }
  });
  return [pid, ...children.flatMap(processTree)];
}
