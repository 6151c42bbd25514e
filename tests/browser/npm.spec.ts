/** The npm package in a browser: a plain page without a bundler imports it and runs a preset. */
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPackages } from '../../npm/build.mjs';
import { expect, test } from './test';
import type * as Package from '../../npm/src/node';

/** Module of a page that imports the package by its name. */
const PAGE = `<!doctype html>
<title>Package</title>
<script type="importmap">{ "imports": { "bufferlab": "./dist/browser.js" } }</script>
<script type="module">
  import { BufferlabError, Simulation } from 'bufferlab';
  const simulation = await Simulation.create('two-way', { duration: 3, warmup: 1 });
  const summary = simulation.run();
  const rows = simulation.rows(0.1).csv;
  const restored = await Simulation.restore(simulation.snapshot());
  const error = await Simulation.create('nix').catch((reason) => reason);
  window.result = { summary, rows, digest: restored.digest, isError: error instanceof BufferlabError, path: error.path };
</script>`;

const contentTypes: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

let server: Server;
let out: string;
/** The part of the same package for Node. */
let node: typeof Package;

test.beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'bufferlab-npm-'));
  await buildPackages({ out, page: null, pack: false });
  const folder = join(out, 'bufferlab');
  node = (await import(pathToFileURL(join(folder, 'dist', 'node.js')).href)) as typeof node;
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const file = join(folder, path);
    if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(PAGE);
    } else if (existsSync(file)) {
      response.setHeader('content-type', contentTypes[extname(file)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

test.afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(out, { recursive: true, force: true });
});

test('runs a preset in a plain page with the results of Node', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const result = await page.waitForFunction(() => (window as { result?: unknown }).result);
  const simulation = await node.Simulation.create('two-way', { duration: 3, warmup: 1 });
  const summary = simulation.run();
  expect(await result.jsonValue()).toEqual({
    summary,
    rows: simulation.rows(0.1).csv,
    digest: summary.digest,
    isError: true,
    path: 'scenario',
  });
  simulation.free();
  expect(errors).toEqual([]);
});
