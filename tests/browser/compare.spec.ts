/** A lecturer's comparison: save a baseline, change the buffer, read the difference, share both runs in one link. */
import { readFileSync } from 'node:fs';
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { expectNothingFound, APPEARANCES } from './axe';
import { fragmentOf, simulated_s, tabTo } from './lab';

const ANOMALY = JSON.parse(
  readFileSync(new URL('../../engine/core/src/presets/anomaly.json', import.meta.url), 'utf8'),
) as { bottlenecks: { queue: { limit_bytes: number } }[] };

/** One flow and a small buffer: a run that takes a second or two. */
const SMALL = {
  version: 1,
  title: 'Small',
  duration_s: 30,
  warmup_s: 1,
  bottlenecks: [{ id: 'r0', rate_bps: 10e6, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 20 } }],
  groups: [
    { id: 'tcp', access: { rate_bps: 1e9, delay_s: 1e-4 }, traffic: { kind: 'tcp', recovery: 'reno' } },
  ],
};

const with30kB = (): typeof ANOMALY => {
  const other = structuredClone(ANOMALY);
  other.bottlenecks[0]!.queue.limit_bytes = 30_000;
  return other;
};

/** Checks the difference of UDP loss between 30 kB and 11 kB in percentage points; about 0.8 in the paper. */
function expectDifference(text: string): void {
  const [, difference, half] = /([+−][\d.]+) ± ([\d.]+)/.exec(text) ?? [];
  expect(Number(difference), text).toBeGreaterThan(0.4);
  expect(Number(difference), text).toBeLessThan(1.2);
  expect(Number(half), text).toBeLessThan(Number(difference));
}

test('by pointer, 11 kB is compared with 30 kB, with an interval, and one link opens both', async ({
  page,
  context,
}) => {
  await openAt(page, ANOMALY, 60);
  await page.getByRole('button', { name: 'Save baseline' }).click();
  const line = lineOf(page);
  await expect(line).toBeVisible();
  await page.getByRole('textbox', { name: 'Buffer in bytes' }).fill('30 kB');
  await page.keyboard.press('Enter');
  await expect(line).toContainText('11 kB → 30 kB at 60 s');
  await page.getByRole('button', { name: 'Restart with the new settings' }).click();
  await expect(names(page)).toHaveText(['30 kB', '11 kB']);
  await expect.poll(() => simulated_s(page)).toBe(60);
  const udp = page.locator('[data-measure="bottlenecks.r0.loss.udp"]');
  await expect(udp.locator('td').last()).toHaveText(/^\+\d/);
  await expect(page.getByTestId('compared-over')).toContainText('One run each with seed 1');

  await page.getByRole('button', { name: 'Run both with 5 seeds' }).click();
  await expect(page.getByTestId('compared-over')).toContainText('n = 5 pairs', { timeout: 240_000 });
  expectDifference(await udp.innerText());
  await expect(page.getByText(/not distinguishable at n = 5/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByLabel('Include the baseline, 11 kB')).toBeChecked();
  await page.getByLabel(/current time/).check();
  await expect(page.getByTestId('share-link')).toHaveValue(/t=60/);
  const link = await page.getByTestId('share-link').inputValue();
  expect(link.length).toBeLessThan(2000);

  const other = await context.newPage();
  await other.goto(link);
  await expect(names(other)).toHaveText(['30 kB', '11 kB']);
  await expect.poll(() => simulated_s(other)).toBe(60);
  const again = other.locator('[data-measure="bottlenecks.r0.loss.udp"] td').last();
  await expect(again).toHaveText(/^\+\d/);
});

test('by keyboard, the same comparison works', async ({ page, context }) => {
  await openAt(page, ANOMALY, 60);
  await page.keyboard.press('k');
  await expect(lineOf(page)).toBeVisible();
  const buffer = page.getByRole('textbox', { name: 'Buffer in bytes' });
  await tabTo(page, buffer);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('30 kB');
  await page.keyboard.press('Enter');
  const again = page.getByRole('button', { name: 'Restart with the new settings' });
  await expect(again).toBeVisible();
  await tabTo(page, again);
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['30 kB', '11 kB']);
  await expect.poll(() => simulated_s(page)).toBe(60);
  const repeat = page.getByRole('button', { name: 'Run both with 5 seeds' });
  await expect(repeat).toBeEnabled();
  await tabTo(page, repeat);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('compared-over')).toContainText('n = 5 pairs', { timeout: 240_000 });
  expectDifference(await page.locator('[data-measure="bottlenecks.r0.loss.udp"]').innerText());

  await page.keyboard.press('s');
  const link = page.getByTestId('share-link');
  await expect(link).toHaveValue(/kept=/);
  const other = await context.newPage();
  await other.goto(await link.inputValue());
  await expect(names(other)).toHaveText(['30 kB', '11 kB']);
});

test('charts show both runs, their difference or ratio, and the first difference', async ({ page }) => {
  await openAt(page, SMALL, 10);
  await page.keyboard.press('k');
  await expect(lineOf(page)).toContainText('same run; edit it to compare');
  expect(page.workers()).toHaveLength(1);
  const image = await imageOf(page);
  await page.getByRole('textbox', { name: 'Buffer in packets' }).fill('40');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.workers().length).toBe(2);
  await expect(lineOf(page)).toContainText('20 packets → 40 packets at 10 s');
  await page.getByRole('button', { name: 'First difference' }).click();
  await expect(page.getByText('The two runs are identical up to 10 s.')).toBeVisible();

  await page.getByRole('button', { name: 'Restart with the new settings' }).click();
  await expect.poll(() => simulated_s(page)).toBe(10);
  await expect(names(page)).toHaveText(['40 packets', '20 packets']);
  await expect.poll(() => imageOf(page)).not.toBe(image);
  await page.keyboard.press('f');
  await expect(page.getByText(/First difference at \d\.\d+ s, in link\.r0\.\w+\./)).toBeVisible();

  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: /^Difference in queue at/ })).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: /^Ratio of queue at/ })).toBeVisible();
  await page.getByRole('button', { name: 'Overlay' }).click();
  await expect(page.getByRole('heading', { name: /^Queue at/ })).toBeVisible();

  // The baseline continues with the current run.
  await page.keyboard.press('Space');
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(12);
  await page.keyboard.press('Space');
  await expect(page.locator('[data-measure="bottlenecks.r0.utilization"] td').last()).toHaveText(
    /^([+−]\d|0)/,
  );
  await page.getByRole('button', { name: 'Hide baseline' }).click();
  await expect(lineOf(page)).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(1);
});

test('saved runs survive a reload, can be opened and removed', async ({ page }) => {
  await openAt(page, SMALL, 5);
  await page.keyboard.press('k');
  await expect(lineOf(page)).toBeVisible();
  await expect(page).toHaveURL(/&kept=1\.d/);
  await page.reload();
  await expect(lineOf(page)).toBeVisible();
  await openAt(page, { ...SMALL, seed: 9 }, 3);
  await expect(lineOf(page)).toHaveCount(0);
  const panel = panelOf(page);
  await panel.locator('summary').click();
  const row = panel.getByRole('listitem');
  await expect(row).toContainText('seed 1, 5 s');
  await expect(row.getByRole('link')).toHaveAttribute('href', /#1\.d.*t=5&play=0$/);
  await row.getByRole('button', { name: /as baseline$/ }).click();
  await expect(names(page)).toHaveText(['seed 9', 'seed 1']);
  await expect(panel.getByText('This run is at 3 s, the baseline at 5 s.')).toBeVisible();
  await panel.getByRole('button', { name: 'Run to 5 s' }).click();
  await expect.poll(() => simulated_s(page)).toBe(5);
  await row.getByRole('link').click();
  await expect(page.getByTestId('seed')).toHaveText('1');
  await expect.poll(() => simulated_s(page)).toBe(5);
  await row.getByRole('button', { name: /^Remove / }).click();
  await expect(row).toHaveCount(0);
  await expect(lineOf(page)).toHaveCount(0);
});

test('a run is compared with a link; other links are refused with a reason', async ({ page }) => {
  await openAt(page, SMALL, 4);
  const panel = panelOf(page);
  await panel.locator('summary').click();
  const field = panel.getByRole('textbox', { name: 'Compare with a link' });
  for (const [text, words] of [
    ['https://example.org', /not a Bufferlab link/],
    [fragmentOf(SMALL).slice(0, -2), /cut short/],
    [fragmentOf({ ...SMALL, groups: 5 }), /groups/],
  ] as const) {
    await field.fill(text);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('alert')).toHaveText(words);
  }
  await field.fill(`https://example.org/#${fragmentOf({ ...SMALL, seed: 4 })}`);
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['seed 1', 'seed 4']);
  await expect(field).toHaveValue('');
});

test('a link with a damaged baseline opens the run and reports the error', async ({ page }) => {
  await page.goto(`/#${fragmentOf(SMALL, { t_s: 2, play: false })}&kept=${fragmentOf(SMALL).slice(0, -4)}`);
  await expect(
    page.getByText(/The baseline of this link cannot be opened\. The link is cut short/),
  ).toBeVisible();
  await expect.poll(() => simulated_s(page)).toBe(2);
  await expect(lineOf(page)).toHaveCount(0);
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test(`axe finds no problem on a comparison (${device}, ${colorScheme})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await openAt(page, with30kB(), 45, ANOMALY);
    await expect(names(page)).toHaveText(['30 kB', '11 kB']);
    if (device === 'phone') await page.locator('.sheet-bar').click();
    await expect(page.locator('[data-measure]').first()).toBeVisible();
    await expectNothingFound(page, { look });
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await excess()).toBe(0);
  });
}

/** Opens a scenario, paused at a time, with another one as baseline. */
async function openAt(page: Page, scenario: unknown, t_s: number, kept?: unknown): Promise<void> {
  const behind = kept === undefined ? '' : `&kept=${fragmentOf(kept)}`;
  const fragment = `${fragmentOf(scenario, { t_s, play: false })}${behind}`;
  if (page.url().startsWith('http')) await page.goto('about:blank');
  await page.goto(`/#${fragment}`);
  await expect.poll(() => simulated_s(page)).toBe(t_s);
  await expect(page.getByTestId('problems')).toBeHidden();
}

function lineOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Comparison of runs' });
}

/** Names of the current run and of the baseline. */
function names(page: Page): Locator {
  return lineOf(page).locator('.baseline-names > b, .baseline-names > span:not(.note)');
}

function panelOf(page: Page): Locator {
  return page.locator('details').filter({ has: page.getByRole('heading', { name: 'Comparison' }) });
}

/** Returns the image of the queue's chart. */
function imageOf(page: Page): Promise<string> {
  return page
    .locator('[data-chart="queue"] canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}
