/** The lab opens: the least a visitor may expect. */
import { expect, test } from './test';
import { complaintsOf } from './complaints';

test('opens without a complaint in the console', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page).toHaveTitle(/Bufferlab/);
  expect(complaints).toEqual([]);
});
