/** The page from `bufferlab serve`: with its policy as a header, with a lecturer's lessons, and after the server has ended. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { zipSync } from 'fflate';
import anomaly from '../../engine/core/src/presets/anomaly.json' with { type: 'json' };
import { complaintsOf } from './complaints';
import { fragmentOf, nativeProgram, runs } from './lab';
import { dist } from './static-host';
import { expect, test } from './test';
import type { Page } from './test';

test.use({ serviceWorkers: 'allow' });

/** Folder with the zip of the page and the lessons of a test. */
let folder: string;
let server: ChildProcess | null;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bufferlab-serve-'));
  server = null;
});
test.afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true });
});

test('the page runs with its policy as a header, and after the server has ended', async ({ page }) => {
  const address = await serve('--page', zipOfPage());
  const complaints = complaintsOf(page);
  const response = await page.goto(`${address}#${fragmentOf(anomaly)}`);
  const headers = response?.headers() ?? {};
  const policy = headers['content-security-policy']?.split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContainEqual(expect.stringContaining("script-src 'self'"));
  expect(headers['content-encoding']).toBe('gzip');
  await runs(page);
  await page.getByRole('link', { name: 'Papers' }).click();
  await expect(page.getByRole('main')).toBeVisible();
  await isKept(page);
  expect(complaints).toEqual([]);
  expect(await end()).toBe(130);
  await page.goto(`${address}?embed#${fragmentOf(anomaly)}`);
  await runs(page);
});

test('own lessons come from their folder while it is served, and are kept after that', async ({ page }) => {
  const lessons = ownLessons();
  const address = await serve('--page', dist, '--lessons', lessons);
  const complaints = complaintsOf(page);
  await page.goto(`${address}#learn`);
  await expect(page.getByRole('heading', { name: 'spring' })).toBeVisible();
  await expect(page.getByRole('heading').filter({ hasText: TITLE })).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Begin lesson/ })).toHaveCount(13);
  await isKept(page);
  await page.goto(`${address}#learn/first-drop`);
  await expect(page.getByRole('heading', { name: 'A buffer fills' })).toBeVisible();
  const scene = page.getByRole('region', { name: 'Scene of the lesson' });
  await expect(scene.getByRole('application', { name: 'Drawing of the network' })).toBeVisible();
  const path = join(lessons, 'first-drop.md');
  writeFileSync(path, readFileSync(path, 'utf8').replace('## A buffer fills', '## A buffer overflows'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A buffer overflows' })).toBeVisible();
  expect(complaints).toEqual([]);
  await end();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A buffer overflows' })).toBeVisible();
  await page.goto(`${address}#learn/buffer`);
  await expect(page.getByRole('heading', { name: 'A buffer fills' })).toBeVisible();
});

test('built-in lessons come back when the server is started without own ones', async ({ page }) => {
  const address = await serve('--page', dist, '--lessons', ownLessons());
  await page.goto(address);
  await isKept(page);
  await page.goto(`${address}#learn/buffer`);
  await expect(page.getByRole('heading', { name: 'A buffer fills' })).toBeVisible();
  await end();
  await serve('--page', dist, '--port', new URL(address).port);
  await page.reload();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await page.goto(`${address}#learn`);
  await expect(page.getByRole('button', { name: /^Begin lesson/ })).toHaveCount(12);
  await page.goto(`${address}#learn/buffer`);
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A buffer fills' })).toHaveCount(0);
});

/** Starts the program, on a free port unless the arguments name one; returns the address that it prints first. */
async function serve(...args: string[]): Promise<string> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  server = spawn(nativeProgram(), ['serve', ...args, ...port], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = (await once(createInterface(server.stdout!), 'line')) as [string];
  return address;
}

/** Ends the server with Ctrl-C and returns its exit code. */
async function end(): Promise<number | null> {
  if (server === null) return null;
  const ended = once(server, 'exit') as Promise<[number | null]>;
  server.kill('SIGINT');
  server = null;
  return (await ended)[0];
}

/** Resolves when the service worker has stored the page and serves it. */
async function isKept(page: Page): Promise<void> {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(state).toBe('activated');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Writes a compressed zip of the built page and returns its path. */
function zipOfPage(): string {
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(dist, path).replaceAll(sep, '/'), readFileSync(path)] as const;
  });
  const path = join(folder, 'page.zip');
  writeFileSync(path, zipSync(Object.fromEntries(files)));
  return path;
}

/** Title whose characters mean something in Markdown, YAML and HTML. */
const TITLE = "It's *the* [first](a.md) `drop`: 5 % & <b>more</b> ![x] \\ _of_ #1 $x$";

/** Writes a folder with two lessons, of which one has the name of a built-in one, and returns its path. */
function ownLessons(): string {
  const lessons = join(folder, 'spring');
  mkdirSync(lessons);
  const format = readFileSync(join(dist, 'lessons', 'FORMAT.md'), 'utf8');
  const [, example = ''] = /~~~lesson\n([^]*?)~~~/.exec(format) ?? [];
  expect(example).toContain('## A buffer fills');
  const text = example.replace('title: The first drop', () => `title: '${TITLE.replace("'", "''")}'`);
  expect(text).toContain('<b>more</b>');
  for (const name of ['first-drop.md', 'buffer.md']) writeFileSync(join(lessons, name), text);
  return lessons;
}
