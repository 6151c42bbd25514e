/**
 * The heart of the browser tests, in every engine: the lab opens and moves and looks like itself, an edit while it
 * runs has its effect, and the link to that moment leads a fresh window to the same bits.
 */
import { writeFileSync } from 'node:fs';
import { fragmentOf, restingAt, ROOM_FOR_ALL } from '../browser/lab';
import { expect, test, type Visitor } from './visitor';

const origin = `http://127.0.0.1:${process.env.BUFFERLAB_TEST_PORT ?? '4199'}`;
const LIMIT = '[role=slider][aria-label="Buffer limit of r0"]';
const EDITS = 'button[aria-label^="Edit at"]';

test('opens, moves, and looks like itself', async ({ visit }, about) => {
  const lab = await visit(`${origin}/`);
  await lab.runs();
  expect(await lab.ask('document.title')).toContain('Bufferlab');
  expect(await lab.ask(`document.querySelector('[data-testid=problems]')?.checkVisibility() ?? false`)).toBe(
    false,
  );
  expect(await lab.ask('document.documentElement.scrollWidth - innerWidth'), 'scrolled sideways').toBe(0);
  expect(await lab.ask(MENUS_OF_THE_SYSTEM), 'menus that the system draws').toEqual([]);
  // To be looked at: test-results/.
  writeFileSync(about.outputPath('lab.png'), await lab.window.picture());
});

/** An expression: the menus that are not drawn as the page says. */
const MENUS_OF_THE_SYSTEM = `[...document.querySelectorAll('select')]
  .filter((menu) => getComputedStyle(menu).appearance !== 'none').map((menu) => menu.outerHTML.slice(0, 80))`;

test('no figure of the time axis is cut', async ({ visit }) => {
  const lab = await visit(`${origin}/#${fragmentOf(ROOM_FOR_ALL, { t_s: 40, play: false })}`);
  await expect.poll(() => lab.simulated_s()).toBe(40);
  await expect.poll(() => lab.ask(STYLE_AT_THE_EDGES)).toEqual([]);
});

/** An expression: the outermost columns of the axis in which anything is drawn. */
const STYLE_AT_THE_EDGES = `(() => {
  const canvas = document.querySelector('.chart-axis canvas');
  const column = (x) => new Uint32Array(canvas.getContext('2d').getImageData(x, 0, 1, canvas.height).data.buffer);
  return [0, canvas.width - 1].filter((x) => new Set(column(x)).size > 1);
})()`;

test('an edit while it runs, and the link to that moment in a fresh window', async ({ visit }) => {
  const lab = await visit(`${origin}/#${fragmentOf(ROOM_FOR_ALL, { speed: 5 })}`);
  await lab.runs();
  expect(await lab.words('[data-part=drops]')).not.toMatch(/[1-9]/);
  await lab.click(LIMIT);
  await lab.window.press('Home');
  await lab.window.press('PageUp');
  await expect.poll(() => lab.attribute(LIMIT, 'aria-valuenow')).toBe('2');
  await expect.poll(() => lab.count(EDITS)).not.toBe(0);
  await expect.poll(() => lab.words('[data-part=drops]')).toMatch(/[1-9]/);

  await lab.click(['button', 'Pause']);
  await lab.click(['summary', 'Summary']);
  const here = await present(lab);
  await lab.click(['button', 'Share']);
  await lab.click('dialog[open] label.box');
  const link = () => lab.ask<string>(`document.querySelector('[data-testid=share-link]')?.value ?? ''`);
  await expect.poll(link).toContain('&t=');

  const there = await visit(await link());
  await there.click(['summary', 'Summary']);
  expect(await there.digestAt(here.t_s)).toBe(here.digest);
  await expect.poll(() => there.count(EDITS)).not.toBe(0);
});

/** The simulated time at which a paused run stands, and its digest there. */
async function present(lab: Visitor): Promise<{ t_s: number; digest: string }> {
  const t_s = await restingAt(() => lab.simulated_s());
  const digest = await lab.digestAt(t_s);
  expect(digest).toMatch(/^[0-9a-f]{16,}$/);
  return { t_s, digest };
}
