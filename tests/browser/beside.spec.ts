/** Two runs on one page: both run, each with its own edits; closing the second leaves no trace. */
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { expectNothingFound, APPEARANCES } from './axe';
import { openLab, restingAt } from './lab';

const PHONE = { width: 390, height: 844 };

test('run B runs with a smaller buffer beside run A, and closes without a trace', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLab(page);
  const address = page.url();
  await page.getByRole('button', { name: 'Split view' }).click();
  const { a, b } = runsOf(page);
  await expect.poll(() => clockOf(b)).toBeGreaterThan(0);
  expect(page.workers()).toHaveLength(2);

  // Run B is attended: the parameters are its own.
  const side = page.getByRole('complementary', { name: 'Parameters and results of run B' });
  await side.getByRole('textbox', { name: 'Buffer in packets' }).fill('20');
  await page.keyboard.press('Enter');
  await expect(limitOf(b)).toHaveAttribute('aria-valuenow', '20');
  await expect(limitOf(a)).toHaveAttribute('aria-valuenow', '100');

  await expect(b.getByText('r0 buffer 20')).toBeVisible();

  // Both clocks advance, together; the queues differ.
  const before = [await clockOf(a), await clockOf(b)] as const;
  await expect.poll(() => clockOf(a)).toBeGreaterThan(before[0] + 5);
  await expect.poll(() => clockOf(b)).toBeGreaterThan(before[1] + 5);
  await expect.poll(() => queueOf(a)).toBeGreaterThan(40);
  expect(await queueOf(b)).toBeLessThanOrEqual(20);

  // One clock: both rest, at the same moment.
  await a.getByRole('button', { name: 'Pause' }).click();
  for (const run of [a, b]) await expect(run.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  const rests_s = await restingAt(() => clockOf(a));
  await expect.poll(() => clockOf(b)).toBe(rests_s);

  // Keys act on the run that was attended last, undo is each run's own.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.keyboard.press('o');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();

  const rested_s = await restingAt(() => clockOf(a));
  await page.getByRole('button', { name: 'Close run B' }).click();
  await expect(page.getByRole('region', { name: /^Run [AB]$/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Split view' })).toBeFocused();
  await expect.poll(() => page.workers().length).toBe(1);
  const alone = page.getByRole('main');
  await expect.poll(() => clockOf(alone)).toBe(rested_s);
  await expect(limitOf(alone)).toHaveAttribute('aria-valuenow', '100');
  expect(page.url()).toBe(address);
});

test('run B is opened, selected and closed by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLab(page);
  await page.keyboard.press('b');
  const side = page.getByRole('complementary');
  await expect(side).toHaveAccessibleName('Parameters and results of run B');
  await page.keyboard.press('o');
  await expect(side).toHaveAccessibleName('Parameters and results of run A');
  await page.keyboard.press('b');
  await expect(side).toHaveAccessibleName('Parameters and results');
});

test('on a phone one run is visible at a time, with tabs', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openLab(page);
  await page.getByRole('button', { name: 'Split view' }).click();
  const { a, b } = runsOf(page);
  await expect(b).toBeVisible();
  await expect(a).toBeHidden();
  await page.getByRole('tab', { name: 'Run A' }).click();
  await expect(a).toBeVisible();
  await expect(b).toBeHidden();
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await excess()).toBe(0);
  await page.getByRole('button', { name: 'Close run B' }).click();
  await expect(page.getByRole('tablist', { name: 'Runs' })).toHaveCount(0);
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test(`axe finds nothing on two runs (${device}, ${colorScheme})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await openLab(page);
    await page.keyboard.press('b');
    await expect(runsOf(page).b.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.keyboard.press('Space');
    await expectNothingFound(page, { look });
  });
}

test('nothing in the page has moved after run B was closed', async ({ page }) => {
  await openLab(page);
  const places = () =>
    page
      .locator('.header button, .area-network, .area-run, .area-charts, .area-side')
      .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const before = await places();
  await page.keyboard.press('b');
  await expect(runsOf(page).b).toBeVisible();
  await page.keyboard.press('b');
  await expect(runsOf(page).b).toHaveCount(0);
  await expect.poll(places).toEqual(before);
});

function runsOf(page: Page): { a: Locator; b: Locator } {
  return {
    a: page.locator('#run-A'),
    b: page.getByLabel('Run B', { exact: true }).and(page.locator('section')),
  };
}

async function clockOf(run: Locator): Promise<number> {
  return Number(await run.getByTestId('sim-time').getAttribute('data-seconds'));
}

/** The handle of the buffer's limit. */
function limitOf(run: Locator): Locator {
  return run.getByRole('slider', { name: /r0/ }).first();
}

/** Packets that wait, as the picture has them. */
async function queueOf(run: Locator): Promise<number> {
  return Number(await run.locator('[data-part="level"]').first().textContent());
}
