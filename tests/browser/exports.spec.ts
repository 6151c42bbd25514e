/** Saved files contain the link to their experiment and open it again; files without one are refused with the reason. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import oneFlow from '../../engine/core/src/presets/one-flow.json' with { type: 'json' };
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { originOfPng, originOfSvg } from '../../web/url/carried';
import { decodeLink } from '../../web/url/codec';
import { fragmentOf, nativeProgram, openHere, openLab, runs, simulated_s } from './lab';

const scenario = {
  title: 'Carried along',
  seed: 42,
  duration_s: 6,
  bottlenecks: [{ id: 'r0', rate_bps: 5e6, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 17 } }],
  groups: [
    {
      id: 'tcp',
      access: { rate_bps: 1e8, delay_s: 0.001 },
      traffic: { kind: 'tcp', recovery: 'reno' },
    },
  ],
};

/** What the summary says of a link. */
interface Link {
  utilization: number;
  drops: { tail: number };
  loss: { tcp: number };
}

/** Presses a button that saves; the file's bytes and name. */
async function savedBy(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function savedChart(page: Page, chart: Locator, label: string): ReturnType<typeof savedBy> {
  await chart.getByRole('button', { name: 'Save this chart' }).click();
  return savedBy(page, () => chart.getByRole('button', { name: label }).click());
}

/** Drops a file onto the page as a person does. */
async function drop(page: Page, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
  await page.evaluate(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    },
    [name, bytes.toString('base64')] as const,
  );
}

test('every file that is saved opens its experiment', async ({ page }) => {
  await openLab(page, fragmentOf(scenario));
  const queue = page.locator('[data-chart=queue]');
  const files = [
    await savedChart(page, queue, 'SVG drawing'),
    await savedChart(page, queue, 'PNG picture'),
    await savedChart(page, queue, 'CSV of the visible data'),
  ];
  await page.locator('.panel.summary > summary').click();
  const save = page.locator('.save-summary');
  for (const kind of ['JSON', 'CSV', 'SVG', 'PNG'])
    files.push(await savedBy(page, () => save.getByRole('button', { name: kind }).click()));
  expect(files.map(({ name }) => name)).toEqual([
    'carried-along-queue.svg',
    'carried-along-queue.png',
    'carried-along-queue.csv',
    'carried-along-summary.json',
    'carried-along-summary.csv',
    'carried-along-summary.svg',
    'carried-along-summary.png',
  ]);
  for (const file of files) {
    await openHere(page, fragmentOf({ ...scenario, title: 'Another', seed: 1 }));
    await expect(page).toHaveTitle(/^Another/);
    await drop(page, file);
    await expect(page, file.name).toHaveTitle(/^Carried along/);
    await expect
      .poll(() => decodeLink(new URL(page.url()).hash), { message: file.name })
      .toMatchObject({
        scenario: { seed: 42, bottlenecks: [{ queue: { limit_packets: 17 } }] },
      });
  }
});

test('a drawing keeps its words as text, a picture its size; both say seed and version', async ({ page }) => {
  await openLab(page, fragmentOf(scenario));
  const queue = page.locator('[data-chart=queue]');
  const svg = (await savedChart(page, queue, 'SVG drawing')).bytes.toString('utf8');
  expect(svg).toMatch(/<text [^>]*>Queue at r0/);
  expect(originOfSvg(svg)).toMatchObject({
    ok: true,
    origin: { seed: 42, engine: expect.stringMatching(/^\d/) as unknown },
  });
  const png = (await savedChart(page, queue, 'PNG picture')).bytes;
  expect(originOfPng(png)).toMatchObject({ ok: true, origin: { seed: 42, title: 'Carried along' } });
  // The browser still takes it for a picture.
  const width = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return (await createImageBitmap(new Blob([bytes]))).width;
  }, png.toString('base64'));
  expect(width).toBe(1800);
});

test('the whole run at an interval has the rows that the program writes', async ({ page }) => {
  const program = nativeProgram();
  await openLab(page, fragmentOf(scenario));
  const queue = page.locator('[data-chart=queue]');
  await queue.getByRole('button', { name: 'Save this chart' }).click();
  await queue.getByRole('button', { name: 'CSV of the whole run …' }).click();
  const dialog = page.getByRole('dialog', { name: 'CSV of the whole run' });
  await dialog.getByLabel('Interval between rows').selectOption('20 ms');
  await dialog.getByLabel('Until').selectOption({ index: 1 });
  await dialog.getByLabel('Columns').selectOption('all recorded series');
  const { name, bytes } = await savedBy(page, () => dialog.getByRole('button', { name: 'Save' }).click());
  expect(name).toBe('carried-along-run-20ms.csv');
  await expect(dialog).toBeHidden();
  const rows = bytes
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'));

  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-'));
  writeFileSync(join(folder, 'it.json'), JSON.stringify(scenario));
  execFileSync(program, ['run', 'it.json', '--csv', 'it.csv', '--interval', '20ms'], { cwd: folder });
  expect(rows).toEqual(readFileSync(join(folder, 'it.csv'), 'utf8').split('\n'));

  await openLab(page);
  await drop(page, { name, bytes });
  await expect(page).toHaveTitle(/^Carried along/);
});

test('rows of the example of the documentation add up to the counters of its run', async ({ page }) => {
  const counted = { ...oneFlow, warmup_s: 0 };
  await openLab(page, fragmentOf(counted, { t_s: counted.duration_s, play: false }));
  await expect.poll(() => simulated_s(page), { timeout: 60_000 }).toBe(counted.duration_s);
  await page.locator('.panel.summary > summary').click();
  const json = await savedBy(page, () =>
    page.locator('.save-summary').getByRole('button', { name: 'JSON' }).click(),
  );
  const [summary] = (JSON.parse(json.bytes.toString('utf8')) as { bottlenecks: Link[] }).bottlenecks;

  await page.locator('[data-chart=queue]').getByRole('button', { name: 'Save this chart' }).click();
  await page.getByRole('button', { name: 'CSV of the whole run …' }).click();
  const dialog = page.getByRole('dialog', { name: 'CSV of the whole run' });
  await dialog.getByLabel('Interval between rows').selectOption('10 ms');
  await dialog.getByLabel('Columns').selectOption('all recorded series');
  const csv = await savedBy(page, () => dialog.getByRole('button', { name: 'Save' }).click());
  const lines = csv.bytes.toString('utf8').split(/\r?\n/);
  const [head = [], ...rows] = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(','));
  const column = (name: string) => rows.map((row) => Number(row[head.indexOf(name)]));
  const sum = (name: string) => column(name).reduce((a, b) => a + b, 0);

  expect(rows).toHaveLength(100 * counted.duration_s);
  const [arrivals, drops] = [sum('link.r0.arrivals_tcp [packets]'), sum('link.r0.drops_tcp [packets]')];
  expect(drops).toBe(summary?.drops.tail);
  expect(drops / arrivals).toBe(summary?.loss.tcp);
  // The mean of the rates of equal intervals is the rate of all.
  const mean = sum('link.r0.utilization [ratio]') / rows.length;
  expect(Math.abs(mean - (summary?.utilization ?? NaN))).toBeLessThan(1e-9);
});

test('writing the whole run can be left', async ({ page }) => {
  await openLab(page, fragmentOf({ ...scenario, duration_s: 100_000 }));
  const queue = page.locator('[data-chart=queue]');
  await queue.getByRole('button', { name: 'Save this chart' }).click();
  await queue.getByRole('button', { name: 'CSV of the whole run …' }).click();
  const dialog = page.getByRole('dialog', { name: 'CSV of the whole run' });
  await dialog.getByLabel('Until').selectOption({ index: 1 });
  const workers = () => page.workers().length;
  const before = workers();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(workers).toBe(before + 1);
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(workers).toBe(before);
});

test('a file that carries nothing, or lies, gets a sentence and the run goes on', async ({ page }) => {
  await openLab(page, fragmentOf({ ...scenario, duration_s: 10_000 }));
  const bomb = `<!DOCTYPE svg [${Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')}]><svg>&e30;</svg>`;
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const lying = Buffer.from([...signature, 0xff, 0xff, 0xff, 0xff, ...Buffer.from('IHDR')]);
  const said = page.getByTestId('problems');
  for (const [name, bytes, sentence] of [
    ['bomb.svg', Buffer.from(bomb), /bomb\.svg contains no experiment/],
    ['lying.png', lying, /lying\.png contains no experiment\. The picture is cut short or damaged/],
    ['other.csv', Buffer.from('# link: https://lab.test/#2.dxyz\r\n1,2\r\n'), /from a newer Bufferlab/],
    ['cut.csv', Buffer.from('# link: https://lab.test/#1.dxyz\r\n1,2\r\n'), /cut short/],
  ] as const) {
    await drop(page, { name, bytes });
    await expect(said, name).toContainText(sentence);
  }
  // A file that could be a trace is read as one; the message has its fault as a trace.
  await drop(page, { name: 'noise.bin', bytes: Buffer.alloc(3_000_000, 0x41) });
  await expect(
    page.getByText(/noise\.bin was not opened: it is not an experiment of Bufferlab, nor a readable trace/),
  ).toBeVisible();
  await expect(page).toHaveTitle(/^Carried along/);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await runs(page);
});
