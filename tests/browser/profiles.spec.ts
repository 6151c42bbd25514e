/** Profiles of hosts in the form of a group, with the real engine: choice, change, another controller, and the link. */
import { expect, test } from './test';
import { fragmentOf, openLab, runs } from './lab';

const scenario = {
  version: 1,
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 50 } }],
  groups: [{ id: 'g', access: { rate_bps: 1e8 }, traffic: { kind: 'tcp', congestion_control: 'cubic' } }],
};

test('a profile sets the options of a group, a change makes it own, and the link keeps both', async ({
  page,
}) => {
  await openLab(page, fragmentOf(scenario));
  await runs(page);
  await page.getByRole('group', { name: /^Group g: / }).click();
  const choice = page.getByLabel('Sender like', { exact: true });
  const chosen = choice.locator('option:checked');
  await expect(chosen).toHaveText('own');

  await choice.selectOption('Linux 6');
  await expect(page.getByLabel('Loss recovery', { exact: true })).toHaveValue('rack');
  await expect(page.getByLabel('Initial window', { exact: true })).toHaveValue('10 packets');
  await expect(chosen).toHaveText('Linux 6');

  await page.getByLabel('Loss recovery', { exact: true }).selectOption('sack');
  await expect(chosen).toHaveText('own, from Linux 6');
  await expect(page.getByText('Changed: Loss recovery')).toBeVisible();

  await page.getByLabel('Congestion control', { exact: true }).selectOption('Reno (AIMD)');
  await expect(page.getByText('Changed: Loss recovery')).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  const link = new URL(await page.getByTestId('share-link').inputValue());
  await page.keyboard.press('Escape');
  await openLab(page, link.hash.slice(1));
  await runs(page);
  await page.getByRole('group', { name: /^Group g: / }).click();
  await expect(chosen).toHaveText('own, from Linux 6');
  await expect(page.getByLabel('Loss recovery', { exact: true })).toHaveValue('sack');

  await choice.selectOption('Linux 6');
  await expect(chosen).toHaveText('Linux 6');
  await expect(page.getByLabel('Loss recovery', { exact: true })).toHaveValue('rack');
});
