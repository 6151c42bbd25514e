/** The dialog "New experiment": from the empty page to a running experiment, by pointer and by keyboard. */
import { expect, test } from './test';
import type { Page } from './test';
import { expectNothingFound, APPEARANCES, WCAG } from './axe';
import { openLab, runs, tabTo } from './lab';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New experiment' });

/** Expects that the experiment runs, with its groups in the network and the call selected. */
async function expectCallRuns(page: Page): Promise<void> {
  await expect(dialog(page)).toBeHidden();
  await runs(page);
  await expect(page.getByRole('group', { name: /^Group Call: / })).toBeVisible();
}

test('two clicks lead from the empty page to a call beside an upload', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'New experiment' }).click();
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expectCallRuns(page);
  await expect(page).toHaveTitle(/^Call beside 1 CUBIC flow, 2 Mb\/s, 30 ms/);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Call');
  await expect(page.getByText('What happens to my call?').filter({ visible: true })).toBeVisible();
});

test('the sentence about a call leads to what helps it', async ({ page }) => {
  await openLab(page);
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expectCallRuns(page);
  await page.locator('summary', { hasText: 'Summary' }).click();
  await expect(page.getByText(/A call here would be \w+ \(\d\.\d of 4\.5\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Compare remedies for these users …' }).click();
  await expect(page.getByRole('heading', { name: 'Remedies compared' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Compare remedies' });
  await expect(form.getByLabel('Users of group')).toHaveValue('call');
});

test('the keyboard alone describes a link and starts its experiment', async ({ page }) => {
  await openLab(page);
  await page.keyboard.press('e');
  await expect(page.getByLabel('Rate of the link')).toBeFocused();
  await page.keyboard.type('20M');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0.1 s');
  await tabTo(page, page.getByLabel('Congestion control'));
  await page.keyboard.press('B');
  await tabTo(page, page.getByLabel('Backups'));
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expectCallRuns(page);
  await expect(page).toHaveTitle(/^Call and 2 backups beside 1 BBR version 3 flow, 20 Mb\/s, 100 ms/);
});

test('what cannot be read has a message at its field, and nothing typed is lost', async ({ page }) => {
  await openLab(page);
  await page.keyboard.press('e');
  await page.getByLabel('Games').fill('many');
  await page.getByLabel('Round trip').fill('1 h');
  await page.getByLabel('Calls', { exact: true }).fill('0');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  const roundTrip = page.getByLabel('Round trip');
  await expect(roundTrip).toBeFocused();
  await expect(roundTrip).toHaveAccessibleDescription(/5 s/);
  await expect(page.getByLabel('Question', { exact: true })).toHaveAccessibleDescription(/Calls is 0/);
  await expectNothingFound(page, { tags: WCAG });
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByLabel('Games')).toHaveValue('many');
  await expect(roundTrip).toHaveValue('1 h');
});

test('the question "What helps?" leads to the comparison of remedies', async ({ page }) => {
  await openLab(page);
  await page.keyboard.press('e');
  await page.getByLabel('Question', { exact: true }).selectOption('What helps?');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(page.getByRole('button', { name: 'Compare remedies', pressed: true })).toBeVisible();
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });

    test('the gallery leads to an experiment, and axe finds nothing on the way', async ({ page }) => {
      await openLab(page);
      await page.getByRole('button', { name: /^TCP sawtooth/ }).click();
      await page
        .getByRole('dialog', { name: 'Presets' })
        .getByRole('button', { name: 'New experiment' })
        .click();
      await expect(dialog(page)).toBeVisible();
      await expectNothingFound(page, { look, tags: WCAG, where: 'the form' });
      const excess = await dialog(page).evaluate((node) => node.scrollWidth - node.clientWidth);
      expect(excess).toBe(0);
      await page.getByRole('button', { name: 'Create experiment' }).click();
      await expectCallRuns(page);
      await expectNothingFound(page, { look, tags: WCAG, where: 'the experiment' });
    });
  });
}
