/** Work in the browser is saved if possible, reported if not, and never lost to a full storage or another tab. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { cases, everyTest } from '../extent';
import { expectNothingFound, ON_DESKTOP } from './axe';
import { fragmentOf, openLab } from './lab';

const OLDER = ['Older 1', 'Older 2', 'Older 3', 'Older 4'];
const MINE = experiment('Mine');

/** How long the notes of four older works are, beside a work of some 6,000 characters; how many have to go. */
const OLDER_NOTES: Record<string, { note: number; gone: number }> = {
  'no room but that of older work': { note: 4000, gone: 2 },
  ...(everyTest && { 'no room, and older work too small to make any': { note: 0, gone: 0 } }),
};

for (const [what, { note, gone }] of Object.entries(OLDER_NOTES)) {
  test(`a storage with ${what} loses nothing in five changes, and the page says so`, async ({ page }) => {
    await leaveWork(page, note);
    await openLab(page, fragmentOf({ ...MINE, note: 'n'.repeat(4000) }));
    await fill(page, 0);
    for (const packets of [50, 40, 30, 20, 10]) await setBuffer(page, packets);
    const bar = page.getByRole('region', { name: gone > 0 ? 'Removed work' : 'Not saved' });
    await expect(bar).toBeVisible();
    await expect(bar).toContainText('storage of this browser is full');
    const before = [...OLDER, 'Mine'];
    const kept = await keptIn(page);
    const handed = [await savedFrom(page, bar)];
    for (let more = 1; more < gone; more++) handed.push(await savedFrom(page, bar));
    const lost = before.filter((title) => !kept.includes(title) && !handed.includes(title));
    expect(lost).toEqual([]);
    expect(OLDER.filter((title) => !kept.includes(title))).toHaveLength(gone);
  });
}

test('no refused write loses work', async ({ page }) => {
  const lost: string[] = [];
  // That each of many writes may fail is tested of the store by itself: web/lab/work.test.ts.
  for (let refused = 1; refused <= cases(1, 8); refused++) {
    await page.goto('about:blank');
    await leaveWork(page);
    await openLab(page, fragmentOf(MINE));
    await page.evaluate((nth) => {
      const write = Storage.prototype.setItem.bind(localStorage);
      let writes = 0;
      Storage.prototype.setItem = (key, value) => {
        if (++writes === nth || writes === nth + 1) throw new DOMException('full', 'QuotaExceededError');
        write(key, value);
      };
    }, refused);
    for (const packets of [50, 40, 30]) await setBuffer(page, packets);
    const kept = await keptIn(page);
    const bar = page.getByRole('region', { name: /Not saved|Removed work/ });
    const said = (await bar.count()) > 0 ? ((await bar.first().textContent()) ?? '') : '';
    lost.push(...[...OLDER, 'Mine'].filter((title) => !kept.includes(title) && !said.includes(title)));
  }
  expect(lost).toEqual([]);
});

test('a browser that stores nothing is reported, with a file instead', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await openLab(page, fragmentOf(MINE));
  const bar = page.getByRole('region', { name: 'Not saved' });
  await expect(bar).toBeHidden();
  await setBuffer(page, 50);
  await expect(bar).toContainText('this browser stores nothing for this page');
  expect(await savedFrom(page, bar)).toBe('Mine');
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await setBuffer(page, 40);
  await page.waitForTimeout(1000);
  await expect(bar).toBeHidden();
});

test('work of an open tab is not offered to another tab; after closing, it is', async ({ page, context }) => {
  await openLab(page, fragmentOf(MINE));
  await setBuffer(page, 37);
  await expect.poll(() => keptIn(page)).toContain('Mine');
  const second = await context.newPage();
  await openLab(second);
  await expect(second.getByRole('button', { name: 'Pause' })).toBeVisible();
  await second.waitForTimeout(500);
  await expect(second.getByRole('region', { name: 'Earlier work' })).toBeHidden();
  await page.close();
  await second.reload();
  await expect(second.getByRole('region', { name: 'Earlier work' })).toContainText('Mine');
});

test('dismissed work is hidden and stays in the list of presets, to be resumed or deleted', async ({
  page,
}) => {
  await leaveWork(page);
  await openLab(page);
  const offer = page.getByRole('region', { name: 'Earlier work' });
  await expect(offer).toContainText('Older 4');
  await offer.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toBeHidden();
  await expect(page.getByText(/stays in this browser, at the end of Presets/)).toBeVisible();
  expect(await keptIn(page)).toEqual(OLDER);
  await page.reload();
  await expect(offer).toContainText('Older 3');

  await page.getByTitle('Choose a preset (l)').click();
  const list = page.getByRole('region', { name: 'Earlier work in this browser' });
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await list.getByRole('button', { name: 'Delete Older 1' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await list.getByRole('button', { name: 'Older 4', exact: true }).click();
  await expect(page).toHaveTitle('Older 4 – Bufferlab');
  await page.getByRole('slider', { name: 'Buffer limit of r0' }).press('PageDown');
  await expect.poll(() => keptIn(page)).toEqual(['Older 2', 'Older 3', 'Older 4']);
});

for (const look of ON_DESKTOP) {
  const { colorScheme } = look;
  test(`axe finds nothing in notices of saved work (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await leaveWork(page);
    await openLab(page, fragmentOf(MINE));
    await fill(page, 100);
    await setBuffer(page, 50);
    await expect(page.getByRole('region', { name: 'Removed work' })).toBeVisible();
    await page.keyboard.press('Space');
    await expectNothingFound(page, { look });
  });
}

/** Four works of pages that are closed, the last the newest. */
async function leaveWork(page: Page, note = 2000): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(
    (all) => {
      localStorage.clear();
      all.forEach((document, i) => {
        localStorage.setItem(
          `bufferlab.work.old-${String(i)}`,
          JSON.stringify({ savedAt: 1e12 + i, document }),
        );
      });
    },
    OLDER.map((title) => ({ ...experiment(title), note: 'o'.repeat(note) })),
  );
}

/** Leaves no more than `room` characters in the page's storage. */
async function fill(page: Page, room: number): Promise<void> {
  await page.evaluate((left) => {
    let text = '';
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        localStorage.setItem('filler', text + 'x'.repeat(size));
        text += 'x'.repeat(size);
      } catch {
        // Less, then.
      }
    }
    localStorage.setItem('filler', text.slice(left));
  }, room);
}

/** The titles of all work in the page's storage, oldest first. */
async function keptIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '')
      .filter((key) => key.startsWith('bufferlab.work.'))
      .map(
        (key) =>
          JSON.parse(localStorage.getItem(key) ?? '') as { savedAt: number; document: { title: string } },
      )
      .sort((a, b) => a.savedAt - b.savedAt)
      .map(({ document: { title } }) => title),
  );
}

/** Saves by the bar's button. Returns the title of what was saved. */
async function savedFrom(page: Page, bar: Locator): Promise<string> {
  const saving = page.waitForEvent('download');
  await bar.getByRole('button', { name: /as a file$/ }).click();
  return (JSON.parse(await readFile(await (await saving).path(), 'utf8')) as { title: string }).title;
}

/** Sets the buffer and waits until that was saved, or not. */
async function setBuffer(page: Page, packets: number): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Buffer in packets' });
  await field.fill(String(packets));
  await field.press('Enter');
  await field.blur();
  await expect(page.getByRole('slider', { name: 'Buffer limit of r0' })).toHaveAttribute(
    'aria-valuenow',
    String(packets),
  );
  await page.waitForTimeout(800);
}

function experiment(title: string) {
  return {
    title,
    duration_s: 100_000,
    bottlenecks: [
      { id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 100 } },
    ],
    groups: [{ id: 'tcp', count: 5, access: { rate_bps: 1e8, delay_s: 0.001 }, traffic: { kind: 'tcp' } }],
  };
}
