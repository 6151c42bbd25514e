/** Papers: a student finds the anomaly, sees the kept curve, runs it, and hands it on; by keys, on a phone, for all. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './test';
import type { Page } from './test';
import { complaintsOf } from './complaints';

const room = (page: Page) => page.getByRole('main', { name: 'Papers' });
const card = (page: Page) => room(page).getByRole('link', { name: /More buffer, more loss: Poisson/ });
const figure = (page: Page) => room(page).getByRole('heading', { level: 2, name: /More buffer, more loss/ });

test("a student's walk: find the anomaly, see it, run it, look at a point, share it", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const complaints = complaintsOf(page);
  await page.goto('/#papers');
  await room(page).getByRole('searchbox', { name: 'Find a figure' }).fill('anomaly 11');
  await card(page).click();
  // The kept curve, from the click on.
  await expect(room(page).locator('.figure-marks').first()).toBeVisible({ timeout: 1000 });
  await expect(page).toHaveURL(/#papers\/vishwanath-f11$/);
  await expect(room(page).getByRole('cell', { name: 'With 11 kB TCP carries about 93 Mb/s' })).toBeVisible();

  await room(page).getByRole('button', { name: 'Run it here' }).click();
  await expect(room(page).locator('.figure-live').first()).toBeVisible({ timeout: 60_000 });
  await expect(room(page).getByTestId('live-progress')).toContainText(/\d+ of 10 runs/);
  await room(page).getByRole('button', { name: 'Stop' }).click();
  await expect(room(page).getByTestId('live-progress')).toContainText('Stopped');

  await room(page).getByRole('button', { name: 'Share' }).click();
  await expect(page.getByTestId('figure-link')).toHaveValue(/#/);
  const link = await page.getByTestId('figure-link').inputValue();
  await page.keyboard.press('Escape');
  await expect(figure(page)).toBeVisible();
  // This test's browser takes no service worker, and says so.
  expect(complaints.filter((text) => !text.startsWith('Service Worker'))).toEqual([]);

  const fresh = await browser.newPage();
  await fresh.goto(link);
  await expect(figure(fresh)).toBeVisible();
  await expect(room(fresh).locator('.figure-marks').first()).toBeVisible();
  await fresh.close();

  await room(page)
    .getByRole('button', { name: /in the Lab$/ })
    .click();
  await expect(page.getByRole('region', { name: 'Charts' })).toBeVisible();
  await page.goBack();
  await expect(figure(page)).toBeVisible();
});

test('the UDP share is dragged and the anomaly fades; the study goes on in Curves', async ({ page }) => {
  await page.goto('/#papers/vishwanath-f13');
  const share = room(page).getByRole('slider', { name: 'UDP, share of the link' });
  const told = room(page).locator('.explorer').getByRole('status');
  await share.fill('3');
  await expect(told).toContainText(/^Least at [\d.]+ kB.*-fold/);
  const rise = async () => Number(/rises ([\d.]+)-fold/.exec((await told.textContent())!)?.[1]);
  const least_kB = async () => Number(/Least at ([\d.]+) kB/.exec((await told.textContent())!)?.[1]);
  const few = await rise();
  const leastOfFew_kB = await least_kB();
  await share.press('End');
  await expect(room(page).locator('.explorer > span')).toHaveText('25 %');
  // The more UDP, the weaker the rise beyond the buffer of the least loss.
  await expect.poll(rise).toBeLessThan(0.8 * few);
  // And the inflection moves, in the chain to the right, as the claim beside it says.
  expect(await least_kB()).toBeGreaterThan(leastOfFew_kB);

  await room(page).getByRole('button', { name: 'Open in Curves' }).click();
  await expect(page).toHaveURL(/#curves/);
  const curves = page.getByRole('main', { name: 'Curves' });
  await expect(curves.getByRole('heading', { name: /UDP.* against/i }).first()).toBeVisible();
  await expect(curves.getByRole('button', { name: /^Run \d+ runs/ })).toBeEnabled();
});

test('keys walk through the wall, open, read the figure and go back', async ({ page }) => {
  await page.goto('/#papers');
  await room(page).getByRole('searchbox', { name: 'Find a figure' }).press('ArrowDown');
  const focused = page.locator('a[data-artefact]:focus');
  const first = await focused.getAttribute('data-artefact');
  await page.keyboard.press('ArrowRight');
  const second = await focused.getAttribute('data-artefact');
  expect(second).not.toBe(first);
  await page.keyboard.press('Enter');
  const reader = room(page)
    .getByRole('slider', { name: /read the figure/ })
    .first();
  await reader.press('End');
  await expect(reader).toHaveAttribute('aria-valuetext', /\d/);
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAttribute('data-artefact', second!);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`#papers/${second!}$`));
});

test('says what is not there, and of an unknown figure that there is none', async ({ page }) => {
  await page.goto('/#papers/none');
  await expect(room(page).getByText('There is no artefact none.')).toBeVisible();
  await room(page).getByRole('button', { name: 'All figures' }).click();
  await expect(room(page).getByRole('status').first()).toContainText(/\d+ hold/);
});

test('saves a figure with its link inside', async ({ page }) => {
  await page.goto('/#papers/vishwanath-f11');
  for (const kind of ['SVG', 'PNG', 'CSV']) {
    const saving = page.waitForEvent('download');
    await room(page).getByRole('button', { name: kind, exact: true }).first().click();
    expect((await saving).suggestedFilename()).toBe(`vishwanath-f11-loss.${kind.toLowerCase()}`);
  }
});

for (const hash of ['#papers', '#papers/vishwanath-f11']) {
  test(`has no fault that axe finds, and fits a phone: ${hash}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${hash}`);
    await expect(room(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
    if (hash !== '#papers') await expect(room(page).locator('.figure-marks').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const { violations } = await new AxeBuilder({ page }).include('main.room:not([hidden])').analyze();
    expect(violations).toEqual([]);
  });
}
