/** The search opens with Ctrl+K and with a slash, finds everything, and Enter opens the best result. */
import { expectNothingFound, WCAG } from './axe';
import { openLab } from './lab';
import { expect, test, type Page } from './test';

/** Results of the search. */
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' });

const field = (page: Page) => page.getByRole('combobox', { name: /^Search presets, lessons/ });

test('Enter opens the best result of each kind, from every view', async ({ page }) => {
  await openLab(page);
  const search = async (query: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await field(page).fill(query);
    await expect(results(page).getByRole('option', { selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveCount(0);
  };
  await search('Zoom');
  await expect(page).toHaveTitle(/^Bufferbloat at home/);
  await search('what a buffer does');
  await expect(page).toHaveURL(/#learn\/buffer/);
  await search('vishwanath 11');
  await expect(page).toHaveURL(/#papers\/vishwanath-f11$/);
  await search('goodput');
  await expect(page.getByRole('dialog', { name: 'Glossary' })).toBeVisible();
  await page.keyboard.press('Escape');
  await search('share');
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
});

test('arrow keys choose a result, and axe finds nothing', async ({ page }) => {
  await openLab(page);
  await page.keyboard.press('/');
  await field(page).fill('codel');
  const options = results(page).getByRole('option');
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  const second = await options.nth(1).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', second ?? '');
  await expectNothingFound(page, { tags: WCAG });
  await field(page).fill('qqqqqq');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing matches' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeVisible();
});
