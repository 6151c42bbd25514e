/** Text of other tools: the tab "Paste a configuration" of the dialog "New experiment", and commands of tc in *Share*. */
import { expect, test } from './test';
import type { Page } from './test';
import { APPEARANCES, expectNothingFound, WCAG } from './axe';
import { openLab, runs, tabTo } from './lab';

const SHAPER = [
  'tc qdisc add dev eth0 root handle 1: netem delay 40ms 4ms distribution pareto',
  'tc qdisc add dev eth0 parent 1:1 handle 2: tbf rate 20mbit burst 16k latency 50ms',
  'tc qdisc add dev eth0 parent 2:1 fq_codel limit 600 memory_limit 4mb',
].join('\n');

const report = (page: Page) => page.getByRole('region', { name: 'What was read' });

async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('e');
  await page.getByRole('tab', { name: 'Paste a configuration' }).click();
  await page.getByLabel('Text of another tool').fill(text);
}

test('lines of tc become an experiment, and each word without effect is listed', async ({ page }) => {
  await openLab(page);
  await paste(page, SHAPER);
  await expect(report(page).getByRole('status')).toContainText('3 lines. 4 parts are left out');
  await expect(report(page)).toContainText('delay 40ms sets Delay: 20 ms');
  await expect(report(page)).toContainText('the lab limits packets or bytes, not memory');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await runs(page);
  await expect(page).toHaveTitle('Queue of eth0 – Bufferlab');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('eth0');
});

test('a text that is not understood says where and why, and stays', async ({ page }) => {
  await openLab(page);
  await paste(page, '\n\ntc qdisc add dev eth0 root sfq perturb 10');
  const field = page.getByLabel('Text of another tool');
  await expect(field).toHaveAccessibleDescription(
    /line 3: "sfq" is not understood, since the lab has FQ-CoDel/,
  );
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(field).toBeFocused();
  await field.fill('tc qdisc add dev eth0 root netem rate 1bit');
  await expect(report(page)).toBeVisible();
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(field).toHaveAccessibleDescription(/bottlenecks.*rate_bps/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(field).toHaveValue('tc qdisc add dev eth0 root netem rate 1bit');
});

test('the keyboard alone pastes a text', async ({ page }) => {
  await openLab(page);
  await page.keyboard.press('e');
  await tabTo(page, page.getByRole('tab', { name: 'Answer five questions' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Paste a configuration' })).toBeFocused();
  await tabTo(page, page.getByLabel('Text of another tool'));
  await page.keyboard.type('tc qdisc add dev eth0 root pfifo limit 40');
  await expect(report(page)).toContainText('limit 40 sets');
  await tabTo(page, page.getByRole('button', { name: 'Create experiment' }));
  await page.keyboard.press('Enter');
  await runs(page);
});

test('the commands of tc in Share give the same link when they are pasted', async ({ page }) => {
  const commands = page.getByTestId('tc-commands-0');
  const createAndShow = async (text: string): Promise<void> => {
    await paste(page, text);
    await page.getByRole('button', { name: 'Create experiment' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'As tc commands' }).click();
  };
  await openLab(page);
  await createAndShow(SHAPER);
  const written = [
    'tc qdisc replace dev eth0 root handle 1: netem delay 40ms',
    'tc qdisc replace dev eth0 parent 1:1 handle 2: tbf rate 20mbit burst 10000 latency 50ms',
    'tc qdisc replace dev eth0 parent 2:1 handle 3: fq_codel limit 600 flows 1024 target 5ms interval 100ms quantum 1500 ecn drop_batch 64',
  ].join('\n');
  await expect(commands).toHaveValue(written);
  await page.keyboard.press('Escape');
  await createAndShow(written);
  await expect(commands).toHaveValue(written);
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });

    test('axe finds nothing in the report and in the commands, and nothing is wider than the dialog', async ({
      page,
    }) => {
      await openLab(page);
      await paste(page, SHAPER);
      await expect(report(page)).toBeVisible();
      await expectNothingFound(page, { look, tags: WCAG, where: 'the report' });
      const dialog = page.getByRole('dialog');
      expect(await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('s');
      await page.getByRole('button', { name: 'As tc commands' }).click();
      await expect(page.getByTestId('tc-commands-0')).toBeVisible();
      await expectNothingFound(page, { look, tags: WCAG, where: 'the commands' });
    });
  });
}
