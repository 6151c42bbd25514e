/** The first screen: a newcomer sees what the lab is and four ways to begin, once; a returning visitor does not. */
import { expectNothingFound, WCAG } from './axe';
import { fragmentOf, openHere, openLab, ROOM_FOR_ALL, runs } from './lab';
import { expect, test, type Page } from './test';

test.use({ returning: false });

const welcome = (page: Page) => page.getByRole('region', { name: 'Welcome to Bufferlab' });

test('a newcomer is welcomed over the running Lab, and Escape closes it for good', async ({ page }) => {
  await openLab(page);
  await expect(welcome(page)).toBeVisible();
  await runs(page);
  await expectNothingFound(page, { tags: WCAG });
  await page.keyboard.press('Escape');
  await expect(welcome(page)).toHaveCount(0);
  await openLab(page);
  await expect(page.getByRole('region', { name: 'What to notice' }).getByRole('link').first()).toBeVisible();
  await expect(welcome(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Bufferlab', exact: true }).click();
  await expect(welcome(page)).toBeVisible();
  await page.getByRole('button', { name: 'Bufferlab', exact: true }).click();
  await expect(welcome(page)).toHaveCount(0);
});

test('a click beside the welcome and a key of the page close it and have their effect', async ({ page }) => {
  await openLab(page);
  await expect(welcome(page)).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await expect(welcome(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bufferlab', exact: true }).click();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'New experiment' })).toBeVisible();
  await expect(welcome(page)).toHaveCount(0);
});

test('an address of another view closes the welcome', async ({ page }) => {
  await openLab(page);
  await expect(welcome(page)).toBeVisible();
  await openHere(page, 'papers');
  await expect(page.getByRole('link', { name: 'Papers', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(welcome(page)).toHaveCount(0);
});

test('each door leads where it says', async ({ page }) => {
  await openLab(page);
  const door = (name: string) => welcome(page).getByRole('button', { name: new RegExp(`^${name}`) });
  const again = () => page.getByRole('button', { name: 'Bufferlab', exact: true }).click();
  await door('Learn Lesson 1: What a buffer does').click();
  await expect(page.getByRole('heading', { name: 'What a buffer does', level: 2 })).toBeVisible();
  await again();
  await door('Reproduce').click();
  await expect(page).toHaveURL(/#papers$/);
  await again();
  await door('Explore').click();
  await expect(page.getByRole('dialog', { name: 'Presets' })).toBeVisible();
  await page.keyboard.press('Escape');
  await again();
  await door('Size a buffer').click();
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('buffer');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(page.getByRole('button', { name: 'Smallest buffer', pressed: true })).toBeVisible();
});

for (const [what, address] of [
  ['a link', `/#${fragmentOf(ROOM_FOR_ALL)}`],
  ['an embedded page', '/?embed'],
  ['a named view', '/#papers'],
] as const) {
  test(`${what} is not covered by the welcome`, async ({ page }) => {
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName('parts-loaded').length > 0);
    await expect(welcome(page)).toHaveCount(0);
  });
}
