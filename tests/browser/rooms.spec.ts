/** Rooms: one address, back and forward, by keyboard; a run goes on while another room is open. */
import { expect, test } from './test';
import type { Page } from './test';
import { openLab, simulated_s } from './lab';

const lab = (page: Page) => page.getByRole('region', { name: 'Charts' });
const curves = (page: Page) => page.getByRole('main', { name: 'Curves' });
const door = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name });

test('the run goes on while another room is open, and back and forward open nothing anew', async ({
  page,
}) => {
  await openLab(page);
  await page.getByRole('slider', { name: 'Buffer limit of r0' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/#1\.d/);
  const address = page.url();
  await door(page, 'Curves').click();
  await expect(curves(page)).toBeVisible();
  await expect(lab(page)).toBeHidden();
  await expect(page).toHaveURL(/#curves$/);
  await expect(page).toHaveTitle('Curves – Bufferlab');
  await expect(door(page, 'Curves')).toHaveAttribute('aria-current', 'page');
  const left_s = await simulated_s(page);
  await page.goBack();
  await expect(lab(page)).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(left_s);
  await page.goForward();
  await expect(curves(page)).toBeVisible();
  await door(page, 'Lab').press('Enter');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
});

test('an edit that was not written yet is not lost on the way', async ({ page }) => {
  await openLab(page);
  const limit = page.getByRole('slider', { name: 'Buffer limit of r0' });
  const before = await limit.getAttribute('aria-valuenow');
  await limit.focus();
  await page.keyboard.press('ArrowUp');
  await expect(limit).not.toHaveAttribute('aria-valuenow', before!);
  const after = await limit.getAttribute('aria-valuenow');
  await page.getByRole('link', { name: 'Curves' }).click();
  await expect(curves(page)).toBeVisible();
  await page.waitForTimeout(600);
  await page.goBack();
  await expect(page).toHaveURL(/#1\.d/);
  await expect(limit).toHaveAttribute('aria-valuenow', after!);
});

test('a link opens in its own room', async ({ page }) => {
  await page.goto('/#curves');
  await expect(curves(page)).toBeVisible();
  await page.keyboard.press('1');
  await expect(lab(page)).toBeVisible();
  await page.goto('/#papers');
  await expect(page.getByRole('main', { name: 'Papers' })).toBeVisible();
});

test('on a phone the doors are a bar at the bottom', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page);
  await expect(async () => {
    const box = await page.getByRole('navigation', { name: 'Rooms' }).boundingBox();
    expect(box!.y + box!.height).toBeCloseTo(844, 0);
    const sheet = await page.getByRole('button', { name: 'Bottleneck r0', expanded: false }).boundingBox();
    expect(sheet!.y + sheet!.height).toBeCloseTo(box!.y, 0);
  }).toPass({ timeout: 20_000 });
});
