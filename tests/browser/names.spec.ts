/** Names of measures and parameters: readers see labels and words, and no paths or ids of the engine. */
import { openLab } from './lab';
import { expect, test } from './test';
import type { Page } from './test';

/** Texts and accessible texts of the page that contain a path (`groups.tcp.loss`) or an id (`goodput_bps`). */
const rawNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Format texts, commands and formulas have paths by purpose; sources name files of programs.
    const exempt = 'code, pre, textarea, script, style, annotation, cite, dd';
    const raw = /\b[a-z]\w*(?:\.[\w:-]+){2,}|\b(?:bottlenecks|groups|edges)\.\w+|\b[a-z]+(?:_[a-z0-9]+)+\b/i;
    const hits: string[] = [];
    const look = (text: string, place: string): void => {
      const plain = text.replace(/\S*(?:\/\/|\.(?:org|com|edu|io|net)\b)\S*/g, '');
      const found = raw.exec(plain)?.[0];
      if (found !== undefined) hits.push(`${found} in ${place}: ${plain.trim().slice(0, 100)}`);
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(exempt)) continue;
      for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description', 'aria-valuetext'])
        look(element.getAttribute(name) ?? '', name);
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) look(node.textContent ?? '', element.tagName);
    }
    return hits;
  });

test('the Lab shows labels, in its summary and tables as well', async ({ page }) => {
  await openLab(page);
  await page.locator('.panel.summary > summary').click();
  await expect(page.getByRole('rowheader', { name: 'Utilization' })).toBeVisible();
  for (const button of await page.getByRole('button', { name: 'Table of the visible data' }).all())
    await button.click();
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  expect(await rawNames(page)).toEqual([]);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await rawNames(page)).toEqual([]);
});

for (const id of ['ecn-l4s', 'tiny-buffers', 'window']) {
  test(`the worksheet of ${id} shows labels, before and after its scenes were run`, async ({ page }) => {
    await page.goto(`/#learn/worksheet/${id}`);
    await expect(page.locator('.sheet-table').first()).toBeVisible();
    expect(await rawNames(page)).toEqual([]);
    await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled({ timeout: 240_000 });
    expect(await rawNames(page)).toEqual([]);
  });
}

test('fields of a scene name the part that they belong to in words', async ({ page }) => {
  for (const step of ['2', '3', '4', '5']) {
    await page.goto(`/#learn/window/${step}`);
    await expect(page.getByText(/^Step \d of \d/)).toBeVisible();
    expect(await rawNames(page), step).toEqual([]);
  }
});

test('studies and papers show labels', async ({ page }) => {
  await page.goto('/#papers/vishwanath-f11');
  await page.getByRole('button', { name: 'Open in Studies' }).click();
  await expect(
    page.getByRole('heading', { name: /against buffer 1 kB, 2 kB, 3 kB, 4 kB, …, 50 kB/ }),
  ).toBeVisible();
  expect(await rawNames(page)).toEqual([]);
});
