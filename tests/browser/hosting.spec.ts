/** `dist/` works on any web host, at any path and in any frame, and stays small. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './test';
import type { FrameLocator, Page } from './test';
import { complaintsOf } from './complaints';
import { dist, serveStatically } from './static-host';
import type { StaticHost } from './static-host';
import { PARTS_LOADED } from '../../web/ui/lazy';

/**
 * Most bytes, gzipped, of the engine and of all that the Lab loads by itself, the parts of Studies and Papers included. Users
 * notice the sum, which was 1,022,566 on 2026-11-28; `npm run bench -- loading` measures the time and lists the sizes of the files.
 */
const MOST_BYTES = 1_050_000;

let host: StaticHost;
test.beforeAll(async () => {
  host = await serveStatically();
});
test.afterAll(() => host.close());

test('finds its engine and its lazy parts below a path', async ({ page }) => {
  const complaints = await openAt(host.lab, page);
  await expectKeysToOpen(page);
  expect(complaints).toEqual([]);
});

test("finds its engine and its lazy parts in another site's iframe", async ({ page }) => {
  const complaints = await openAt(host.course, page);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'en');
  await expectKeysToOpen(frame);
  expect(complaints).toEqual([]);
});

test('runs and saves in the sandbox that the documentation names', async ({ page }) => {
  const guide = readFileSync(join(dist, '..', 'docs', 'guides', 'embed.md'), 'utf8');
  const named = [...guide.matchAll(/sandbox="([^"]+)"/g)].map(([, allowed = '']) => allowed);
  const whole = 'allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox';
  expect(named).toEqual([whole, 'allow-scripts']);
  const complaints = await openAt(host.sandboxed(named[0] ?? ''), page);
  const lab = page.frameLocator('iframe');
  await expectKeysToOpen(lab);
  await lab.getByRole('button', { name: 'Close' }).click();
  await lab.getByRole('button', { name: 'Share' }).click();
  const saving = page.waitForEvent('download');
  await lab.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.bufferlab\.json$/);
  expect(complaints).toEqual([]);
});

test('runs in a sandbox without downloads, and explains the failure in one without an origin', async ({
  page,
}) => {
  expect(await openAt(host.sandboxed('allow-scripts allow-same-origin'), page)).toEqual([]);
  await page.goto(host.sandboxed('allow-scripts'));
  await expect(page.frameLocator('iframe').getByRole('alert')).toContainText(
    'add allow-same-origin to allow-scripts',
  );
});

test('fetches at first what the first picture needs, and in idle moments what the Lab opens later', async ({
  page,
  context,
}) => {
  // The forms come at once.
  const early = (name: string) => shell().includes(name) || name.includes('/forms-');
  const fetched = fetchedBy(page);
  const beIdle = await keptBusy(page);
  await page.goto(host.lab, { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Parameters of')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();
  expect([...fetched].filter((name) => isCode(name) && !early(name))).toEqual([]);

  await beIdle();
  const loaded = (mark: string) => performance.getEntriesByName(mark).length > 0;
  await page.waitForFunction(loaded, PARTS_LOADED);
  expect(gzippedBytes([...fetched].filter(isCode)) + gzippedBytes(engineFiles())).toBeLessThan(MOST_BYTES);
  await context.setOffline(true);
  await expectKeysToOpen(page);
  await page.keyboard.press('Escape');
  for (const view of ['Studies', 'Papers']) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await expect(page.getByRole('main', { name: view })).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lab' }).click();
  await page.getByRole('button', { name: 'New experiment' }).click();
  await expect(page.getByRole('dialog', { name: 'New experiment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByTestId('share-link')).toHaveValue(/#1\.d/);
});

test('opens a part that was not loaded yet on request', async ({ page }) => {
  await keptBusy(page);
  await page.goto(host.lab, { waitUntil: 'networkidle' });
  await expectKeysToOpen(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByTestId('share-link')).toHaveValue(/#1\.d/);
});

test('loads nothing from other sites and runs only its own code', async ({ page }) => {
  const complaints = await openAt(host.lab, page);
  expect(complaints).toEqual([]);
  const refused = await page.evaluate(async () => {
    const refusals = new Promise<string[]>((resolve) => {
      const refused: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (refused.push(effectiveDirective) === 4) resolve(refused);
      });
    });
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(script, style);
    new Image().src = 'http://localhost:9/elsewhere.png';
    await fetch('http://localhost:9/elsewhere').catch(() => null);
    return refusals;
  });
  expect(refused.sort()).toEqual(['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('comes with the licences of what is in it', () => {
  const texts = readdirSync(join(dist, 'licences')).map((name) =>
    readFileSync(join(dist, 'licences', name), 'utf8'),
  );
  for (const name of ['Bufferlab', '## react-dom ', '## d3-shape ', '## serde_json ', '## libm ']) {
    expect(texts.join('\n')).toContain(name);
  }
});

/** Opens the lab and waits for its engine. Returns what is complained about from now on. */
async function openAt(address: string, page: Page): Promise<string[]> {
  const complaints = complaintsOf(page);
  const engine = page.waitForResponse((response) => response.url().endsWith('.wasm'));
  await page.goto(address, { waitUntil: 'networkidle' });
  expect((await engine).ok()).toBe(true);
  return complaints;
}

async function expectKeysToOpen(lab: Page | FrameLocator): Promise<void> {
  await lab.getByRole('button', { name: 'Keys and help' }).click();
  await expect(lab.getByRole('dialog', { name: 'Keys' })).toBeVisible();
}

/** Keeps the page from ever having an idle moment. Returns how to give it all it waits for. */
async function keptBusy(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    const idle: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 };
    window.requestIdleCallback = (work) => waiting.push(work);
    window.addEventListener('be-idle', () => {
      window.requestIdleCallback = (work) => window.setTimeout(work, 0, idle);
      for (const work of waiting.splice(0)) work(idle);
    });
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event('be-idle')));
}

/** The names of the files of `dist/` that are fetched from now on. */
function fetchedBy(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('request', (request) => names.add(request.url().replace(host.lab, '') || 'index.html'));
  return names;
}

/** What the page loads by itself before it draws and simulates: what index.html names, and the worker. */
function shell(): string[] {
  const html = read('index.html').toString();
  const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name);
  return ['index.html', ...named, ...filesOfDist().filter((name) => name.includes('/worker-'))];
}

const isCode = (name: string) => /\.(html|js|css|svg)$/.test(name);

/** The names of the WebAssembly files that every visitor loads. */
const engineFiles = () => filesOfDist().filter((name) => /bufferlab_wasm.*\.wasm$/.test(name));

function filesOfDist(): string[] {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll('\\', '/'));
}

function read(name: string): Buffer {
  return readFileSync(join(dist, name));
}

function gzippedBytes(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
}
