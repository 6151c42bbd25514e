/**
 * One whole experiment, by pointer and again by keyboard alone: a UDP group is added and led by a new edge
 * router, the buffer is cut while packets flow, the loss chart shows it, and the link to that moment opens
 * to the same bits.
 */
import { expect, test } from './test';
import type { Locator, Page } from './test';
import {
  digestAt,
  fragmentOf,
  largestInTable,
  openLab,
  restingAt,
  ROOM_FOR_ALL,
  runs,
  simulated_s,
  tabTo,
} from './lab';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an experiment is built, run and shared by pointer', async ({ page }) => {
  const { add, udp, edge, bottleneck, limit, loss } = partsOf(page);
  await openLab(page, fragmentOf(ROOM_FOR_ALL, { speed: 5 }));

  await add.click();
  await page.getByRole('menuitem', { name: 'Poisson (UDP)' }).click();
  await expect(udp).toBeVisible();
  // With nothing selected, the edge router has no group yet.
  await page.keyboard.press('Escape');
  await add.click();
  await page.getByRole('menuitem', { name: 'Edge router' }).click();
  await drag(page, portOf(udp), edge);
  await expect(udp).toHaveAccessibleName(/by edge router a1/);

  await bottleneck.click();
  await loss.getByRole('button', { name: 'Table of the visible data' }).click();
  const refresh = () => loss.getByRole('button', { name: 'Refresh' }).click();
  await expectNoLoss(page, loss, refresh);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await drawDown(page, limit, 40);
  await expect(editFlags(page)).not.toHaveCount(0);
  await expectLoss(loss, refresh);

  await page.getByText('Summary', { exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const here = await present(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('checkbox', { name: /current time/ }).check();
  await expect(page.getByTestId('share-link')).toHaveValue(/&t=/);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();

  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const there = await page.context().newPage();
  await there.goto(copied);
  await there.getByText('Summary', { exact: true }).click();
  expect(await digestAt(there, here.t_s)).toBe(here.digest);
  await expect(partsOf(there).udp).toHaveAccessibleName(/by edge router a1/);

  // Without what was changed on the way, the same moment is another.
  const untouched = await page.context().newPage();
  await untouched.goto(`/#${fragmentOf(ROOM_FOR_ALL, { t_s: here.t_s, play: false })}`);
  await untouched.getByText('Summary', { exact: true }).click();
  expect(await digestAt(untouched, here.t_s)).not.toBe(here.digest);
});

test('an experiment is built, run and shared by keyboard', async ({ page }) => {
  const { keyboard } = page;
  const { canvas, udp, edge, bottleneck, limit, loss } = partsOf(page);
  await openLab(page, fragmentOf(ROOM_FOR_ALL, { speed: 5 }));

  await tabTo(page, canvas.locator('[tabindex="0"]').first());
  await keyboard.press('a');
  // Below the five services and TCP.
  for (let i = 0; i < 6; i++) await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Poisson (UDP)' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(udp).toBeFocused();
  await keyboard.press('Escape');
  await keyboard.press('a');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expect(edge).toBeFocused();
  await walk(page, ['ArrowLeft', 'ArrowDown'], udp);
  await keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: 'Arrow keys choose' })).toBeAttached();
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await expect(udp).toHaveAccessibleName(/by edge router a1/);

  await walk(page, ['ArrowRight', 'ArrowRight'], bottleneck);
  await keyboard.press('Enter');
  await tabTo(page, loss.getByRole('button', { name: 'Table of the visible data' }));
  await keyboard.press('Enter');
  const refresh = async () => {
    await tabTo(page, loss.getByRole('button', { name: 'Refresh' }));
    await keyboard.press('Enter');
  };
  await expectNoLoss(page, loss, refresh);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await tabTo(page, limit);
  await keyboard.press('Home');
  await keyboard.press('PageUp');
  await keyboard.press('PageUp');
  await expect.poll(() => limitOf(limit)).toBe(3);
  await expect(editFlags(page)).not.toHaveCount(0);
  await expectLoss(loss, refresh);

  await tabTo(page, page.locator('summary').filter({ hasText: /^Summary$/ }));
  await keyboard.press('Enter');
  // Space would fold the summary again.
  await tabTo(page, page.getByRole('button', { name: 'Pause' }));
  await keyboard.press('Enter');
  const here = await present(page);
  await tabTo(page, page.getByRole('button', { name: 'Share' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('checkbox', { name: /current time/ }));
  await keyboard.press('Space');
  await expect(page.getByTestId('share-link')).toHaveValue(/&t=/);
  await tabTo(page, page.getByTestId('share-link'));
  await keyboard.press('Control+c');
  await keyboard.press('Escape');

  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const there = await page.context().newPage();
  await there.goto(copied);
  await tabTo(there, there.locator('summary').filter({ hasText: /^Summary$/ }));
  await there.keyboard.press('Enter');
  expect(await digestAt(there, here.t_s)).toBe(here.digest);
  await expect(partsOf(there).udp).toHaveAccessibleName(/by edge router a1/);
});

function partsOf(page: Page) {
  return {
    canvas: page.getByRole('application', { name: 'Drawing of the network' }),
    add: page.getByRole('button', { name: '+ Add' }),
    udp: page.getByRole('group', { name: /^Group udp/ }),
    edge: page.getByRole('group', { name: /^Edge router a1/ }),
    bottleneck: page.getByRole('group', { name: /^Bottleneck r0/ }),
    limit: page.getByRole('slider', { name: 'Buffer limit of r0' }),
    loss: page.getByRole('region', { name: /^Packets lost/ }),
  };
}

function editFlags(page: Page): Locator {
  return page.getByRole('button', { name: /^Edit at/ });
}

async function limitOf(limit: Locator): Promise<number> {
  return Number(await limit.getAttribute('aria-valuenow'));
}

/** The simulated time at which a paused run stands, and its digest there. */
async function present(page: Page): Promise<{ t_s: number; digest: string }> {
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  const t_s = await restingAt(() => simulated_s(page));
  const digest = await digestAt(page, t_s);
  expect(digest).toMatch(/^[0-9a-f]{16,}$/);
  return { t_s, digest };
}

/** While more of the run passes, the loss chart of the bottleneck shows UDP and none of it lost. */
async function expectNoLoss(page: Page, loss: Locator, refresh: () => Promise<void>): Promise<void> {
  await expect(loss).toHaveAccessibleName(/at r0/);
  await runs(page);
  await refresh();
  expect(await largestInTable(loss, /^UDP/)).toBe(0);
}

/** Takes new stills of the loss chart until one shows that UDP loses packets. */
async function expectLoss(loss: Locator, refresh: () => Promise<void>): Promise<void> {
  const now = async () => {
    await refresh();
    return largestInTable(loss, /^UDP/);
  };
  await expect.poll(now, { intervals: [1000] }).toBeGreaterThan(0);
}

/** The handle of a group's path, beside the group in the picture. */
function portOf(group: Locator): Locator {
  return group.locator('xpath=..').locator('[data-end="source"]');
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await middleOf(from);
  const end = await middleOf(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

/** Draws the line of a buffer's limit down until it stands below `packets`. */
async function drawDown(page: Page, limit: Locator, packets: number): Promise<void> {
  const { x, y } = await middleOf(limit);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let down = 4; (await limitOf(limit)) >= packets; down += 4) await page.mouse.move(x, y + down);
  await page.mouse.up();
}

async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what.toString()} is not on the screen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Walks through the elements of the canvas by these arrow keys; then `wanted` has the focus. */
async function walk(page: Page, arrows: string[], wanted: Locator): Promise<void> {
  for (const arrow of arrows) await page.keyboard.press(arrow);
  await expect(wanted).toBeFocused();
}
