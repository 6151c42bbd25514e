/** Receipts: a student saves one in a lesson, and a lecturer grades it beside one that was tampered with. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../web/lessons/handin/digest';
import { receiptWith, withSumOf } from '../../web/lessons/handin/testing';
import { packedText } from '../../web/lessons/source/packed';
import { checksum } from '../../web/url/checksum';
import { APPEARANCES, expectNothingFound, WCAG } from './axe';
import { complaintsOf } from './complaints';
import { expect, test } from './test';
import type { Page } from './test';

test('a receipt is saved, graded, and told from one that was tampered with', async ({ page }) => {
  const complaints = complaintsOf(page);
  await answerSome(page);
  await page.getByRole('button', { name: 'All lessons' }).click();
  await page.getByRole('button', { name: 'Save receipt' }).click();
  await page.getByRole('textbox', { name: /^Your name/ }).fill('Ada <b>');
  const html = await saved(page, 'Save as a web page');
  await page.getByRole('button', { name: 'Save receipt' }).click();
  await expect(page.getByRole('textbox', { name: /^Your name/ })).toHaveValue('Ada <b>');
  const json = await saved(page, 'Save as JSON');
  expect(html.name).toBe('receipt-what-a-buffer-does-ada-b.html');
  expect(html.text).not.toMatch(/<script|<b>/);

  await page.getByRole('button', { name: 'For a class' }).click();
  await page.getByRole('checkbox', { name: /^I am a lecturer/ }).check();
  await page.getByRole('button', { name: 'Class answers' }).click();
  await expect(page).toHaveURL(/#learn\/grade$/);
  await page
    .getByLabel('Receipts', { exact: true })
    .setInputFiles([
      fileOf('ada.html', html.text),
      fileOf(
        'again.json',
        json.text.replace('Ada <b>', 'Bob').replace(/"digest": "\w{16}"/g, `"digest": "${'0'.repeat(16)}"`),
      ),
      fileOf('notes.json', '{"a": 1}'),
    ]);
  await expect(page.getByRole('alert')).toContainText('notes.json The file is no receipt.');
  const table = page.getByRole('region', { name: 'Table of grades' });
  const [ada, bob] = [table.getByRole('row', { name: /^Ada/ }), table.getByRole('row', { name: /^Bob/ })];
  await expect(ada).toContainText('not confirmed: done');
  await page.getByRole('button', { name: /^Replay \d runs?$/ }).click();
  await expect(ada).toContainText('1 of 1 genuine');
  await expect(ada).toContainText('right: done');
  await expect(bob).toContainText('0 of 1 genuine, 1 not');
  await expect(bob).toContainText('claim differs');
  await bob.getByRole('button', { name: 'Bob', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('The replay of the run differs from the receipt.');
  expect(complaints).toEqual([]);
});

test('three forged receipts are named, and change no other grade', async ({ page }) => {
  const folder = join(import.meta.dirname, '..', '..', 'public', 'lessons');
  const own = readFileSync(join(folder, 'buffer.md'), 'utf8').replace(
    /^title: .*$/m,
    'title: Buffers of our class',
  );
  const changed = own.replace('correct: "75"', 'correct: "50"');
  expect(changed).not.toBe(own);
  const collided = withSumOf(bytes(own), bytes(`${changed}\n`));
  expect(checksum(collided)).toBe(checksum(bytes(own)));
  const sums = { checksum: checksum(bytes(own)), sha256: digestOf(own) };
  const receipt = (student: string, option: number, packed: string) => {
    const lesson = { title: 'Buffers of our class', folder: 'lessons', id: null, packed, ...sums };
    const answers = [{ id: 'drops', given: { kind: 'choice', option } as const, correct: true, run: null }];
    const text = JSON.stringify(receiptWith({ student, lesson, answers, tasks: [], tables: [], runs: [] }));
    return fileOf(`${student}.json`, text);
  };
  await page.goto('/#learn/grade');
  await page
    .getByLabel('Receipts', { exact: true })
    .setInputFiles([
      receipt('Changed', 3, packedText(changed)),
      receipt('Collided', 3, packedText(textOf(collided))),
      receipt('Parts', 3, withSumOf(packedText(own), `${packedText(changed)}.`)),
      receipt('Ada', 2, packedText(own)),
      receipt('Bob', 3, packedText(own)),
    ]);
  await expect(page.getByRole('alert')).toContainText(
    'Parts.json The receipt cannot be read at lesson.packed',
  );
  const table = page.getByRole('region', { name: 'Table of grades' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) });
  // Opened first, but alone with its text.
  await expect(row('Changed')).toBeVisible();
  await expect(row('Ada')).toHaveCount(0);
  await expect(
    page.getByText(/comes from the receipt, .* 3 others have another text: Collided, Ada, and Bob\./),
  ).toBeVisible();

  await page.getByLabel('File of your lesson').setInputFiles(fileOf('own.md', own));
  await expect(page.getByText(/^Graded by the lesson that you opened/)).toBeVisible();
  for (const name of ['Changed', 'Collided', 'Bob']) await expect(row(name)).toContainText('not right: 50');
  await expect(row('Ada')).toContainText('✓');
  for (const name of ['Changed', 'Collided'])
    await expect(row(name)).toContainText('contains another text of the lesson');
  for (const name of ['Ada', 'Bob']) await expect(row(name)).not.toContainText('another text');
});

/** Returns the bytes of a text in UTF-8 as characters, which `checksum` reads; `textOf` is its inverse. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');
const textOf = (binary: string): string => Buffer.from(binary, 'latin1').toString();

test('receipts that are dropped on the page are added', async ({ page }) => {
  await page.goto('/#learn/grade');
  await expect(page.getByText('Drop receipts here')).toBeVisible();
  await page.evaluate(() => {
    const dropped = new DataTransfer();
    for (const name of ['one.html', 'two.json']) dropped.items.add(new File(['<p>no receipt'], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped }));
  });
  await expect(page.getByRole('alert')).toContainText('2 files were not accepted');
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });
    test('axe finds nothing in the grading view', async ({ page }) => {
      await answerSome(page);
      await page.getByRole('button', { name: 'All lessons' }).click();
      await page.getByRole('button', { name: 'Save receipt' }).click();
      await expectNothingFound(page, { look, tags: WCAG });
      const { text } = await saved(page, 'Save as JSON');
      await page.goto('/#learn/grade');
      await page
        .getByLabel('Receipts', { exact: true })
        .setInputFiles([fileOf('a.json', text), fileOf('b.json', '')]);
      await expect(page.getByRole('row', { name: /^a\.json/ })).toBeVisible();
      await expectNothingFound(page, { look, tags: WCAG });
      await page.getByRole('button', { name: 'a.json', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText('Run 1');
      await expectNothingFound(page, { look, tags: WCAG });
    });
  });
}

/** Answers a choice of the first lesson and meets its task. */
async function answerSome(page: Page): Promise<void> {
  await page.goto('/#learn/buffer/4');
  await page.getByRole('radio').first().check();
  await page.goto('/#learn/buffer/5');
  const task = page.getByRole('region', { name: 'Task' });
  await task.getByRole('button', { name: 'Show the solution' }).click();
  await expect(task.getByText('Done.')).toBeVisible();
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
