/** What every browser test of the lab does: opens it, reads its clock and its figures, moves the focus. */
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { encodeLink } from '../../web/url/codec';
import type { Moment } from '../../web/url/moment';

/** Seconds of wall time within which even a busy machine has compiled the engine and begun to simulate. */
const PATIENCE_MS = 60_000;

/**
 * Opens the lab, at a link's fragment if one is given, and waits until simulated time passes or, of a run so short
 * that it may be over before anybody looks, has passed.
 */
export async function openLab(page: Page, fragment = ''): Promise<void> {
  await page.goto(fragment === '' ? '/' : `/#${fragment}`);
  const before_s = await simulated_s(page);
  const over = page.getByRole('button', { name: 'Restart', exact: true });
  const passes = async () => !Object.is(await simulated_s(page), before_s) || (await over.isVisible());
  await expect.poll(passes, { timeout: PATIENCE_MS }).toBe(true);
  await expect(page.getByTestId('problems')).toBeHidden();
}

/** Gives the open page another fragment, as typing in the address bar does: nothing is loaded again. */
export async function openHere(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

/** Resolves once simulated time passes. */
export async function runs(page: Page): Promise<void> {
  const before_s = await simulated_s(page);
  await expect.poll(() => simulated_s(page), { timeout: PATIENCE_MS }).not.toBe(before_s);
}

/** Simulated seconds of the last frame, exactly; NaN before the first. */
export async function simulated_s(page: Page): Promise<number> {
  const seconds = await page.getByTestId('sim-time').getAttribute('data-seconds');
  return seconds === null ? NaN : Number(seconds);
}

/**
 * Reads a number of a paused run or study until it rests, such as the simulated time. Workers receive the pause after their
 * slices. Resolves to the number, after two equal readings `apart_ms` of wall time apart.
 */
export async function restingAt(read: () => Promise<number>, apart_ms = 500): Promise<number> {
  let value = NaN;
  const change = async () => {
    const before = value;
    value = await read();
    return value - before;
  };
  await expect.poll(change, { intervals: [apart_ms] }).toBe(0);
  return value;
}

/** The fragment of a link to a scenario, whatever it may be. */
export function fragmentOf(scenario: unknown, moment: Moment = {}): string {
  const encoded = encodeLink(scenario, moment);
  if (!encoded.ok) throw new Error(encoded.message);
  return encoded.fragment;
}

/** Windows of 32 packets and room for all of them: nothing is lost before the buffer is cut. */
export const ROOM_FOR_ALL = {
  title: 'Room for all',
  duration_s: 100_000,
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 400 } }],
  groups: [
    {
      id: 'tcp',
      count: 5,
      access: { rate_bps: 1e8, delay_s: 0.001 },
      traffic: { kind: 'tcp', max_window_packets: 32 },
    },
  ],
};

/** The digest in the summary, which has to have been opened, once it is that of `t_s`. */
export async function digestAt(page: Page, t_s: number): Promise<string> {
  const digest = page.getByTestId('digest');
  const at = async () => Number(await digest.getAttribute('data-seconds', { timeout: PATIENCE_MS }));
  await expect.poll(at, { timeout: PATIENCE_MS }).toBe(t_s);
  return (await digest.textContent()) ?? '';
}

/**
 * Returns the path of the command-line program for comparisons. `npm test` builds it and sets the variable. Without the
 * program, a test called by hand is skipped with a message.
 */
export function nativeProgram(): string {
  const program = process.env.BUFFERLAB_PROGRAM;
  const missing = 'BUFFERLAB_PROGRAM has no path of the command-line program.';
  test.skip(program === undefined && !process.env.CI, missing);
  if (program === undefined) throw new Error(missing);
  return program;
}

/** Presses Tab until `wanted` has the focus, as a person without a pointer would; fails after a whole round. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const reached = () => wanted.evaluate((element) => element.matches(':focus'));
  for (let presses = 0; presses < 120; presses++) {
    if (await reached()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`120 presses of Tab did not lead to ${wanted.toString()}.`);
}

/** The largest value of one column in a chart's table, in base units; opens the table where it is closed. */
export async function largestInTable(chart: Locator, column: RegExp): Promise<number> {
  const region = chart.getByRole('region');
  await expect(region.getByRole('columnheader').filter({ hasText: column })).not.toHaveCount(0);
  const headers = await region.getByRole('columnheader').allTextContents();
  const place = headers.findIndex((header) => column.test(header));
  expect(place, `a column ${String(column)} among ${headers.join(' | ')}`).toBeGreaterThan(0);
  const texts = await region.locator(`tbody td:nth-child(${place + 1})`).allTextContents();
  return Math.max(0, ...texts.map(Number).filter(Number.isFinite));
}
