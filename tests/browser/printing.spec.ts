/** The Lab on paper, titles of the page, and the report of a problem. */
import { openLab } from './lab';
import { expect, test } from './test';

test('a printed Lab has title, note, network, charts, parameters and a link, and no tools', async ({
  page,
}) => {
  await openLab(page);
  const foot = page.locator('.print-foot');
  await expect(foot.locator('.print-link p')).toHaveText(/#1\.d/);
  await expect(foot).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-head')).toContainText('TCP sawtooth');
  await expect(page.locator('.print-head')).toContainText('Watch the congestion window');
  await expect(page.locator('.area-network')).toBeVisible();
  await expect(page.locator('.chart-print svg')).toHaveCount(4);
  await expect(
    foot.getByRole('row', { name: /^Bottleneck r0 10 Mb\/s, 39\.9 ms, Drop-tail, buffer of 100 packets$/ }),
  ).toBeVisible();
  await expect(foot.getByRole('img')).toBeVisible();
  await expect(page.locator('.header, .area-run, .area-side').filter({ visible: true })).toHaveCount(0);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
});

test('the title says what is open, and the text summary of the Lab is silent elsewhere', async ({ page }) => {
  await openLab(page);
  const summary = page.getByRole('region', { name: 'Text summary of the run' });
  await expect(summary).toHaveCount(1);
  await page.evaluate(() => (location.hash = 'papers/vishwanath-f11'));
  await expect(page).toHaveTitle('Vishwanath et al. 2011, Figure 11 – Papers – Bufferlab');
  await expect(summary).toHaveCount(0);
  await page.evaluate(() => (location.hash = 'learn/buffer'));
  await expect(page).toHaveTitle('What a buffer does – Learn – Bufferlab');
});

test('a report of a problem has what the user typed, version, link, browser and the last error', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLab(page);
  await page.evaluate(() =>
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('No such queue') })),
  );
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const report = page.getByTestId('problem-report');
  await expect(report).toHaveValue(
    /^Bufferlab \d+\.\d+\.\d+\nLink: .+#1\.d.+\nBrowser: Mozilla.+\nWindow: .+\nErrors:\n- Error: No such queue/,
  );
  await expect(page.getByRole('textbox', { name: 'What happened' })).toBeFocused();
  await page.getByRole('textbox', { name: 'What happened' }).fill('The queue froze.\nThe chart did not.');
  await page.getByRole('textbox', { name: 'What you expected' }).fill('A longer queue');
  const typed =
    'What happened:\nThe queue froze.\nThe chart did not.\n\nWhat you expected:\nA longer queue\n\nBufferlab';
  await expect(report).toHaveValue(new RegExp(`^${typed} \\d`));
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await report.inputValue());
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await expect(report).toHaveValue(new RegExp(`^${typed} \\d`));
});
