/** The lab opens: the least a visitor may expect, from a plain web host and below a path of one. */
import { expect, test } from '@playwright/test';

test('opens without a complaint in the console', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`not loaded: ${request.url()}`));

  await page.goto('/', { waitUntil: 'networkidle' });

  await expect(page).toHaveTitle(/Bufferlab/);
  expect(complaints).toEqual([]);
});
