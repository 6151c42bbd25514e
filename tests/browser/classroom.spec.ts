/** Lessons in a class: presented with keys, with answers hidden until they are shown. */
import { encode } from 'uqr';
import { APPEARANCES, expectNothingFound, WCAG } from './axe';
import { complaintsOf } from './complaints';
import { expect, test } from './test';

test('a lesson is presented with the keys of a remote control, and nothing is kept', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto('/#learn/sawtooth/2');
  await expect(page.getByText('Step 2 of 7')).toBeVisible();
  await page.keyboard.press('Shift+P');
  await expect(page).toHaveURL(/#learn\/present\/sawtooth\/2$/);
  const slide = page.getByRole('region', { name: 'Presentation' });
  await expect(page.getByText('Step 2 of 7, part 1 of 6')).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(slide.getByText('Where are these 150 packets?')).toBeVisible();
  await expect(slide.getByText(/The link cannot send faster/)).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(slide.getByText(/The link cannot send faster/)).toBeVisible();
  await page.keyboard.press('PageDown');
  await page.getByRole('button', { name: 'Run to 14 s' }).click();
  const scene = page.getByRole('region', { name: 'Scene of the lesson' });
  await expect(scene.locator('.clock-now')).toHaveText(/^14\.0+\ss$/);
  // The press gave the focus back, so that the remote control goes on.
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(page).toHaveURL(/#learn\/present\/sawtooth$/);
  await page.getByRole('button', { name: 'Countdown', exact: true }).click();
  await page.getByRole('textbox', { name: 'Minutes' }).fill('0:01');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Time is up.' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('timer')).toHaveText(/^(2:00|1:5\d)$/);
  await page.getByRole('button', { name: 'Stop countdown' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#learn\/sawtooth$/);
  await page.goto('/#learn/sawtooth/2');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a key acts as soon as the presentation is on the page', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const place = document.querySelector('.projector-place');
      if (!place) return;
      seen.disconnect();
      place.dispatchEvent(new KeyboardEvent('keydown', { key: 'q', bubbles: true, cancelable: true }));
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/#learn/present/sawtooth/3');
  await expect(page.getByRole('dialog', { name: 'Link for students' })).toBeVisible();
});

test('students open the lesson by a QR code or a short code', async ({ page }) => {
  await page.goto('/#learn/present/sawtooth/3');
  await expect(page.getByText(/^Step 3 of 7/)).toBeVisible();
  await page.keyboard.press('q');
  const dialog = page.getByRole('dialog', { name: 'Link for students' });
  await expect(dialog).toBeVisible();
  const link = await dialog.getByTestId('student-link').inputValue();
  expect(link).toMatch(/\/#learn\/sawtooth\/3$/);
  const path = dialog.getByRole('img', { name: 'QR code of the link' }).locator('path').last();
  const { data } = encode(link, { ecc: 'L', boostEcc: true, border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}`] : [])));
  expect((await path.getAttribute('d'))?.match(/M\d+ \d+/g)).toEqual(dark);
  await dialog.getByRole('checkbox', { name: 'Keep the QR code in the corner' }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('complementary').getByText('sawtooth/3')).toBeVisible();

  await page.goto('/#learn');
  const code = page.getByRole('textbox', { name: 'Open code' });
  await code.fill('sawteeth');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('no lesson “sawteeth”');
  await code.fill('sawtooth/3');
  await code.press('Enter');
  await expect(page).toHaveURL(/#learn\/sawtooth\/3$/);
  await page.goto('/#learn/sawtooth');
  // A student sees neither the notes nor the solution sheet.
  await expect(page.getByText('Notes for lecturers')).toHaveCount(0);
  await page.getByRole('button', { name: 'For a class' }).click();
  await expect(page.getByRole('button', { name: 'Print worksheet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print solution sheet' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: /^I am a lecturer/ }).check();
  await expect(page.getByRole('button', { name: 'Print solution sheet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText('Notes for lecturers').click();
  await expect(page.getByText(/^Twice the buffer, twice the throughput/)).toBeVisible();
});

test('a worksheet has space for answers, and a solution sheet has the answers', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto('/#learn/buffer');
  await page.getByRole('button', { name: 'For a class' }).click();
  await page.getByRole('checkbox', { name: /^I am a lecturer/ }).check();
  await page.getByRole('button', { name: 'Print worksheet' }).click();
  await expect(page).toHaveURL(/#learn\/worksheet\/buffer$/);
  const sheet = page.getByRole('article');
  await expect(page.getByText('All pictures are drawn.')).toBeVisible();
  await expect(sheet.locator('.sheet-network svg')).not.toHaveCount(0);
  await expect(sheet.locator('.sheet-figures svg')).not.toHaveCount(0);
  await expect(sheet.getByText('There is no picture of this run.')).toHaveCount(0);
  await expect(sheet.locator('.sheet-answer')).toHaveCount(0);
  await expect(sheet.locator('.curve-correct')).toHaveCount(0);
  await expect(sheet.getByText('✓')).toHaveCount(0);
  await expect(sheet.locator('.sheet-lines')).not.toHaveCount(0);
  await expectNothingFound(page, { tags: WCAG });

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('.header')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(3);

  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.getByRole('button', { name: 'Solution sheet' }).click();
  await expect(page).toHaveURL(/#learn\/solutions\/buffer$/);
  await expect(sheet.locator('.sheet-answer')).not.toHaveCount(0);
  await expect(sheet.locator('.curve-correct')).not.toHaveCount(0);
  await expect(sheet.getByText('Notes for lecturers')).toBeVisible();
  await expectNothingFound(page, { tags: WCAG });
  expect(complaints).toEqual([]);
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });
    test('axe finds nothing in a presentation', async ({ page }) => {
      await page.goto('/#learn/present/sawtooth/2');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('button', { name: 'Show answer' }).click();
      await expect(page.getByText(/The link cannot send faster/)).toBeVisible();
      await expectNothingFound(page, { look, tags: WCAG });
    });
  });
}
