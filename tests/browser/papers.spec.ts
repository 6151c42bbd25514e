/** Papers view: finding, reading, running, sharing and saving a figure; by keyboard, on a phone, with a screen reader. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './test';
import type { Page } from './test';
import { complaintsOf } from './complaints';

const view = (page: Page) => page.getByRole('main', { name: 'Papers' });
const card = (page: Page) => view(page).getByRole('link', { name: /More buffer, more loss: Poisson/ });
const figure = (page: Page) => view(page).getByRole('heading', { level: 2, name: /More buffer, more loss/ });

/** Lines of curves in the drawing of a chart. */
const CURVE = '.figure-drawing path[stroke-width="2"]';

test('a figure is found, shown, run in the browser, shared, and opened in the Lab', async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  await page.goto('/#papers');
  await view(page).getByRole('searchbox', { name: 'Find a figure' }).fill('anomaly 11');
  await card(page).click();
  // The stored curve appears at once.
  await expect(view(page).locator(CURVE).first()).toBeVisible();
  await expect(view(page).locator('.figure-drawing[data-live=true]')).toHaveCount(0);
  await expect(page).toHaveURL(/#papers\/vishwanath-f11$/);
  await expect(
    view(page).getByRole('cell', { name: 'TCP ramps up to nearly 93 Mb/s with about 11 kB' }),
  ).toBeVisible();

  await view(page).getByRole('button', { name: 'Run in browser' }).click();
  await expect(view(page).locator('.figure-drawing[data-live=true]').first()).toBeVisible();
  await expect(view(page).getByTestId('live-progress')).toContainText(/\d+ of 10 runs/);
  await view(page).getByRole('button', { name: 'Stop' }).click();
  await expect(view(page).getByTestId('live-progress')).toContainText('Stopped');

  await view(page).getByRole('button', { name: 'Share' }).click();
  await expect(page.getByTestId('figure-link')).toHaveValue(/#/);
  const link = await page.getByTestId('figure-link').inputValue();
  await page.keyboard.press('Escape');
  await expect(figure(page)).toBeVisible();
  // The browser of this test refuses the service worker and logs a message.
  expect(complaints.filter((text) => !text.startsWith('Service Worker'))).toEqual([]);

  const fresh = await browser.newPage();
  await fresh.goto(link);
  await expect(figure(fresh)).toBeVisible();
  await expect(view(fresh).locator(CURVE).first()).toBeVisible();
  await fresh.close();

  await view(page)
    .getByRole('button', { name: /in the Lab$/ })
    .click();
  await expect(page.getByRole('region', { name: 'Charts' })).toBeVisible();
  await page.goBack();
  await expect(figure(page)).toBeVisible();
});

test('the slider of the UDP share weakens the anomaly, and the study opens in Studies', async ({ page }) => {
  await page.goto('/#papers/vishwanath-f13');
  const share = view(page).getByRole('slider', { name: 'UDP, share of the link' });
  const description = view(page).locator('.explorer').getByRole('status');
  await share.fill('3');
  await expect(description).toContainText(/^Minimum .* at [\d.]+ kB.*-fold/);
  const rise = async () => Number(/rises ([\d.]+)-fold/.exec((await description.textContent())!)?.[1]);
  const minimum_kB = async () => Number(/at ([\d.]+) kB\./.exec((await description.textContent())!)?.[1]);
  const few = await rise();
  const minimumOfFew_kB = await minimum_kB();
  await share.press('End');
  await expect(view(page).locator('.explorer > span')).toHaveText('25 %');
  // The larger the UDP share, the weaker the rise beyond the minimum.
  await expect.poll(rise).toBeLessThan(0.8 * few);
  // The minimum moves to larger buffers in the Markov chain, as the claim on the page says.
  expect(await minimum_kB()).toBeGreaterThan(minimumOfFew_kB);

  await view(page).getByRole('button', { name: 'Open in Studies' }).click();
  await expect(page).toHaveURL(/#studies/);
  const curves = page.getByRole('main', { name: 'Studies' });
  await expect(curves.getByRole('heading', { name: /UDP.* against/i }).first()).toBeVisible();
  await expect(curves.getByRole('button', { name: /^Run \d+ simulations/ })).toBeEnabled();
});

test('the keyboard selects a card, opens it, reads the chart and goes back', async ({ page }) => {
  await page.goto('/#papers');
  await view(page).getByRole('searchbox', { name: 'Find a figure' }).press('ArrowDown');
  const focused = page.locator('a[data-figure]:focus');
  const first = await focused.getAttribute('data-figure');
  await page.keyboard.press('ArrowRight');
  const second = await focused.getAttribute('data-figure');
  expect(second).not.toBe(first);
  await page.keyboard.press('Enter');
  const reader = view(page)
    .getByRole('slider', { name: /read values in the chart/ })
    .first();
  await reader.press('End');
  await expect(reader).toHaveAttribute('aria-valuetext', /\d/);
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAttribute('data-figure', second!);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`#papers/${second!}$`));
});

test('an unknown figure gives an error, and the gallery counts the claims', async ({ page }) => {
  await page.goto('/#papers/none');
  await expect(view(page).getByText('There is no figure “none”.')).toBeVisible();
  await view(page).getByRole('button', { name: 'All figures' }).click();
  await expect(view(page).getByRole('status').first()).toContainText(/\d+ reproduced/);
});

test('a chart is saved as SVG, PNG and CSV', async ({ page }) => {
  await page.goto('/#papers/vishwanath-f11');
  for (const kind of ['SVG', 'PNG', 'CSV']) {
    const saving = page.waitForEvent('download');
    await view(page).getByRole('button', { name: kind, exact: true }).first().click();
    expect((await saving).suggestedFilename()).toBe(`vishwanath-f11-loss.${kind.toLowerCase()}`);
  }
});

for (const hash of ['#papers', '#papers/vishwanath-f11']) {
  test(`axe finds no fault, and the page fits a phone: ${hash}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${hash}`);
    await expect(view(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
    if (hash !== '#papers') await expect(view(page).locator(CURVE).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const { violations } = await new AxeBuilder({ page }).include('main.view:not([hidden])').analyze();
    expect(violations).toEqual([]);
  });
}
