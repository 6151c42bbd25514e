/** Charts of what a queue decides by: they follow the kind that is there, and are silent where it shows nothing. */
import { expect, test } from './test';
import { expectNothingFound } from './axe';
import { fragmentOf, openLab } from './lab';

const LINK = { id: 'r0', rate_bps: 1e7, delay_s: 0.02 };
const TCP = {
  id: 'tcp',
  count: 5,
  access: { rate_bps: 1e8, delay_s: 0.001 },
  traffic: { kind: 'tcp' },
};
const withQueue = (queue: unknown) => ({
  title: 'Inside',
  duration_s: 100_000,
  bottlenecks: [{ ...LINK, queue }],
  groups: [TCP],
});

test('RED shows its average between thresholds, a live change to CoDel its queueing delay, drop-tail nothing', async ({
  page,
}) => {
  const red = { kind: 'red', limit_packets: 100, min_threshold_packets: 10, max_threshold_packets: 30 };
  await openLab(page, fragmentOf(withQueue(red)));
  const charts = page.locator('[data-chart^="inside-"]');
  const average = page.locator('[data-chart="inside-packets"]');
  await expect(average.getByRole('heading')).toHaveText(/^RED: average queue at r0, packets/);
  await expect(average.getByRole('button', { name: 'average queue' })).toHaveText(/\d/);
  await expect(page.locator('[data-chart="inside-ratio"]').getByRole('heading')).toHaveText(
    /drop probability/,
  );
  await expect(page.getByRole('group', { name: /^Bottleneck r0.*, RED/ })).toBeVisible();

  await expectNothingFound(page, { within: '.charts' });

  const queue = page.getByRole('combobox', { name: 'Queue', exact: true });
  await queue.selectOption({ label: 'CoDel' });
  const delay = page.locator('[data-chart="inside-s"]');
  await expect(delay.getByRole('heading')).toHaveText(/^CoDel: queueing delay at r0/);
  await expect(delay.getByRole('button', { name: 'queueing delay', exact: true })).toHaveText(/\d/);
  await expect(page.locator('[data-chart="inside-ratio"]')).toHaveCount(0);

  await delay.getByRole('button', { name: 'Table of the visible data' }).click();
  await expect(delay.getByRole('columnheader', { name: 'queueing delay, s (mean)' })).toBeVisible();

  await queue.selectOption({ label: 'Drop-tail' });
  await expect(charts).toHaveCount(0);
});
