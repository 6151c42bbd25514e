/** Measured runs of iperf3, flent, `bufferlab emulate` and tables are opened as the baseline, and a link asks for their file. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from './test';
import { APPEARANCES, expectNothingFound } from './axe';
import { fragmentOf, simulated_s, tabTo } from './lab';

const EXAMPLES = new URL('../../engine/core/src/trace/measured/examples/', import.meta.url);
const example = (name: string): Buffer => readFileSync(new URL(name, EXAMPLES));

const EXPERIMENT = {
  title: 'One CUBIC flow',
  duration_s: 20,
  warmup_s: 2,
  bottlenecks: [{ id: 'r0', rate_bps: 10e6, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 40 } }],
  groups: [
    {
      id: 'tcp',
      access: { rate_bps: 1e9, delay_s: 1e-4 },
      traffic: { kind: 'tcp', congestion_control: 'cubic' },
    },
  ],
};

test('a run of bufferlab emulate is drawn behind a run, simulated, and compared in a table', async ({
  page,
}) => {
  await openAt(page, 5);
  await drop(page, 'emulate.json', example('emulate.json'));
  const dialog = page.getByRole('dialog', { name: 'Measured run emulate.json' });
  await expect(dialog.getByTestId('measured-about')).toContainText(/10\ss between hosts of Linux 6\.18\./);
  await expect(dialog.getByTestId('measured-about')).toContainText('late by 21 µs (median)');
  // Its series have the names of simulated ones, so that there is nothing to choose.
  await expect(dialog.getByRole('table')).toHaveCount(0);
  const simulate = dialog.getByLabel('Simulate this: open the experiment of the file');
  await expect(simulate).toBeChecked();
  await simulate.uncheck();
  await dialog.getByRole('button', { name: 'Use as baseline' }).click();
  const bar = page.getByRole('region', { name: 'Comparison of runs' });
  await expect(bar).toContainText('simulated');
  await expect(bar).toContainText('measured: Linux 6.18, CUBIC');
  const utilization = page.locator('[data-measure="bottlenecks.r0.utilization"]');
  await expect(utilization.locator('td').first()).toHaveText('99.7');
  await expect(utilization.locator('td').last()).toHaveText(/^([+−]\d|0)/);
  await expect(page.getByTestId('compared-over')).toContainText('The measured run over 8 s');

  await bar.getByRole('button', { name: 'Difference' }).click();
  await expect(page.getByRole('heading', { name: /^Difference in/ }).first()).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: /^Ratio of/ }).first()).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: /^(Ratio of|Difference in)/ })).toHaveCount(0);

  await bar.getByRole('button', { name: 'Simulate this' }).click();
  await expect(page).toHaveTitle(/TCP sawtooth/);
  await expect(bar).toContainText('measured: Linux 6.18, CUBIC');
  await bar.getByRole('button', { name: 'Hide baseline' }).click();
  await expect(bar).toBeHidden();
});

test('a run of iperf3 is mapped to a group, and a link asks for its file by hash', async ({
  page,
  context,
}) => {
  await openAt(page, 5);
  await drop(page, 'iperf.json', example('iperf3.json'));
  const dialog = page.getByRole('dialog', { name: 'Measured run iperf.json' });
  await expect(dialog.getByRole('rowheader')).toHaveCount(6);
  await expect(dialog).toContainText('Windows are converted from bytes to packets of 1448 bytes');
  await expect(dialog.getByLabel('Unit of stream 1: round-trip time')).toHaveValue('µs');
  await dialog.getByLabel('Use of stream 2: congestion window').selectOption('not used');
  await dialog.getByRole('button', { name: 'Use as baseline' }).click();
  // Two streams of about 20 Mb/s.
  const throughput = page.locator('[data-measure="groups.tcp.throughput_bps"] td');
  await expect(throughput.first()).toHaveText(/^39\.\d$/);
  await expect(throughput.last()).toHaveText(/^−/);

  await page.keyboard.press('s');
  const link = page.getByTestId('share-link');
  await expect(link).toHaveValue(/kept=1\.m/);
  const url = await link.inputValue();
  expect(url.length).toBeLessThan(1500);

  const there = await context.newPage();
  await there.goto(url);
  const missing = there.getByTestId('missing-measured');
  await expect(missing).toContainText('The measured run iperf.json is the baseline of this link.');
  await drop(there, 'other.json', Buffer.concat([example('iperf3.json'), Buffer.from(' ')]));
  await expect(there.getByText(/other\.json is not iperf\.json, which the link needs/)).toBeVisible();
  await missing
    .getByLabel('The measured run iperf.json')
    .setInputFiles({ name: 'renamed.json', mimeType: 'application/json', buffer: example('iperf3.json') });
  await expect(missing).toBeHidden();
  await expect(there.getByRole('region', { name: 'Comparison of runs' })).toContainText(
    'measured: Linux 6.18, CUBIC',
  );
});

test('packed flent files and tables are read, and their series can be changed by keyboard', async ({
  page,
}) => {
  await openAt(page, 5);
  await page.getByRole('heading', { name: 'Comparison' }).click();
  await page
    .getByLabel('File of a measured run')
    .setInputFiles({ name: 'up.flent.gz', mimeType: '', buffer: gzipSync(example('tcp_1up.flent')) });
  const dialog = page.getByRole('dialog', { name: 'Measured run up.flent.gz' });
  await expect(dialog).toContainText('Sums and means of other series are not chosen: TCP upload sum.');
  await expect(dialog).toContainText('The raw values were left out');
  await dialog.getByRole('button', { name: 'Use as baseline' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'up.flent.gz' })).toContainText(
    'Linux 6.18, CUBIC',
  );

  await drop(page, 'ss.csv', Buffer.from('n,when,value\n1,100,40\n2,200,41\n3,300,44\n'));
  await expect(page.getByText(/ss\.csv was not opened|Play ss\.csv/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('File of a measured run').setInputFiles({
    name: 'ss.csv',
    mimeType: '',
    buffer: Buffer.from('n,when,value\n1,100,40\n2,200,41\n'),
  });
  const table = page.getByRole('dialog', { name: 'Measured run ss.csv' });
  await expect(table).toContainText('does not say which column is the time');
  await table.getByLabel('Column of the time').selectOption({ label: '2: when' });
  await table.getByLabel('Unit of the time').selectOption('ms');
  await tabTo(page, table.getByRole('button', { name: 'Read the table' }));
  await page.keyboard.press('Enter');
  const use = table.getByRole('button', { name: 'Use as baseline' });
  await expect(use).toBeDisabled();
  await expect(table.getByRole('alert')).toHaveText('Choose a use for at least one series.');
  await table.getByLabel('Use of value').selectOption('round-trip time');
  await expect(table.getByRole('alert')).toHaveText('Choose the unit of value.');
  await table.getByLabel('Unit of value').selectOption('ms');
  await tabTo(page, use);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Comparison of runs' })).toContainText('measured: ss.csv');
});

test('hostile files are refused with a sentence', async ({ page }) => {
  await openAt(page, 1);
  for (const [name, text, said] of [
    ['deep.json', `{"intervals": [${'['.repeat(100_000)}`, /deep\.json, line 1: column \d+: is no/],
    ['time.json', '{"intervals": [{"streams": [{"start": -1, "end": 0}]}]}', /start: must be from 0/],
    ['huge.flent', '{"x_values": [0, 1e300], "results": {}}', /x_values\[1\]: must be a number/],
    ['none.flent', '{"x_values": [], "results": {}}', /none\.flent has no values over time/],
    ['how.json', '{"measured": {}, "series": 5}', /how\.json, line 1: column \d+: is no output of bufferlab/],
    ['cut.flent.gz', '\x1f\x8b\x08broken', /The measured run was not opened: /],
  ] as const) {
    await drop(page, name, Buffer.from(text, 'latin1'));
    await expect(page.getByText(said)).toBeVisible();
  }
});

for (const look of APPEARANCES) {
  test(`axe finds nothing in the dialog and the baseline, ${look.device}, ${look.colorScheme}`, async ({
    page,
  }) => {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await openAt(page, 5);
    await drop(page, 'iperf.json', example('iperf3.json'));
    const dialog = page.getByRole('dialog', { name: 'Measured run iperf.json' });
    await expect(dialog).toBeVisible();
    await expectNothingFound(page, { look, within: 'dialog[open]', where: 'the dialog' });
    await dialog.getByRole('button', { name: 'Use as baseline' }).click();
    await expect(page.getByRole('region', { name: 'Comparison of runs' })).toBeVisible();
    await expectNothingFound(page, { look, where: 'the Lab with a measured run' });
  });
}

/** Opens the experiment, paused at a time. */
async function openAt(page: Page, t_s: number): Promise<void> {
  await page.goto(`/#${fragmentOf(EXPERIMENT, { t_s, play: false })}`);
  await expect.poll(() => simulated_s(page)).toBe(t_s);
}

/** Drops a file anywhere on the page. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  await page.evaluate(
    ([called, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], called));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
    },
    [name, content.toString('base64')] as const,
  );
}
