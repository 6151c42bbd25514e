/** Views: one address, back and forward, keyboard; a run continues while another view is open. */
import { expect, test } from './test';
import type { Page } from './test';
import { openLab, simulated_s } from './lab';

const lab = (page: Page) => page.getByRole('region', { name: 'Charts' });
const studies = (page: Page) => page.getByRole('main', { name: 'Studies' });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

test('a run continues while another view is open, and back and forward restart nothing', async ({ page }) => {
  await openLab(page);
  await page.getByRole('slider', { name: 'Buffer limit of r0' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/#1\.d/);
  const address = page.url();
  await tab(page, 'Studies').click();
  await expect(studies(page)).toBeVisible();
  await expect(lab(page)).toBeHidden();
  await expect(page).toHaveURL(/#studies$/);
  await expect(page).toHaveTitle('Studies – Bufferlab');
  await expect(tab(page, 'Studies')).toHaveAttribute('aria-current', 'page');
  const left_s = await simulated_s(page);
  await page.goBack();
  await expect(lab(page)).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(left_s);
  await page.goForward();
  await expect(studies(page)).toBeVisible();
  await tab(page, 'Lab').press('Enter');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
});

test('an edit that the address does not have yet survives a change of view', async ({ page }) => {
  await openLab(page);
  const limit = page.getByRole('slider', { name: 'Buffer limit of r0' });
  const before = await limit.getAttribute('aria-valuenow');
  await limit.focus();
  await page.keyboard.press('ArrowUp');
  await expect(limit).not.toHaveAttribute('aria-valuenow', before!);
  const after = await limit.getAttribute('aria-valuenow');
  await page.getByRole('link', { name: 'Studies' }).click();
  await expect(studies(page)).toBeVisible();
  await page.waitForTimeout(600);
  await page.goBack();
  await expect(page).toHaveURL(/#1\.d/);
  await expect(limit).toHaveAttribute('aria-valuenow', after!);
});

test('a link opens in its view', async ({ page }) => {
  await page.goto('/#curves');
  await expect(studies(page)).toBeVisible();
  await page.keyboard.press('2');
  await expect(lab(page)).toBeVisible();
  await page.goto('/#papers');
  await expect(page.getByRole('main', { name: 'Papers' })).toBeVisible();
});

test('on a phone the tabs are a bar at the bottom', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page);
  await expect(async () => {
    const box = await page.getByRole('navigation', { name: 'Views' }).boundingBox();
    expect(box!.y + box!.height).toBeCloseTo(844, 0);
    const sheet = await page.getByRole('button', { name: 'Bottleneck r0', expanded: false }).boundingBox();
    expect(sheet!.y + sheet!.height).toBeCloseTo(box!.y, 0);
  }).toPass();
});
