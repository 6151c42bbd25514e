/** The glossary opens by keyboard, and terms in texts show their definitions. */
import { expect, test } from './test';
import { expectNothingFound, APPEARANCES, WCAG } from './axe';
import { openLab } from './lab';

test('the help sheet opens the glossary by keyboard, and its search finds a term', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('body').press('?');
  await page.getByRole('button', { name: 'Open the glossary' }).press('Enter');
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  const search = glossary.getByRole('searchbox', { name: 'Find a term' });
  await expect(search).toBeFocused();
  await page.keyboard.type('rtt');
  await expect(glossary.getByRole('status')).toHaveText(/^\d+ of \d+ terms\.$/);
  await expect(glossary.getByRole('term').first()).toHaveText('Round-trip time');
  await search.fill('no such word');
  await expect(glossary.getByRole('status')).toHaveText('No terms match “no such word”.');
  await search.fill('');
  await glossary.getByRole('button', { name: 'Measures' }).press('Enter');
  await expect(glossary.getByRole('heading', { name: 'Measures' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(glossary).toBeHidden();
});

test('a term shows its definition by keyboard, and Escape returns to the term', async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  const term = page.locator('.notice .term').first();
  await term.focus();
  await page.keyboard.press('Enter');
  const definition = page.getByRole('dialog', { name: /^Definition of / });
  await expect(definition).toBeFocused();
  await expect(definition).toContainText('Source:');
  await page.keyboard.press('Escape');
  await expect(definition).toBeHidden();
  await expect(term).toBeFocused();

  // Inside a help panel, which stays open.
  await page.locator('[data-key="bottleneck:r0"]').click();
  const about = page.getByRole('button', { name: 'About Queue', exact: true });
  await about.press('Enter');
  const help = page.locator('.popover:popover-open').first();
  await help.locator('.term').first().click();
  await expect(definition).toBeVisible();
  await expect(help).toBeVisible();
  await definition.getByRole('button', { name: 'Show in the glossary' }).click();
  await expect(page.getByRole('dialog', { name: 'Glossary' })).toBeVisible();
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });

    test('axe finds nothing in the glossary and in a definition', async ({ page }) => {
      await openLab(page);
      await page.getByRole('button', { name: 'Pause' }).click();
      if (device === 'phone') await page.locator('.sheet-bar').click();
      await page.locator('.notice .term').first().click();
      await expectNothingFound(page, { look, tags: WCAG, within: '.definition' });
      await page.getByRole('button', { name: 'Show in the glossary' }).click();
      await expectNothingFound(page, { look, tags: WCAG, within: '.glossary' });
    });
  });
}
