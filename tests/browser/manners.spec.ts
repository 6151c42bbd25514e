/**
 * Links and files from strangers, work that must not be lost, steps back, and an engine that breaks.
 *
 * Whatever is refused says where and what would be accepted, and the run before goes on.
 */
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { textFromBytes } from '../../web/url/base64url';
import { decodeLink } from '../../web/url/codec';
import { checksum } from '../../web/url/checksum';
import { deflate } from '../../web/url/inflate';
import { cases } from '../extent';
import { fragmentOf, openHere, openLab, runs, simulated_s } from './lab';

/** Long enough not to end while it is looked at. */
const GOOD = experiment({ title: 'What was here before' });

interface Refused {
  fragment: string;
  says: RegExp;
}

const REFUSED: Record<string, Refused> = {
  'is no link': { fragment: 'hello', says: /must begin with "1\." and a letter/ },
  'is cut short': {
    fragment: fragmentOf(GOOD).slice(0, -20),
    says: /cut short: it ends after \d+ characters/,
  },
  'was altered': { fragment: altered(fragmentOf(GOOD)), says: /checksum does not match/ },
  'is a deflate bomb': { fragment: packed(`{"title":"${'a'.repeat(5e6)}"}`), says: /larger than 200 kB/ },
  'is a tower of brackets': {
    fragment: packed(`{"a":${'['.repeat(9e4)}`),
    says: /more than 32 levels of nesting/,
  },
  'holds NaN': { fragment: packed('{"seed":NaN}'), says: /not JSON/ },
  'holds another thing': { fragment: packed('[1,2]'), says: /expected a JSON object, got a list/ },
  'comes from the future': { fragment: '7.zabc.01234567', says: /version 7.*reads version 1.*Reload/ },
  'holds an experiment from the future': {
    fragment: packed('{"version":9}'),
    says: /version 9.*up to version 1/,
  },
  'asks for a million flows': {
    fragment: fragmentOf(experiment({ count: 1_000_000 })),
    says: /groups\.tcp\.count: .*from 0 to 100000, got 1000000/,
  },
  'has a negative rate': {
    fragment: fragmentOf(experiment({ rate_bps: -5 })),
    says: /bottlenecks\.r0\.rate_bps: .*from 1000 to 1e13, got -5/,
  },
  'has a rate beyond numbers': {
    fragment: packed(JSON.stringify(experiment({})).replace('"rate_bps":10000000', '"rate_bps":1e999')),
    says: /bottlenecks\.r0\.rate_bps: .*from 1000 to 1e13/,
  },
  'has an endless delay': {
    fragment: fragmentOf(experiment({ delay_s: 1e30 })),
    says: /bottlenecks\.r0\.delay_s: .*from 0 to 100, got 1e\+30/,
  },
  'has no room at all': {
    fragment: fragmentOf(experiment({ limit: { limit_packets: 0 } })),
    says: /bottlenecks\.r0\.queue\.limit_packets: .*from 1 to 1e7/,
  },
};

test('a refused link is reported with the reason, and the run continues', async ({ page }) => {
  await openLab(page, fragmentOf(GOOD));
  for (const [how, { fragment, says }] of Object.entries(REFUSED)) {
    await test.step(how, async () => {
      const before_s = await simulated_s(page);
      await openHere(page, fragment);
      await expect(page.getByTestId('problems')).toContainText(says);
      await expectTitle(page, GOOD.title);
      await expect.poll(() => simulated_s(page)).toBeGreaterThan(before_s);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByTestId('problems')).toBeHidden();
    });
  }
});

test('a page opened by a broken link shows the first preset and the reason', async ({ page }) => {
  await page.goto(`/#${REFUSED['is cut short']?.fragment ?? ''}`);
  await expect(page.getByTestId('problems')).toContainText(/cut short/);
  await runs(page);
});

test('a link that was escaped twice opens', async ({ page }) => {
  const twice = fragmentOf(GOOD, { speed: 2 }).replaceAll(/[.&=]/g, (sign) =>
    encodeURIComponent(`%${sign.charCodeAt(0).toString(16)}`),
  );
  await openLab(page, twice);
  await expectTitle(page, GOOD.title);
});

test('a buffer of one byte is explained where it is set', async ({ page }) => {
  await openLab(page, fragmentOf(experiment({ limit: { limit_bytes: 1 } })));
  await expect(page.getByRole('group', { name: 'Buffer', exact: true })).toContainText(
    /No packet of 1,000.B can wait here/,
  );
});

test('a refused file is reported with the reason, and a saved file opens', async ({ page }) => {
  await openLab(page, fragmentOf(GOOD));
  const refused: [text: string, says: RegExp][] = [
    ['not JSON at all', /The file wrong\.json is not JSON/],
    ['{"version":9}', /version 9; this page reads up to version 1/],
    [' '.repeat(4_100_000), /has 4\.1 MB; the limit is 4 MB/],
    [JSON.stringify(experiment({ count: 1e6 })), /groups\.tcp\.count: .*from 0 to 100000/],
  ];
  for (const [text, says] of refused) {
    await openFile(page, 'wrong.json', text);
    await expect(page.getByTestId('problems')).toContainText(says);
    await expectTitle(page, GOOD.title);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }

  await page.getByRole('button', { name: 'Share' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('what-was-here-before.bufferlab.json');
  const path = await download.path();
  await page.keyboard.press('Escape');
  await openLab(page, fragmentOf(experiment({ title: 'Something else' })));
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Open a file').setInputFiles(path);
  await expectTitle(page, GOOD.title);
});

test('opening a link keeps local work and offers it', async ({ page, context }) => {
  await openLab(page, fragmentOf(GOOD));
  await setBuffer(page, '37');
  // Work is saved shortly after the last change, and unused once its page is closed.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('bufferlab.work.');
  await page.close();

  const other = await context.newPage();
  await openLab(other, fragmentOf(experiment({ title: 'From a friend' })));
  await expectTitle(other, 'From a friend');
  const offer = other.getByRole('region', { name: 'Earlier work' });
  await expect(offer).toContainText(GOOD.title);
  await offer.getByRole('button', { name: 'Resume' }).click();
  await expectTitle(other, GOOD.title);
  await expectLimit(other, 37);
  await other.keyboard.press('z');
  await expectTitle(other, 'From a friend');
});

test('undo and redo work by button and by key', async ({ page }) => {
  await openLab(page, fragmentOf(GOOD));
  await setBuffer(page, '50');
  await setBuffer(page, '25');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectLimit(page, 50);
  await page.keyboard.press('z');
  await expectLimit(page, 100);
  await page.keyboard.press('Shift+Z');
  await expectLimit(page, 50);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expectLimit(page, 25);
});

test("the browser's buttons go back and forward through changes", async ({ page }) => {
  await openLab(page, fragmentOf(GOOD));
  for (const packets of ['50', '25']) {
    await setBuffer(page, packets);
    await addressSettles(page);
  }
  await page.goBack();
  await expectLimit(page, 50);
  await page.goForward();
  await expectLimit(page, 25);
});

/** The length of a drag, in seconds and in words. */
const DRAG_S = cases(1, 5);
const DRAG = DRAG_S === 1 ? 'one second' : 'five seconds';

test(`a drag of ${DRAG} adds one entry to the history and one step to undo`, async ({ page }) => {
  await openLab(page, fragmentOf(GOOD));
  await addressSettles(page);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  const box = await page.getByRole('slider', { name: 'Buffer limit of r0' }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 1; moved <= 10 * DRAG_S; moved++) {
    await page.mouse.move(x, y + moved);
    await page.waitForTimeout(100);
  }
  await page.mouse.up();
  await addressSettles(page);
  expect(await entries()).toBe(before + 1);
  await page.keyboard.press('z');
  await expectLimit(page, 100);
});

/** What is dragged while the run goes on, each by its own code. */
const DRAGGED: Record<string, (page: Page) => Locator> = {
  'a slider': (page) => page.locator('input.slider[type=range]:visible').first(),
  "a field's name": (page) => page.locator('.scrub:visible').first(),
  "the buffer's line": (page) => page.getByRole('slider', { name: 'Buffer limit of r0' }),
  'a rate in the picture': (page) => page.locator('.topo-scrub').first(),
};

test(`a drag of ${DRAG}, while it runs, leaves at most five edits`, async ({ page }) => {
  await openLab(page, fragmentOf(GOOD));
  for (const [what, find] of Object.entries(DRAGGED)) {
    await test.step(what, async () => {
      const title = `Drag of ${what}`;
      await openHere(page, fragmentOf({ ...GOOD, title }));
      await expectTitle(page, title);
      await page.getByRole('group', { name: /^Bottleneck r0/ }).press('Enter');
      await runs(page);
      await addressSettles(page);
      const box = await find(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let moved = 1; moved <= 20 * DRAG_S; moved++) {
        await page.mouse.move(x + 2 * moved, y + moved / 2);
        await page.waitForTimeout(50);
      }
      await page.mouse.up();
      await addressSettles(page);
      const edits = editsIn(page.url());
      expect(edits).toBeGreaterThan(0);
      expect(edits).toBeLessThanOrEqual(5);
    });
  }
});

test('an engine that does not load can be restarted', async ({ page }) => {
  await page.route('**/*.wasm', (route) =>
    route.fulfill({ contentType: 'application/wasm', body: 'no wasm' }),
  );
  await page.goto(`/#${fragmentOf(GOOD)}`);
  await expect(page.getByRole('alert')).toContainText('The simulator stopped');
  await page.unroute('**/*.wasm');
  await page.getByRole('button', { name: 'Restart the simulator' }).click();
  await expectTitle(page, GOOD.title);
  await runs(page);
});

test('a crash of the engine loses the run, but not the experiment and its changes', async ({ page }) => {
  await openLab(page, fragmentOf(GOOD));
  await setBuffer(page, '37');
  await page.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error('A cosmic ray.');
    }, 0);
  });
  const panel = page.getByRole('alert');
  await expect(panel).toContainText('The simulator stopped');
  await expect(panel).toContainText('A cosmic ray.');
  await expectTitle(page, GOOD.title);
  await panel.getByRole('button', { name: 'Restart the simulator' }).click();
  await expect(panel).toBeHidden();
  await runs(page);
  await expectTitle(page, GOOD.title);
  // The run is repeated from 0; the change comes at its time.
  await expectLimit(page, 37);
});

interface Choices {
  title?: string;
  count?: number;
  rate_bps?: number;
  delay_s?: number;
  limit?: Record<string, number>;
}

/** A scenario with one thing about it that a test wants. */
function experiment({
  title = 'Experiment',
  count = 5,
  rate_bps = 1e7,
  delay_s = 0.02,
  limit = { limit_packets: 100 },
}: Choices) {
  return {
    title,
    duration_s: 100_000,
    bottlenecks: [{ id: 'r0', rate_bps, delay_s, queue: { kind: 'drop_tail', ...limit } }],
    groups: [{ id: 'tcp', count, access: { rate_bps: 1e8, delay_s: 0.001 }, traffic: { kind: 'tcp' } }],
  };
}

/** A link with any text in it, its checksum right. */
function packed(text: string): string {
  const body = `1.d${textFromBytes(deflate(new TextEncoder().encode(text)))}`;
  return `${body}.${checksum(body)}`;
}

/** One character in the middle changed to another that links have. */
function altered(fragment: string): string {
  const middle = Math.floor(fragment.length / 2);
  const other = fragment[middle] === 'A' ? 'B' : 'A';
  return fragment.slice(0, middle) + other + fragment.slice(middle + 1);
}

/** Puts another link into the address of the page that is open. */
async function openFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('Open a file').setInputFiles(file);
}

async function setBuffer(page: Page, packets: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Buffer in packets' });
  await field.fill(packets);
  await field.press('Enter');
  await field.blur();
  await expectLimit(page, Number(packets));
}

async function expectLimit(page: Page, packets: number): Promise<void> {
  const limit = page.getByRole('slider', { name: 'Buffer limit of r0' });
  await expect(limit).toHaveAttribute('aria-valuenow', String(packets));
}

async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(`${title} – Bufferlab`);
}

/** Edits that a link carries. */
function editsIn(url: string): number {
  const decoded = decodeLink(url);
  if (!('scenario' in decoded)) throw new Error('It is no experiment.');
  return Array.isArray(decoded.scenario.edits) ? decoded.scenario.edits.length : 0;
}

/** Resolves when the address has not changed for longer than writing to it waits. */
async function addressSettles(page: Page): Promise<void> {
  let before = '';
  while (page.url() !== before) {
    before = page.url();
    await page.waitForTimeout(1000);
  }
}
