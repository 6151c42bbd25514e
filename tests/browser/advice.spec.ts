/** The advisor: opens from the Lab, gives the answer of the native program, links its runs, and can be canceled. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { expectNothingFound } from './axe';
import { fragmentOf, nativeProgram, openLab, tabTo } from './lab';

/** Two TCP flows over 1 Mb/s and 20 ms, with a little UDP: a search of seconds. */
const SMALL = {
  version: 1,
  title: 'A small link',
  duration_s: 8,
  warmup_s: 3,
  bottlenecks: [{ id: 'r0', rate_bps: 1e6, delay_s: 0.005, queue: { kind: 'drop_tail', limit_packets: 20 } }],
  groups: [
    {
      id: 'tcp',
      count: 2,
      access: { rate_bps: 1e7, delay_s: 0.005 },
      traffic: { kind: 'tcp', segment_bytes: 500 },
    },
    {
      id: 'udp',
      count: 1,
      access: { rate_bps: 1e7, delay_s: 0.005 },
      traffic: { kind: 'poisson', rate_bps: 5e4, packet_bytes: 200 },
    },
  ],
};

test('the answer is that of the native program, and its runs open in the Lab', async ({ page }) => {
  const program = nativeProgram();
  const view = await askAbout(page, SMALL);
  await view.getByLabel('Utilization ≥').fill('95 %');
  await view.getByLabel('UDP loss ≤').fill('20 %');
  await view.getByLabel('Length of runs').selectOption('as given');
  await view.getByRole('button', { name: 'Find buffer' }).click();
  await expect(view.getByTestId('advice-phase')).toHaveText('Done.', { timeout: 240_000 });

  const native = nativeAdvice(program, await view.getByTestId('advice-command').textContent());
  const answer = native.answer as { limit: number };
  await expect(view.getByTestId('advice-answer')).toContainText(`${String(answer.limit)} packets (`);
  expect(await shownAdvice(page)).toEqual(native);
  await expect(view.getByTestId('advice-rules').getByRole('row')).toHaveCount(6);
  await expect(view.getByTestId('advice-rules')).toContainText(/✓\s*yes/);
  await expect(view.getByTestId('advice-flows').getByRole('row')).toHaveCount(3);

  const links = view.getByRole('button', { name: /^Open the run with .*, seed 2$/ });
  await links.first().click();
  await expect(page.getByLabel('Parameters of')).toBeVisible();
  await expect(page).toHaveURL(/#1\.d/);
});

test('the button of a long form is in view on a laptop, and a call has its targets', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 625 });
  const call = { id: 'call', access: { rate_bps: 1e7, delay_s: 0.005 }, traffic: { kind: 'call' } };
  const view = await askAbout(page, { ...SMALL, groups: [...SMALL.groups, call] });
  await expect(view.getByRole('button', { name: 'Find buffer' })).toBeInViewport({ ratio: 1 });
  await expect(view.getByLabel('Users of group')).toHaveValue('call');
  await expect(view.getByLabel('Users of group')).toBeVisible();
});

test('a search is canceled, reports errors, and works by keyboard', async ({ page }) => {
  const [bottleneck] = SMALL.bottlenecks;
  const long = { ...SMALL, duration_s: 4000, bottlenecks: [{ ...bottleneck, rate_bps: 1e8 }] };
  const view = await askAbout(page, long);
  await view.getByLabel('Utilization ≥').fill('plenty');
  await tabTo(page, view.getByRole('button', { name: 'Find buffer' }));
  await page.keyboard.press('Enter');
  await expect(view.getByRole('alert')).toContainText('“plenty” does not begin with a number');
  await expect(view.getByLabel('Utilization ≥')).toHaveAccessibleDescription(/^“plenty” does not begin/);
  await view.getByLabel('Utilization ≥').fill('99.9 %');
  await view.getByLabel('Length of runs').selectOption('as given');
  await view.getByRole('button', { name: 'Find buffer' }).click();
  await expect(view.getByTestId('advice-phase')).toContainText('Running: scanning the range.');
  await expect(view.getByTestId('advice-progress')).toContainText(/of about \d+ runs, .* left/);
  await view.getByRole('button', { name: 'Cancel' }).click();
  await expect(view.getByTestId('advice-phase')).toContainText('Canceled');
  await expectNothingFound(page, { within: '.curves' });
});

test('remedies are compared as in the native program, and one opens beside today’s queue', async ({
  page,
}) => {
  const program = nativeProgram();
  await openLab(page, fragmentOf(SMALL));
  await page.getByRole('button', { name: 'Compare remedies …' }).click();
  const view = page.locator('.curves:visible');
  await expect(view.getByRole('heading', { name: 'Remedies compared' })).toBeVisible();
  await view.getByLabel('Queueing delay ≤').fill('60 ms');
  await view.getByLabel('Length of runs').selectOption('as given');
  await view.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(view.getByTestId('advice-phase')).toHaveText('Done.', { timeout: 240_000 });

  const native = nativeAdvice(program, await view.getByTestId('remedies-command').textContent());
  expect(await shownAdvice(page, 'Save comparison (JSON)')).toEqual(native);
  const [best] = native.remedies as { label: string; tc: string }[];
  await expect(view.getByTestId('remedies-answer')).toContainText(best!.label);
  await expect(view.getByTestId('remedies-tc')).toHaveText(best!.tc);
  await expect(view.getByTestId('remedies-table').getByRole('row')).toHaveCount(
    (native.remedies as unknown[]).length + 1,
  );
  await expectNothingFound(page, { within: '.curves' });

  await view.getByRole('button', { name: 'Open FQ-CoDel in the Lab beside today’s queue' }).click();
  await expect(page.getByLabel('Parameters of')).toBeVisible();
  await expect(page).toHaveURL(/#1\.d.*&kept=/);
});

/** Opens a scenario in the Lab, then the advisor from its buffer. */
async function askAbout(page: Page, scenario: object): Promise<Locator> {
  await openLab(page, fragmentOf(scenario));
  await page.getByRole('button', { name: 'Find the smallest sufficient buffer …' }).click();
  const view = page.locator('.curves:visible');
  await expect(view.getByRole('heading', { name: 'Smallest sufficient buffer' })).toBeVisible();
  return view;
}

/** Returns the advice of the page, as the engine gave it. */
async function shownAdvice(page: Page, button = 'Save advice (JSON)'): Promise<unknown> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const path = await (await download).path();
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Returns the advice of the program for the command that the page shows. */
function nativeAdvice(program: string, command: string | null): Record<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-advice-'));
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(SMALL));
  const [, ...words] = (command ?? '').split(' ').map((word) => word.replaceAll("'", ''));
  const text = execFileSync(program, [...words, '--json'], { cwd: folder, encoding: 'utf8' });
  const { complete, ...advice } = JSON.parse(text) as Record<string, unknown>;
  expect(complete).toBe(true);
  return advice;
}
