/** The panel "Packets of a flow": time–sequence graph, table, capture for Wireshark and log for qvis. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from './test';
import type { Page } from './test';
import { APPEARANCES, expectNothingFound, WCAG } from './axe';
import { fragmentOf, nativeProgram, openLab, tabTo } from './lab';

const panel = (page: Page) => page.locator('[data-chart="packets"]');
const table = (page: Page) => page.getByRole('region', { name: /^Last packets: / });

/** One flow with SACK over 10 Mb/s and 42 ms, which fills a buffer of 20 packets in its first second. */
const ONE_FLOW = {
  title: 'One flow',
  duration_s: 20,
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 20 } }],
  groups: [
    {
      id: 'tcp',
      access: { rate_bps: 1e9, delay_s: 0.001 },
      traffic: { kind: 'tcp', profile: 'linux-6', recovery: 'sack' },
    },
  ],
};

/** Opens the flow at 4.2 s, paused, and shows its packets. */
async function showPackets(page: Page): Promise<void> {
  await openLab(page, fragmentOf(ONE_FLOW, { t_s: 4.2, play: false }));
  await page.getByRole('button', { name: 'Choose charts' }).click();
  await page.getByLabel('Packets of a flow').check();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeVisible();
}

test('the table lists segments and acknowledgments with their fates', async ({ page }) => {
  await showPackets(page);
  await panel(page).getByRole('button', { name: 'Table of packets' }).click();
  await expect(table(page).getByRole('row').nth(5)).toContainText(/Segment|ACK/);
  await expect(table(page)).toContainText(/arrived after/);
});

test('a packet under the pointer is named with its bytes and its fate', async ({ page }) => {
  await showPackets(page);
  const graph = panel(page).getByRole('application');
  await tabTo(page, graph);
  await page.keyboard.press('ArrowLeft');
  await expect(panel(page).locator('.packet-tip')).toContainText(/ at \d\.\d{6} s/);
});

test('a capture is saved with the packets of the chosen time, and opens as a trace', async ({ page }) => {
  await showPackets(page);
  await panel(page).getByRole('button', { name: 'Save packets' }).click();
  await page.getByRole('button', { name: 'Capture for Wireshark …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Capture for Wireshark' });
  await dialog.getByLabel('From, s').fill('9');
  await dialog.getByRole('button', { name: 'Save capture' }).click();
  await expect(dialog.getByRole('alert')).toContainText('the first is before the second');
  await dialog.getByLabel('From, s').fill('1');
  await dialog.getByLabel('Until, s').fill('2');
  await expect(dialog.getByRole('status')).toHaveText(/^At most about \d+ kB/);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save capture' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/-capture\.pcapng$/);
  const bytes = await readFile(await file.path());
  expect(bytes.readUInt32LE(0), 'a section header of pcapng').toBe(0x0a0d0d0a);
  expect(bytes.length).toBeGreaterThan(20_000);
  expect(bytes.includes('1.d'), 'the link of the experiment').toBe(true);
  await expect(dialog).toBeHidden();
});

test('a log for qvis has the events of the command-line program', async ({ page }, info) => {
  const program = nativeProgram();
  await showPackets(page);
  await panel(page).getByRole('button', { name: 'Save packets' }).click();
  await page.getByRole('button', { name: 'Log for qvis …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log for qvis' });
  await dialog.getByLabel('Until, s').fill('21');
  await dialog.getByRole('button', { name: 'Save log' }).click();
  await expect(dialog.getByRole('alert')).toContainText('up to 20 s');
  await dialog.getByLabel('Until, s').fill('3');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save log' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/-senders\.qlog$/);
  const saved = await readFile(await file.path(), 'utf8');

  const scenario = info.outputPath('scenario.json');
  const log = info.outputPath('senders.qlog');
  await mkdir(info.outputDir, { recursive: true });
  await writeFile(scenario, JSON.stringify({ ...ONE_FLOW, duration_s: 3 }));
  execFileSync(program, ['run', scenario, '--qlog', log], { stdio: 'pipe' });
  const [ours, theirs] = [eventsOf(saved), eventsOf(await readFile(log, 'utf8'))];
  expect(ours.filter(({ name }) => name === 'recovery:packet_lost').length).toBeGreaterThan(0);
  // The first event has the link, which is that of the page here.
  expect(JSON.stringify(ours[0]), 'the link of the experiment').toContain('1.d');
  expect(ours.slice(1)).toEqual(theirs.slice(1));
  await expect(dialog).toBeHidden();
});

interface LogEvent {
  name: string;
}

/** Returns the events of a log with one flow. */
function eventsOf(log: string): readonly LogEvent[] {
  const { traces } = JSON.parse(log) as { traces: { events: LogEvent[] }[] };
  return traces[0]?.events ?? [];
}

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });

    test('axe finds nothing in the graph and the table', async ({ page }) => {
      await showPackets(page);
      await panel(page).getByRole('button', { name: 'Table of packets' }).click();
      await expect(table(page).getByRole('row').nth(2)).toBeVisible();
      await expectNothingFound(page, { look, tags: WCAG, where: 'the packets' });
    });
  });
}
