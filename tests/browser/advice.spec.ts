/** The advisor: a door from the Lab, the answer of the native program, its points as doors, cancelled at once. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { expectNothingFound } from './axe';
import { fragmentOf, nativeProgram, openLab, tabTo } from './lab';

test.describe.configure({ timeout: 120_000 });

/** One Reno flow over 1 Mb/s and 20 ms, with a little UDP: a search of seconds. */
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

test('gives the answer of the native program, and its points open in the Lab', async ({ page }) => {
  const program = nativeProgram();
  const room = await askAbout(page, SMALL);
  await room.getByLabel('Utilisation ≥').fill('95 %');
  await room.getByLabel('Loss of UDP ≤').fill('20 %');
  await room.getByLabel('Time for it').selectOption('as long as it takes');
  await room.getByRole('button', { name: 'Ask' }).click();
  await expect(room.getByTestId('advice-phase')).toHaveText('Done.', { timeout: 90_000 });

  const native = nativeAdvice(program, await room.getByTestId('advice-command').textContent());
  const answer = native.answer as { limit: number };
  await expect(room.getByTestId('advice-answer')).toContainText(`${String(answer.limit)} packets (`);
  expect(await shownAdvice(page)).toEqual(native);
  await expect(room.getByTestId('advice-rules').getByRole('row')).toHaveCount(6);
  await expect(room.getByTestId('advice-rules')).toContainText(/✓\s*yes/);
  await expect(room.getByTestId('advice-flows').getByRole('row')).toHaveCount(3);

  const doors = room.getByRole('button', { name: /^Open the run with .*, seed 2$/ });
  await doors.first().click();
  await expect(page.getByLabel('Parameters of')).toBeVisible();
  await expect(page).toHaveURL(/#1\.d/);
});

test('is cancelled, says what cannot be asked, works by keyboard', async ({ page }) => {
  const [bottleneck] = SMALL.bottlenecks;
  const long = { ...SMALL, duration_s: 4000, bottlenecks: [{ ...bottleneck, rate_bps: 1e8 }] };
  const room = await askAbout(page, long);
  await room.getByLabel('Utilisation ≥').fill('plenty');
  await tabTo(page, room.getByRole('button', { name: 'Ask' }));
  await page.keyboard.press('Enter');
  await expect(room.getByRole('alert')).toContainText('utilization: “plenty” does not begin with a number');
  await room.getByLabel('Utilisation ≥').fill('99.9 %');
  await room.getByLabel('Time for it').selectOption('as long as it takes');
  await room.getByRole('button', { name: 'Ask' }).click();
  await expect(room.getByTestId('advice-phase')).toContainText('Running: looking over the range.');
  await expect(room.getByTestId('advice-progress')).toContainText(/of about \d+ runs, .* left/);
  await room.getByRole('button', { name: 'Cancel' }).click();
  await expect(room.getByTestId('advice-phase')).toContainText('Cancelled');
  await expectNothingFound(page, { within: '.curves' });
});

/** Opens a scenario in the Lab and goes through the door beside its buffer. */
async function askAbout(page: Page, scenario: object): Promise<Locator> {
  await openLab(page, fragmentOf(scenario));
  await page.getByRole('button', { name: 'Find the smallest sufficient buffer …' }).click();
  const room = page.locator('.curves:visible');
  await expect(room.getByRole('heading', { name: 'How large a buffer?' })).toBeVisible();
  return room;
}

/** The advice that is on the page, as the engine gave it. */
async function shownAdvice(page: Page): Promise<unknown> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the advice as JSON' }).click();
  const path = await (await download).path();
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** What the program says to the command that the page shows. */
function nativeAdvice(program: string, command: string | null): Record<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-advice-'));
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(SMALL));
  const [, ...words] = (command ?? '').split(' ').map((word) => word.replaceAll("'", ''));
  const text = execFileSync(program, [...words, '--json'], { cwd: folder, encoding: 'utf8' });
  const { complete, ...advice } = JSON.parse(text) as Record<string, unknown>;
  expect(complete).toBe(true);
  return advice;
}
