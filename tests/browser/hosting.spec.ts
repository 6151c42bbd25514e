/** `dist/` works on any web host, at any path and in any frame, and stays small. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './test';
import type { FrameLocator, Page } from './test';
import { complaintsOf } from './complaints';
import { dist, serveStatically } from './static-host';
import type { StaticHost } from './static-host';

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

test('runs and saves in the sandbox that the README names', async ({ page }) => {
  const readme = readFileSync(join(dist, '..', 'README.md'), 'utf8');
  const named = [...readme.matchAll(/sandbox="([^"]+)"/g)].map(([, allowed = '']) => allowed);
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

/**
 * Workers of studies, of replays, of a whole run's rows and of dropped files; lessons, their parts and their judge; the drawing
 * of QR codes. The service worker is the browser's to fetch.
 */
const WORKERS = 'study-worker|series-worker|replay-worker|analysis-worker|file-worker|bench-worker';
const LESSONS =
  'Learn|About|OpenedLesson|Sheet|answers|outline|scenes|Projector|SaveReceipt|html|Grading|pageHost|bufferlab_judge|QrCode';
const ON_REQUEST = new RegExp(`/(${WORKERS}|${LESSONS}|benchPage)-|^service-worker|^examples/`);

test('loads at first the parts of the first picture, and the others while it is idle', async ({ page }) => {
  // The forms come at once.
  const early = (name: string) => shell().includes(name) || name.includes('/forms-');
  const rest = filesOf('page').filter((name) => !early(name) && !ON_REQUEST.test(name));
  expect(rest.length).toBeGreaterThan(2);
  const fetched = fetchedBy(page);
  const beIdle = await keptBusy(page);
  await page.goto(host.lab, { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Parameters of')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();
  expect(rest.filter((name) => fetched.has(name))).toEqual([]);

  await beIdle();
  await expect.poll(() => rest.filter((name) => !fetched.has(name))).toEqual([]);
});

test('opens a part that was not loaded yet on request', async ({ page }) => {
  await keptBusy(page);
  await page.goto(host.lab, { waitUntil: 'networkidle' });
  await expectKeysToOpen(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByTestId('share-link')).toHaveValue(/#1\.d/);
});

test('loads at most 1 MB, gzipped, for the Lab with all its parts and the engine', () => {
  // Studies and the advisor share `formState`; Studies, Papers and the comparison share `useWidth`, `measures`, `sweep`
  // and `pool`.
  const ofOthers = /\/(Studies|formState|useWidth|measures|sweep|pool|Papers|Advisor|comparison)-/;
  const inLab = filesOf('page').filter((name) => !ofOthers.test(name) && !ON_REQUEST.test(name));
  // Users notice the sum. `npm run bench -- loading` measures the time and lists the sizes of the files.
  expect(gzippedBytes([...inLab, ...filesOf('engine')])).toBeLessThan(1_000_000);
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
  const worker = filesOf('page').filter((name) => name.includes('/worker-'));
  return ['index.html', ...named, ...worker];
}

/** The names of files of `dist/`; of WebAssembly only the engine, which every visitor loads. */
function filesOf(what: 'page' | 'engine'): string[] {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  return names.filter((name) =>
    (what === 'page' ? /\.(html|js|css|svg)$/ : /bufferlab_wasm.*\.wasm$/).test(name),
  );
}

function read(name: string): Buffer {
  return readFileSync(join(dist, name));
}

function gzippedBytes(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
}
