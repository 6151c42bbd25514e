/** `dist/` is plain files: any web host, any path and any frame will do, and it stays small. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { complaintsOf } from './complaints';
import { dist, serveStatically } from './static-host';
import type { StaticHost } from './static-host';

let host: StaticHost;
test.beforeAll(async () => {
  host = await serveStatically();
});
test.afterAll(() => host.close());

test('finds its engine below a path', async ({ page }) => {
  await expectEngineToLoad(page, host.lab);
});

test("finds its engine in another site's iframe", async ({ page }) => {
  await expectEngineToLoad(page, host.course);
  await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('lang', 'en');
});

test('keeps its budgets: page 170 kB, engine 300 kB, both gzipped', () => {
  expect(gzippedBytes(/\.(html|js|css|svg)$/)).toBeLessThan(170_000);
  expect(gzippedBytes(/\.wasm$/)).toBeLessThan(300_000);
});

async function expectEngineToLoad(page: Page, address: string): Promise<void> {
  const complaints = complaintsOf(page);
  const engine = page.waitForResponse((response) => response.url().endsWith('.wasm'));
  await page.goto(address, { waitUntil: 'networkidle' });
  expect((await engine).ok()).toBe(true);
  expect(complaints).toEqual([]);
}

/** Sum over the files of `dist/` whose names match. */
function gzippedBytes(names: RegExp): number {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0);
}
