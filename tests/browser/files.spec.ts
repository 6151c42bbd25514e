/** Dropped traces of packets are played, named in links, requested when a link is opened, and give the same run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from './test';
import { digestAt, fragmentOf, nativeProgram, openLab, runs, simulated_s } from './lab';

/** Thirty connections, two a second: a request of 300 bytes, after 50 ms a response of 20 kB. */
const CONNECTIONS = Array.from({ length: 30 }, (_, i) =>
  [
    `SEQ ${i * 500_000} 1 ${i} 0`,
    'w 65535 65535',
    'r 40000',
    'l 0 0',
    '> 300',
    't 50000',
    '< 20000',
    't 0',
    '',
  ].join('\n'),
).join('');

/** Bursts of three packets, 20 a second. */
const CAM = `time_s,bytes\n${bursts().join('\n')}\n`;

const EXPERIMENT = {
  title: 'A camera',
  duration_s: 20,
  warmup_s: 2,
  bottlenecks: [{ id: 'r0', rate_bps: 1e6, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 10 } }],
  groups: [
    {
      id: 'cbr',
      count: 1,
      access: { rate_bps: 1e8, delay_s: 0.001 },
      traffic: { kind: 'cbr', rate_bps: 5e5 },
    },
  ],
};

test('a dropped trace is played, and its link requests it and gives the same run', async ({
  page,
  context,
}) => {
  await openLab(page, fragmentOf(EXPERIMENT));
  await drop(page, 'cam.csv', CAM);
  const offer = page.getByRole('dialog', { name: 'Play cam.csv' });
  await expect(offer).toContainText('Packets: 600 in 9.97 s, 482 kb/s on average');
  await offer.getByRole('button', { name: 'Play file' }).click();
  await expect(page.getByTestId('missing-file')).toBeHidden();
  await expect(page.getByRole('group', { name: /^Packets/ })).toContainText('cam.csv');
  await page.keyboard.press('r');
  const link = await linkOf(page);
  expect(link.length).toBeLessThan(700);
  const digest = await digestAtTheEnd(page);

  const there = await context.newPage();
  await there.goto(link);
  const bar = there.getByTestId('missing-file');
  await expect(bar).toContainText('The file cam.csv is needed');
  await expect.poll(() => simulated_s(there)).toBe(0);
  await drop(there, 'other.csv', CAM.replace('1500', '1400'));
  await expect(there.getByText(/other\.csv is not cam\.csv, which the experiment needs/)).toBeVisible();
  await expect(bar).toBeVisible();
  // Whatever it is called.
  await bar.getByLabel('The file cam.csv').setInputFiles(fileOf('renamed.csv', CAM));
  await expect(bar).toBeHidden();
  await runs(there);
  expect(await digestAtTheEnd(there)).toBe(digest);

  expect(nativeDigest(link, 'cam.csv', CAM)).toBe(digest);
});

/** The same bursts as a spreadsheet with German settings writes them. */
const GERMAN = `Nr;Größe;Zeit\n${bursts()
  .map((line, i) => `${i + 1};${line.split(',').reverse().join(';').replaceAll('.', ',')}`)
  .join('\n')}\n`;

test('the columns of a table are chosen where its heading does not name them, and are part of the link', async ({
  page,
  context,
}) => {
  await openLab(page, fragmentOf(EXPERIMENT));
  await drop(page, 'kamera.csv', bytesOf(GERMAN));
  const offer = page.getByRole('dialog', { name: 'Play kamera.csv' });
  await expect(offer).toContainText('The heading does not say which columns to read');
  await offer.getByLabel('Time in seconds').selectOption({ label: '3: "Zeit"' });
  await offer.getByLabel('Size in bytes').selectOption({ label: '1: "Nr"' });
  await offer.getByRole('button', { name: 'Read these columns' }).click();
  await expect(offer).toContainText('Packets: 600 in 9.97 s, 145 kb/s on average');
  await page.keyboard.press('Escape');

  await drop(page, 'kamera.csv', bytesOf(GERMAN));
  const read = offer.getByRole('button', { name: 'Read these columns' });
  await expect(read).toBeDisabled();
  await offer.getByLabel('Time in seconds').selectOption({ label: '3: "Zeit"' });
  await expect(read).toBeDisabled();
  await offer.getByLabel('Size in bytes').selectOption({ label: '2: "Größe"' });
  await read.click();
  await expect(offer).toContainText('Packets: 600 in 9.97 s, 482 kb/s on average');
  await offer.getByRole('button', { name: 'Play file' }).click();
  await expect(page.getByRole('group', { name: /^Packets/ })).toContainText('kamera.csv');
  await page.keyboard.press('r');
  const link = await linkOf(page);
  const digest = await digestAtTheEnd(page);
  expect(nativeDigest(link, 'kamera.csv', GERMAN)).toBe(digest);

  const there = await context.newPage();
  await there.goto(link);
  const bar = there.getByTestId('missing-file');
  await bar.getByLabel('The file kamera.csv').setInputFiles(fileOf('kamera.csv', bytesOf(GERMAN)));
  await expect(bar).toBeHidden();
  await runs(there);
  expect(await digestAtTheEnd(there)).toBe(digest);
});

test('dropped connections are replayed by a new group, as in the program', async ({ page }) => {
  await openLab(page, fragmentOf(EXPERIMENT));
  await drop(page, 'campus.cvec', CONNECTIONS);
  const offer = page.getByRole('dialog', { name: 'Play campus.cvec' });
  await expect(offer).toContainText('Connections: 30 in 15 s');
  await offer.getByRole('button', { name: 'Play file' }).click();
  await expect(page.getByRole('group', { name: /^Connections/ })).toContainText('campus.cvec');
  await page.keyboard.press('r');
  const link = await linkOf(page);
  const digest = await digestAtTheEnd(page);
  // Those who ask stand on the other side, as a group of their own.
  await expect(page.getByRole('columnheader', { name: 'tcp:initiators' })).toBeVisible();
  expect(nativeDigest(link, 'campus.cvec', CONNECTIONS)).toBe(digest);

  await drop(page, 'broken.cvec', CONNECTIONS.replace('> 300', '> many'));
  await expect(page.getByText(/broken\.cvec was not opened: .* line 5: /)).toBeVisible();
});

test('a file that is no trace is refused with the line or byte of the fault', async ({ page }) => {
  await openLab(page, fragmentOf(EXPERIMENT));
  await drop(page, 'broken.csv', `${CAM}31,many\n`);
  await expect(
    page.getByText(/broken\.csv was not opened: .* line 602: bytes must be a number/),
  ).toBeVisible();
  const cut = Buffer.from([0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0]);
  await drop(page, 'cut.pcap', cut.toString('latin1'));
  await expect(page.getByText(/cut\.pcap was not opened: .* byte 0: /)).toBeVisible();
});

test('a file can be chosen in the form of a group during the run', async ({ page }) => {
  const [group] = EXPERIMENT.groups;
  const groups = [{ ...group, traffic: 'packet_trace' }];
  await openLab(page, fragmentOf({ ...EXPERIMENT, groups }));
  await page.getByRole('group', { name: /^Group cbr/ }).click();
  const field = page.getByRole('group', { name: /^Packets/ });
  await expect(field).toContainText('generated by a formula');
  await field.getByLabel('File of Packets').setInputFiles(fileOf('cam.csv', CAM));
  await expect(field).toContainText('from this computer');
  await expect(page.getByTestId('missing-file')).toBeHidden();
  await runs(page);
  await field.getByLabel('File of Packets').setInputFiles(fileOf('noted.csv', 'Time;Bytes\n0;100\n1;100\n'));
  await expect(field).toContainText('noted.csv: The column "Time" names no unit; it is read as time_s.');
  await field.getByLabel('File of Packets').setInputFiles(fileOf('packed.csv.gz', '\x1f\x8b\x08'));
  await expect(field).toContainText('packed.csv.gz is compressed with gzip; unpack it first');
  await field.getByLabel('File of Packets').setInputFiles(fileOf('bad.csv', '0,1\n0,x\n'));
  await expect(field).toContainText('bad.csv, line 2: bytes must be a number');
  await field.getByRole('button', { name: 'Use the built-in data' }).click();
  await expect(field).toContainText('synthetic-packets');
});

function bursts(): string[] {
  const packets = [];
  for (let burst = 0; burst < 200; burst++) {
    for (const [i, bytes] of [1500, 900, 600].entries()) {
      packets.push(`${(burst * 0.05 + i * 0.0001).toFixed(4)},${bytes}`);
    }
  }
  return packets;
}

/** What the program finds with the same link and file. */
function nativeDigest(link: string, name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-files-'));
  const trace = join(folder, name);
  writeFileSync(trace, text);
  const args = ['run', link, '--trace', trace, '--json'];
  const printed = execFileSync(nativeProgram(), args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return (JSON.parse(printed) as { digest: string }).digest;
}

/** The bytes of a text in UTF-8, a character each, as `drop` and `fileOf` take them. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Drops a file anywhere on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([called, content]) => {
      const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], called));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
    },
    [name, text] as const,
  );
}

function fileOf(name: string, text: string) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
}

async function linkOf(page: Page): Promise<string> {
  await page.keyboard.press('s');
  const link = page.getByTestId('share-link');
  await expect(link).toHaveValue(/#/);
  const value = await link.inputValue();
  await page.keyboard.press('Escape');
  return value;
}

async function digestAtTheEnd(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^max/ }).click();
  await page.getByText('Summary', { exact: true }).click();
  return digestAt(page, EXPERIMENT.duration_s);
}
