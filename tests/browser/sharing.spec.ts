/** Sharing: a link opens at the time that the dialog shows, and an experiment too big for a link is a file. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './test';
import { fragmentOf, openHere, openLab, simulated_s, tabTo } from './lab';

test('the link to the current time opens at the time that the dialog shows', async ({ page, context }) => {
  await openLab(page, fragmentOf(experiment(1)));
  await page.keyboard.press('s');
  const choice = page.getByRole('checkbox', { name: /current time/ });
  const named_s = async () => Number(/t = ([\d.]+)/.exec(await choice.evaluate(labelOf))?.[1]);
  const first_s = await named_s();
  // The run goes on behind the dialog.
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(first_s + 1);
  await choice.check();
  const link = page.getByTestId('share-link');
  await expect(link).toHaveValue(/&t=/);
  expect(await named_s()).toBe(first_s);
  // The dialog rounds to microseconds.
  const carried_s = Number(/&t=([\d.]+)/.exec(await link.inputValue())?.[1]);
  expect(carried_s).toBeCloseTo(first_s, 6);

  const there = await context.newPage();
  await there.goto(`${await link.inputValue()}&play=0`);
  await expect.poll(() => simulated_s(there)).toBe(carried_s);
});

test('the length of a link is shown, and a file is advised for a long one', async ({ page }) => {
  const size = page.getByText(/^[\d,]+ characters\./);
  const link = page.getByTestId('share-link');
  await openLab(page, fragmentOf(experiment(1)));
  await page.keyboard.press('s');
  await expect(link).toHaveValue(/#/);
  const short = await link.inputValue();
  await expect(size).toHaveText(
    `${short.length} characters. The link contains the complete experiment; nothing is sent to a server.`,
  );

  await page.getByLabel('Open a file').setInputFiles(fileOf(experiment(60, 6)));
  await expect(page).toHaveTitle('60 groups – Bufferlab');
  await page.keyboard.press('s');
  await expect(size).toContainText('Some programs cut links longer than 2,000 characters. A file is safer.');
  const long = await link.inputValue();
  await expect(size).toContainText(`${long.length.toLocaleString('en')} characters.`);
  expect(long.length).toBeGreaterThan(2000);
});

test('one press shows and copies the markup of a frame', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLab(page, fragmentOf(experiment(1)));
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  const markup = await page.getByTestId('share-embed').inputValue();
  expect(markup).toMatch(/^<iframe src=".*\?embed=1#1\.d/);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(markup);
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('the command for Linux hosts names the preset or the link, and the groups that become real', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLab(page);
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await tabTo(page, dialog.getByRole('button', { name: 'Run on Linux' }));
  await page.keyboard.press('Enter');
  const command = dialog.getByTestId('linux-command');
  await expect(command).toHaveValue(
    'bufferlab emulate one-flow --duration 60 --warmup 20 --json > measured.json',
  );
  await expect(dialog.getByRole('list', { name: 'Senders of each group' })).toContainText('becomes real TCP');

  await page.keyboard.press('Escape');
  const two = { ...experiment(2), duration_s: 30, warmup_s: 0 };
  const [first, second] = two.groups as { traffic: object }[];
  first!.traffic = { kind: 'tcp', congestion_control: 'bbr1' };
  second!.traffic = { kind: 'tcp', congestion_control: 'bbr' };
  await openHere(page, fragmentOf(two));
  await expect(page).toHaveTitle('2 groups – Bufferlab');
  await page.keyboard.press('s');
  await dialog.getByRole('button', { name: 'Run on Linux' }).click();
  await expect(command).toHaveValue(
    /^bufferlab emulate 'http:[^']*#1\.d[^']*' --duration 30 --warmup 0 --live=\w+ --json > measured\.json$/,
  );
  await expect(dialog.getByText(/sudo modprobe tcp_bbr$/)).toBeVisible();
  await expect(
    dialog.getByText(/stays simulated\. traffic\.congestion_control: is in no released kernel/),
  ).toBeVisible();
  await dialog.getByTestId('linux-command').locator('..').getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(await command.inputValue());
});

test('an experiment without TCP is told that it cannot run between real hosts', async ({ page }) => {
  const udp = { ...experiment(1) };
  (udp.groups as { traffic: object }[])[0]!.traffic = { kind: 'cbr', rate_bps: 1e6 };
  await openLab(page, fragmentOf(udp));
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('button', { name: 'Run on Linux' }).click();
  await expect(dialog.getByRole('alert')).toContainText('groups: none can have packets of real hosts');
});

test('an experiment too big for a link is complete in a file', async ({ page }) => {
  await openLab(page, fragmentOf(experiment(1)));
  await page.keyboard.press('s');
  await page.getByLabel('Open a file').setInputFiles(fileOf(experiment(60, 40)));
  await expect(page).toHaveTitle('60 groups – Bufferlab');
  await page.keyboard.press('s');
  await expect(page.getByText(/The link would have [\d,]+ characters, .* Save .* as a file/)).toBeVisible();
  await expect(page.getByTestId('share-link')).toBeHidden();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');

  const { groups } = JSON.parse(saved) as { groups: unknown[] };
  expect(groups).toEqual(
    experiment(60, 40).groups.map((group) => expect.objectContaining({ access: group.access }) as unknown),
  );
  await page.keyboard.press('Escape');
  await openLab(page, fragmentOf(experiment(1)));
  await page.keyboard.press('s');
  await page.getByLabel('Open a file').setInputFiles(fileOf(JSON.parse(saved)));
  await expect(page).toHaveTitle('60 groups – Bufferlab');
  await expect(page.getByRole('group', { name: /^Group g59/ })).toBeAttached();
});

test('a chart saved as SVG is valid XML with any title', async ({ page }) => {
  const title = `bell\u0007 escape\u001b[31m <b>&"' 📦 \ufffe`;
  await openLab(page, fragmentOf({ ...experiment(1), title }));
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this chart' }).first().click();
  await page.getByRole('button', { name: 'SVG drawing' }).first().click();
  const svg = await readFile(await (await saving).path(), 'utf8');
  const { fault, text } = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'image/svg+xml');
    const fault = parsed.querySelector('parsererror')?.textContent ?? null;
    return { fault, text: parsed.documentElement.textContent };
  }, svg);
  expect(fault).toBeNull();
  expect(text).toContain(`bell\ufffd escape\ufffd[31m <b>&"' 📦`);
});

test("a note in a link is shown, and a preset's text gives way when its figures no longer hold", async ({
  page,
}) => {
  await openLab(page);
  const about = page.locator('section.notice:not(.newcomer)');
  await expect(about).toContainText('What to notice');
  const [, title = ''] = /^(.*) – Bufferlab$/.exec(await page.title()) ?? [];
  const notice = (await about.locator('p').first().textContent()) ?? '';

  // The preset as it is, with what a lecturer says of it.
  await page.keyboard.press('s');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const preset = JSON.parse(await readFile(await (await saving).path(), 'utf8')) as object;
  await page.keyboard.press('Escape');
  await openLab(page, fragmentOf({ ...preset, note: 'Exercise 3: find the knee.' }));
  await expect(page).toHaveTitle(`${title} – Bufferlab`);
  await expect(about).toContainText('Exercise 3: find the knee.');
  await expect(about).not.toContainText(notice);

  // The preset, its link a thousand times as fast.
  await page.goto('about:blank');
  await openLab(page);
  await expect(about).toContainText(notice);
  const rate = page.getByRole('textbox', { name: /^Rate/ }).first();
  await rate.fill('10 Gb/s');
  await rate.press('Enter');
  await expect(about).toContainText(`Based on “${title}”`);
  await expect(about).not.toContainText(notice);
  await about.getByRole('button', { name: 'Restore the preset' }).click();
  await expect(about).toContainText(notice);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(about).toContainText(`Based on “${title}”`);
});

/** Groups with access delays that no compression shortens much, `listed` of them each. */
function experiment(groups: number, listed = 1) {
  const delay = (n: number) => Number(((n * 0.618_033_988_749_895) % 0.1).toFixed(9));
  return {
    title: groups === 1 ? 'One group' : `${groups} groups`,
    duration_s: 100_000,
    bottlenecks: [
      { id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 100 } },
    ],
    groups: Array.from({ length: groups }, (_, g) => ({
      id: `g${g}`,
      count: listed,
      access: {
        rate_bps: 1e8 + g,
        delay_s: { list: Array.from({ length: listed }, (_, i) => delay(g * listed + i + 1)) },
      },
      traffic: { kind: 'tcp' },
    })),
  };
}

function fileOf(scenario: unknown) {
  return {
    name: 'experiment.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(scenario)),
  };
}

function labelOf(element: Element): string {
  return element.closest('label')?.textContent ?? '';
}
