/** The charts: four of them fit a laptop, more can be chosen and stay chosen, and windows say why they move. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './test';
import type { Page } from './test';
import anomaly from '../../engine/core/src/presets/anomaly.json' with { type: 'json' };
import { fragmentOf, openLab, simulated_s } from './lab';

const shown = (page: Page): Promise<(string | undefined)[]> =>
  page
    .locator('[data-chart]')
    .evaluateAll((charts) => charts.map((chart) => (chart as HTMLElement).dataset.chart));

test('four charts fit on a laptop without scrolling', async ({ page }) => {
  await openLab(page);
  await expect.poll(() => shown(page)).toEqual(['queue', 'windows', 'loss', 'rates']);
  const hidden = () =>
    page.locator('.chart-stack').evaluate((stack) => stack.scrollHeight - stack.clientHeight);
  await expect.poll(hidden).toBe(0);
});

test('chosen charts are drawn and are still there after a reload', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Choose charts' }).click();
  await page.getByRole('checkbox', { name: 'Round-trip time and timeout' }).check();
  await page.getByRole('checkbox', { name: 'Loss' }).uncheck();
  await page.keyboard.press('Escape');
  const legend = page.locator('[data-chart=rtt]').getByRole('button', { name: /^flow 0 RTT/ });
  await expect(legend).toHaveText(/RTT\s*\d/);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(['queue', 'windows', 'rtt', 'rates']);
});

test('a run that rests shows what is chosen: another link, another chart, the data to a file', async ({
  page,
}) => {
  await openLab(page);
  // Long enough for acknowledgments, which the round-trip time needs, and for more than ten rows.
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('combobox', { name: 'Link shown' }).selectOption('r0:reverse');
  const queue = page.locator('[data-chart=queue]');
  await expect(queue.getByRole('button', { name: 'queue', exact: true })).toHaveText(/\d/);
  await page.getByRole('button', { name: 'Choose charts' }).click();
  await page.getByRole('checkbox', { name: 'Round-trip time and timeout' }).check();
  await page.keyboard.press('Escape');
  const rtt = page.locator('[data-chart=rtt]');
  await rtt.getByRole('button', { name: 'Save this chart' }).click();
  const saved = page.waitForEvent('download');
  await rtt.getByRole('button', { name: 'CSV of the visible data' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  const lines = csv.trim().split('\r\n');
  const [names, ...rows] = lines.filter((line) => !line.startsWith('#'));
  expect(names).toMatch(/^from_s,to_s,flow_0_rtt_s_min,flow_0_rtt_s_max,/);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.at(-1)).toMatch(/^[^,]+,[^,]+,\d/);
});

test('the cause of a window is at the cursor, by pointer and by key', async ({ page }) => {
  await openLab(page);
  const windows = page.getByRole('application', { name: /^Congestion windows/ });
  const note = page.locator('[data-chart=windows] .chart-tip');
  await expect(note).toBeHidden();
  await windows.focus();
  await page.keyboard.press('End');
  await expect(note).toHaveText(/^flow 0 (slow start|avoidance|recovery|timeout)/);
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await windows.hover({ position: { x: 70, y: 20 } });
  await expect(note).toHaveText(/^flow 0 /);
});

test('the queue is divided by group, and its file has a column for each', async ({ page }) => {
  await openLab(page, fragmentOf(anomaly));
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  const queue = page.locator('[data-chart=queue]');
  await queue.getByRole('button', { name: 'by group' }).click();
  for (const name of ['tcp', 'udp']) {
    await expect(queue.getByRole('button', { name, exact: true })).toHaveText(/\d/);
  }
  await queue.getByRole('button', { name: 'Save this chart' }).click();
  const saved = page.waitForEvent('download');
  await queue.getByRole('button', { name: 'CSV of the visible data' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv).toMatch(/r0_group_tcp_queue_bytes,r0_group_udp_queue_bytes/);
});
