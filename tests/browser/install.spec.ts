/** The lab can be installed as an app: Chromium accepts its manifest, its icons and its start address. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './test';
import { complaintsOf } from './complaints';
import { dist, serveStatically } from './static-host';
import type { StaticHost } from './static-host';

let host: StaticHost;
test.beforeAll(async () => {
  host = await serveStatically();
});
test.afterAll(() => host.close());

interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  shortcuts: { url: string }[];
}

test('Chromium reads the manifest without errors', async ({ page, context }) => {
  const complaints = complaintsOf(page);
  await page.goto(host.lab);
  const session = await context.newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect(url).toBe(`${host.lab}manifest.webmanifest`);
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Bufferlab', start_url: './' });
  expect(complaints).toEqual([]);
});

// Headless Chromium has no installer, so its rules are checked here: name, start address, display, icons
// (developer.chrome.com, "What does it take to be installable?").
test('the manifest has what Chromium demands of an app', async ({ page }) => {
  await page.goto(host.lab);
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8')) as Manifest;
  expect(manifest.name.length).toBeGreaterThan(0);
  // Home screens cut longer names.
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(['standalone', 'fullscreen', 'minimal-ui']).toContain(manifest.display);
  for (const side of [192, 512]) {
    const sizes = `${side}x${side}`;
    expect(manifest.icons.filter((icon) => icon.purpose === 'any').map((icon) => icon.sizes)).toContain(
      sizes,
    );
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  const found = await page.evaluate(
    (icons) =>
      Promise.all(
        icons.map(async ({ src, sizes }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return { src, sizes, is: `${image.naturalWidth}x${image.naturalHeight}` };
        }),
      ),
    manifest.icons,
  );
  for (const { src, sizes, is } of found) if (sizes !== 'any') expect(is, src).toBe(sizes);
});

test('the shortcuts of the app open views of the lab', async ({ page }) => {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8')) as Manifest;
  for (const { url } of manifest.shortcuts) {
    await page.goto(new URL(url, host.lab).href);
    await page.reload();
    const view = url.replace('./#', '');
    await expect(page.getByRole('main', { name: new RegExp(`^${view}$`, 'i') })).toBeVisible();
  }
});
