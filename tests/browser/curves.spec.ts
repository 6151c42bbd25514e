/** Curves: the program's lines byte for byte, stopped at once, for every screen and reader. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { fragmentOf, openLab, tabTo } from './lab';

test.describe.configure({ timeout: 120_000 });

const program = process.env.BUFFERLAB_PROGRAM;
const preset = new URL('../../engine/core/src/presets/anomaly.json', import.meta.url);
const ANOMALY = fragmentOf(JSON.parse(readFileSync(preset, 'utf8')));
const OVER = 'bottlenecks.r0.queue.limit_bytes=5kB:50kB:10';

test('gives the lines that the native program prints, byte for byte', async ({ page }) => {
  test.skip(program === undefined, 'BUFFERLAB_PROGRAM does not say where the native program is.');
  const sweep = await openSweep(page);
  await ask(sweep, { values: '5 kB:50 kB:10', length: '3 s', warmup: '1 s' });
  const { longest_ms } = await watching(page, async () => {
    await sweep.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(sweep.getByTestId('sweep-phase')).toHaveText('Done.', { timeout: 90_000 });
  });
  note('longest task of the main thread, ms', longest_ms);
  await expect(sweep.getByTestId('sweep-progress')).toHaveText('30 of 30 runs');
  await expect(sweep.getByTestId('sweep-row')).toHaveCount(30);

  const options = ['--replications', '3', '--duration', '3', '--warmup', '1', '--json'];
  const native = execFileSync(program!, ['sweep', 'anomaly', '--over', OVER, ...options], {
    encoding: 'utf8',
  });
  expect(native.trim().split('\n')).toHaveLength(30);
  expect(await savedBy(page, sweep.getByRole('button', { name: 'Save as NDJSON' }))).toBe(native);

  const csv = await savedBy(page, sweep.getByRole('button', { name: 'Save as CSV' }));
  expect(csv.trim().split('\n')).toHaveLength(31);
  expect(csv.split('\n')[0]).toContain('bottlenecks.r0.loss.udp');
});

test('stops within 200 ms, keeps what is complete, and begins again', async ({ page }) => {
  const sweep = await openSweep(page);
  await ask(sweep, { values: '5 kB:50 kB:10', length: '6 s', warmup: '1 s' });
  const before = page.workers().length;
  await sweep.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(sweep.getByTestId('sweep-row')).not.toHaveCount(0, { timeout: 60_000 });
  expect(page.workers().length).toBeGreaterThan(before);

  const pool = page.workers().filter((worker) => worker.url().includes('study-worker'));
  const gone = Promise.all(pool.map((worker) => new Promise((resolve) => worker.once('close', resolve))));
  // From before the click to after the last thread's end, with the test's own ways to and fro.
  const began_ms = performance.now();
  const shown_ms = await sweep.getByRole('button', { name: 'Cancel' }).evaluate(async (button) => {
    const phase = document.querySelector('[data-testid="sweep-phase"]')!;
    const start_ms = performance.now();
    (button as HTMLButtonElement).click();
    while (!phase.textContent.startsWith('Cancelled')) await new Promise((turn) => setTimeout(turn));
    return performance.now() - start_ms;
  });
  await gone;
  const ended_ms = performance.now() - began_ms;
  note('cancelled: said after, ms', shown_ms);
  note('cancelled: threads gone after, ms', ended_ms);
  expect(ended_ms).toBeLessThan(200);
  expect(page.workers()).toHaveLength(before);
  const kept = await sweep.getByTestId('sweep-row').count();
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(30);

  await ask(sweep, { values: '5 kB, 10 kB', seeds: '1', length: '0.5 s', warmup: '0.1 s' });
  await sweep.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(sweep.getByTestId('sweep-phase')).toHaveText('Done.', { timeout: 60_000 });
  await expect(sweep.getByTestId('sweep-row')).toHaveCount(2);
});

test('says what cannot be read where it stands, and runs nothing', async ({ page }) => {
  const sweep = await openSweep(page);
  await ask(sweep, { values: '5 kB:much:10' });
  await sweep.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(sweep.getByRole('alert')).toContainText('bottlenecks.r0.queue.limit_bytes');
  await expect(sweep.getByRole('textbox', { name: 'Values' })).toHaveAttribute('aria-invalid', 'true');
  await ask(sweep, { values: '5 kB', seeds: 'x' });
  await sweep.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(sweep.getByRole('alert')).toContainText('replications');
});

test('by keyboard: begins, and opens a run with its value and seed in the lab', async ({ page }) => {
  await openLab(page, ANOMALY);
  await page.keyboard.press('w');
  const sweep = page.getByRole('main', { name: 'Curves' });
  await ask(sweep, { values: '5 kB, 10 kB', seeds: '2', length: '0.5 s', warmup: '0.1 s' });
  await sweep.getByRole('textbox', { name: 'Values' }).press('Enter');
  await expect(sweep.getByTestId('sweep-phase')).toHaveText('Done.', { timeout: 60_000 });
  const last = sweep.getByRole('button', { name: 'Open the run with 10 kB, seed 2' });
  await tabTo(page, last);
  await page.keyboard.press('Enter');
  await expect(sweep).toBeHidden();
  await expect(page.getByRole('slider', { name: 'Buffer limit of r0' })).toHaveAttribute(
    'aria-valuenow',
    '10000',
  );
});

for (const [device, viewport] of Object.entries({
  desktop: { width: 1366, height: 768 },
  phone: { width: 360, height: 740 },
})) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing and nothing is too wide (${device}, ${colorScheme})`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const sweep = await openSweep(page);
      await ask(sweep, { values: '5 kB:50 kB:6', seeds: '2', length: '1 s', warmup: '0.2 s' });
      await sweep.getByRole('combobox', { name: 'Show' }).selectOption({ value: 'bottlenecks.r0.loss.udp' });
      await sweep.getByRole('button', { name: 'Start', exact: true }).click();
      await expect(sweep.getByTestId('sweep-phase')).toHaveText('Done.', { timeout: 60_000 });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(found).toEqual([]);
      expect(await sweep.evaluate((room) => room.scrollWidth - room.clientWidth)).toBe(0);
    });
  }
}

async function openSweep(page: Page): Promise<Locator> {
  await openLab(page, ANOMALY);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Sweep' }).click();
  return page.getByRole('main', { name: 'Curves' });
}

interface Asked {
  values: string;
  seeds?: string;
  length?: string;
  warmup?: string;
}

async function ask(sweep: Locator, { values, seeds = '3', length, warmup }: Asked): Promise<void> {
  const fill = (name: string, text: string) => sweep.getByRole('textbox', { name }).fill(text);
  await fill('Values', values);
  await fill('Seeds', seeds);
  if (length !== undefined) await fill('Length', length);
  if (warmup !== undefined) await fill('Warm-up', warmup);
}

/** A figure for the report of the tests. */
function note(type: string, figure: number): void {
  test.info().annotations.push({ type, description: figure.toFixed(1) });
}

/** The text of the file that the browser is given. */
async function savedBy(page: Page, button: Locator): Promise<string> {
  const download = page.waitForEvent('download');
  await button.click();
  return readFileSync(await (await download).path(), 'utf8');
}

/** The longest task of the page's main thread meanwhile; 0 where none took 50 ms. */
async function watching(page: Page, work: () => Promise<void>): Promise<{ longest_ms: number }> {
  await page.evaluate(() => {
    const tasks = window as unknown as { longest_ms: number };
    tasks.longest_ms = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.longest_ms = Math.max(tasks.longest_ms, duration);
    }).observe({ type: 'longtask' });
  });
  await work();
  return { longest_ms: await page.evaluate(() => (window as unknown as { longest_ms: number }).longest_ms) };
}
