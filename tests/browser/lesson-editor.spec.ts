/** The editor of lessons: experiments are cards in the text, are changed in the Lab, and come back to their place. */
import { expectNothingFound, WCAG } from './axe';
import { complaintsOf } from './complaints';
import { draftIn } from './draft';
import { openLab, tabTo } from './lab';
import { expect, test } from './test';
import type { Page } from './test';

/** Returns the experiments in a text, as their links. */
const linksIn = (text: string): string[] => text.match(/#1\.d[\w-]+\.[0-9a-f]{8}/g) ?? [];

async function makeLesson(page: Page): Promise<string> {
  await openLab(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('link', { name: 'Make a lesson' }).click();
  await expect.poll(() => draftIn(page)).toMatch(/title: My lesson/);
  return draftIn(page);
}

test('Make a lesson begins it at once, and keeps a lesson that was being written', async ({ page }) => {
  await page.goto('/#learn/edit');
  await page.getByRole('textbox', { name: 'Text of the lesson' }).fill('---\ntitle: Older\n---\n');
  await expect.poll(() => draftIn(page)).toContain('Older');
  await makeLesson(page);
  await page.getByRole('button', { name: 'Other drafts (1)' }).click();
  await expect(page.getByRole('button', { name: 'Open the draft “Older”' })).toBeVisible();
});

test('a long text is scrolled by keyboard, also where no card is drawn', async ({ page }) => {
  const begun = await makeLesson(page);
  const field = page.getByRole('textbox', { name: 'Text of the lesson' });
  await field.fill(`${begun}${'\nA line.\n'.repeat(400)}`);
  await field.press('ControlOrMeta+End');
  await expect(field.getByRole('group')).toHaveCount(0);
  await expectNothingFound(page, { tags: WCAG });
});

test('an experiment is a card, whose changes in the Lab come back to its place', async ({ page }) => {
  const complaints = complaintsOf(page);
  const before = await makeLesson(page);
  expect(linksIn(before)).toHaveLength(1);
  const field = page.getByRole('textbox', { name: 'Text of the lesson' });
  const card = field.getByRole('group', { name: 'Experiment: 1 TCP, 10 Mb/s' });
  await expect(card).toBeVisible();
  await expect(field).not.toContainText('#1.d');
  await expectNothingFound(page, { tags: WCAG });
  // Keys of the page do nothing in the text.
  await field.press('ControlOrMeta+Home');
  await page.keyboard.type('/?');
  await expect.poll(() => draftIn(page)).toBe(`/?${before}`);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => draftIn(page)).toBe(before);

  await card.getByRole('button', { name: /^Change in the Lab/ }).click();
  const bar = page.getByRole('region', { name: 'Experiment of a lesson' });
  await expect(bar).toContainText('“My lesson”');
  await page.getByRole('combobox', { name: 'Parameters of' }).selectOption('Bottleneck r0');
  const rate = page.getByRole('textbox', { name: 'Rate', exact: true });
  await rate.fill('25 Mb/s');
  await rate.press('Enter');
  await bar.getByRole('button', { name: 'Use in the lesson' }).click();
  await expect(field.getByRole('group', { name: 'Experiment: 1 TCP, 25 Mb/s' })).toBeVisible();
  const after = await draftIn(page);
  expect(linksIn(after)).toHaveLength(1);
  expect(linksIn(after)).not.toEqual(linksIn(before));
  expect(after.replace(/link: .*/, '')).toBe(before.replace(/link: .*/, ''));
  await expect(bar).toHaveCount(0);

  await field.press('ControlOrMeta+z');
  await expect.poll(() => draftIn(page)).toBe(before);
  expect(complaints).toEqual([]);
});

test('by keyboard the link is shown, edited and folded, and the text is copied with it', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const before = await makeLesson(page);
  const field = page.getByRole('textbox', { name: 'Text of the lesson' });
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(before);
  await field.press('ControlOrMeta+Home');
  await tabTo(page, field.getByRole('button', { name: /^Show the link/ }));
  await page.keyboard.press('Enter');
  await expect(field).toContainText(linksIn(before)[0]!);
  await tabTo(page, field.getByRole('button', { name: /^Fold the link/ }));
  await page.keyboard.press('Space');
  await expect(field).not.toContainText('#1.d');
  expect(await draftIn(page)).toBe(before);
});

test('a preset has a card, and a damaged link says so in its place', async ({ page }) => {
  await page.goto('/#learn/edit');
  const field = page.getByRole('textbox', { name: 'Text of the lesson' });
  await field.fill(
    ':::scene\n```yaml\npreset: one-flow\n```\nText.\n:::\n\n:::scene\n```yaml\nlink: "#1.dAAAA.00000000"\n```\n',
  );
  await expect(field.getByRole('group', { name: 'Experiment: 1 TCP, 10 Mb/s' })).toBeVisible();
  await expect(field.getByRole('group', { name: /cannot be opened/ })).toBeVisible();
  await expect(field).toContainText('preset: one-flow');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('a card stays within the text', async ({ page }) => {
    await page.goto('/#learn/edit');
    const field = page.getByRole('textbox', { name: 'Text of the lesson' });
    await field.fill(':::scene\n```yaml\npreset: anomaly\n```\n');
    const card = field.getByRole('group', { name: 'Experiment: 1,000 TCP, 1 UDP, 100 Mb/s' });
    const [inner, outer] = [await card.boundingBox(), await field.boundingBox()];
    expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});

test('a name that no run has is found at its line while typing, and a press leads there', async ({
  page,
}) => {
  const before = await makeLesson(page);
  const field = page.getByRole('textbox', { name: 'Text of the lesson' });
  const problems = page.getByRole('status').filter({ hasText: 'Line' });
  const wrong = before.replace('bottlenecks.r0.utilization', 'bottlenecks.r0.utilisation');
  expect(wrong).not.toBe(before);
  await field.fill(wrong);
  const line = wrong.split('\n').findIndex((one) => one.includes('utilisation')) + 1;
  await expect(problems).toHaveText(
    new RegExp(`^Line ${line}:.*“bottlenecks\\.r0\\.utilisation”.*first: bottlenecks\\.r0\\.utilization`),
  );
  // The lesson can still be tried.
  await expect(page.getByRole('button', { name: 'Try this lesson' })).toBeVisible();
  await problems.getByRole('button', { name: `Line ${line}:` }).click();
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await expect.poll(() => draftIn(page)).toMatch(/utilisation, 95 %\]x/);
  await expectNothingFound(page, { tags: WCAG });
  await field.fill(before);
  await expect(problems).toHaveCount(0);
});
