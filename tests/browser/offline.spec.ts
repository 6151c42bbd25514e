/** After a first visit the page works without a network; a new version is announced and never forced. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './test';
import type { Page } from './test';
import anomaly from '../../engine/core/src/presets/anomaly.json' with { type: 'json' };
import { fragmentOf, runs } from './lab';
import { serveCopy } from './static-host';
import type { HostedCopy } from './static-host';

test.use({ serviceWorkers: 'allow' });
// The whole page is fetched twice.

/** An experiment that does not end while it is looked at. */
const lasting = { ...anomaly, duration_s: 50_000 };

let host: HostedCopy;
test.beforeEach(async () => {
  host = await serveCopy();
});
test.afterEach(() => {
  host.remove();
});

test('works without a network after the first visit, with lazy parts and other addresses', async ({
  page,
}) => {
  await page.goto(host.lab);
  await expectKept(page);
  const { lab } = host;
  host.close();
  await page.goto(`${lab}?embed#nothing`);
  await runs(page);
  await page.goto(lab);
  await runs(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Studies' }).click();
  await expect(page.getByRole('main')).toBeVisible();
});

test('the static pages come from the network, and are not stored', async ({ page }) => {
  await page.goto(host.lab);
  await expectKept(page);
  await page.goto(`${host.lab}presets/anomaly/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(anomaly.title);
  const stored = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((path) => path.includes('/assets/')).length).toBeGreaterThan(5);
  expect(stored.filter((path) => /\/(presets|learn|papers)\/|preview\.png/.test(path))).toEqual([]);
});

test('lessons, their judge and their presentation work without a network', async ({ page, context }) => {
  await page.goto(host.lab);
  await expectKept(page);
  await context.setOffline(true);
  host.close();
  await page.goto(`${host.lab}#learn`);
  await expect(page.getByRole('button', { name: /^Begin lesson/ })).toHaveCount(12);
  await page.goto(`${host.lab}#learn/buffer/5`);
  const task = page.getByRole('region', { name: 'Task' });
  await task.getByRole('button', { name: 'Show the solution' }).click();
  await expect(task.getByText('Done.')).toBeVisible();
  await page.goto(`${host.lab}#learn/present/buffer`);
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
});

test('announces a new version, lets the run continue, and updates on request', async ({ page }) => {
  await page.goto(`${host.lab}#${fragmentOf(lasting)}`);
  await expectKept(page);
  publishAnother();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  const bar = page.getByRole('region', { name: 'New version' });
  await expect(bar).toBeVisible();
  expect(await page.locator('meta[name=edition]').count(), 'the page is the one that was opened').toBe(0);
  await runs(page);
  // A page opened beside it is of the same version: a page and its parts belong together.
  const beside = await page.context().newPage();
  await beside.goto(host.lab);
  expect(await beside.locator('meta[name=edition]').count()).toBe(0);
  await beside.close();
  await bar.getByRole('button', { name: 'Update now' }).click();
  await expect(page.locator('meta[name=edition]')).toHaveCount(1);
  await runs(page);
});

/** Every file is kept, and this page is served from there. */
async function expectKept(page: Page): Promise<void> {
  await runs(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated');
}

/** Another version at the same address: the page says so, and the service worker knows. */
function publishAnother(): void {
  const change = (file: string, from: RegExp, to: string): void => {
    const path = join(host.folder, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
  };
  change('index.html', /<meta charset[^>]*>/, '$&<meta name="edition" content="2">');
  change('service-worker.js', /(`index\.html`,revision:`)[0-9a-f]{16}/, '$10123456789abcdef');
}
