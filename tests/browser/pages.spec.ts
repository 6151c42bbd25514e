/** The static pages of presets, lessons and figures: readable without scripts, and a way into the lab. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './test';

const PAGES = [
  'presets/anomaly/',
  'learn/sawtooth/',
  'papers/vishwanath-f11/',
  'presets/',
  'learn/',
  'papers/',
];

test('a preset’s page opens its experiment', async ({ page }) => {
  await page.goto('/presets/anomaly/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anomalous loss: more buffer, more loss');
  await page.getByRole('link', { name: 'Open the experiment in the lab' }).click();
  await expect(page).toHaveTitle(/^Anomalous loss: more buffer, more loss/);
  await expect(page.getByRole('group', { name: /^Bottleneck r0/ })).toBeVisible();
});

test('a lesson’s page opens the lesson', async ({ page }) => {
  await page.goto('/learn/sawtooth/');
  await page.getByRole('link', { name: 'Open the lesson' }).click();
  await expect(page).toHaveURL(/#learn\/sawtooth$/);
  await expect(page.getByRole('heading', { name: 'The sawtooth and the buffer' })).toBeVisible();
});

test('a figure’s page opens the figure', async ({ page }) => {
  await page.goto('/papers/vishwanath-f11/');
  await page.getByRole('link', { name: 'Open the figure with its experiment' }).click();
  await expect(page).toHaveURL(/#papers\/vishwanath-f11$/);
  await expect(
    page.getByRole('heading', { name: 'More buffer, more loss: Poisson traffic among 1,000 TCP flows' }),
  ).toBeVisible();
});

test('the pages can be read without scripts, with their pictures', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'presets' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Presets');
  for (const path of PAGES) {
    await page.goto(`/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const image = page.getByRole('img');
    await expect(image).toHaveCount(1);
    const source = (await image.getAttribute('src')) ?? '';
    const response = await page.request.get(new URL(source, page.url()).href);
    expect(response.headers()['content-type']).toBe('image/png');
  }
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages have no violation that axe finds (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of PAGES) {
      await page.goto(`/${path}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        path,
      ).toEqual([]);
    }
  });
}

test('the pages fit the screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of PAGES) {
    await page.goto(`/${path}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  }
});

test('the lab describes itself to previews of links', async ({ page }) => {
  await page.goto('/');
  const contentOf = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await contentOf('og:title')).toMatch(/^Bufferlab/);
  expect(await contentOf('og:image')).toBe('./preview.png');
  expect(await contentOf('og:image:width')).toBe('1200');
  expect(await page.locator('meta[name="description"]').count()).toBe(1);
});
