/** The benchmark behind `?bench`: runs cases, is canceled, shows what it has so far, and is accessible. */
import { expect, test } from './test';
import { APPEARANCES, expectNothingFound, WCAG } from './axe';
import { complaintsOf } from './complaints';

test('measures the cases that the address names, keeps partial results, and copies them as text', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto('/?bench=codel');
  await expect(page).toHaveTitle('Bufferlab benchmark');
  const status = page.getByTestId('bench-status');
  await page.getByRole('button', { name: 'Run benchmark' }).press('Enter');
  await expect(status).toHaveText('Running codel, case 1 of 2.');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(status).toHaveText('Running fq-codel, case 2 of 2.');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(status).toHaveAttribute('data-phase', 'canceled');

  await expect(page.getByRole('row', { name: /^codel \d.* yes$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: 'fq-codel not run' })).toBeVisible();
  await expect(page.getByRole('img', { name: /Bar chart/ })).toHaveCount(2);
  const text = page.getByRole('textbox', { name: 'Results as text' });
  await expect(text).toHaveValue(/^Bufferlab \d+\.\d+\.\d+, benchmark\nBrowser: .*\n\d+ cores?\n/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy results as text' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text.inputValue());

  for (const look of APPEARANCES) {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await expectNothingFound(page, { look, tags: WCAG, where: `${look.device}, ${look.colorScheme}` });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wider, look.device).toBe(false);
  }
  expect(complaints).toEqual([]);
});
