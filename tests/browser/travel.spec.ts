/** Travelling in time: by typing, by the slider, from the cursor; and ways that were left are taken up again. */
import { expect, test } from './test';
import type { Page } from './test';
import { fragmentOf, simulated_s } from './lab';

const ONE_FLOW = {
  title: 'One flow',
  duration_s: 60,
  warmup_s: 0,
  bottlenecks: [{ id: 'r0', rate_bps: 1e6, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 10 } }],
  groups: [{ id: 'tcp', count: 1, access: { rate_bps: 1e8, delay_s: 0.001 }, traffic: { kind: 'tcp' } }],
};

async function pausedAt(page: Page, t_s: number): Promise<void> {
  await page.goto(`/#${fragmentOf(ONE_FLOW, { t_s, play: false })}`);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await stands(page, t_s);
}

const stands = (page: Page, t_s: number): Promise<void> =>
  expect.poll(() => simulated_s(page)).toBeCloseTo(t_s, 6);

/** The run is on its way first, back by way of 0, and the clock follows it. */
const standsNear = (page: Page, t_s: number, within_s: number): Promise<void> =>
  expect.poll(async () => Math.abs((await simulated_s(page)) - t_s)).toBeLessThan(within_s);

test('a time is typed and Enter goes there, forth and back', async ({ page }) => {
  await pausedAt(page, 5);
  const clock = page.getByRole('button', { name: /Go to another time/ });
  await clock.click();
  await page.keyboard.type('12.5 s');
  await page.keyboard.press('Enter');
  await stands(page, 12.5);
  await clock.click();
  await page.keyboard.type('2500 ms');
  await page.keyboard.press('Enter');
  await stands(page, 2.5);
});

test('the slider of the whole run goes where it is let go', async ({ page }) => {
  await pausedAt(page, 30);
  const slider = page.getByRole('slider', { name: 'Time of the run' }).first();
  await slider.focus();
  await slider.press('Home');
  await stands(page, 0);
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  expect(await simulated_s(page)).toBe(0);
  await page.mouse.up();
  await standsNear(page, 30, 3);
});

test('from a pinned moment the run is taken there, by pointer and by key', async ({ page }) => {
  await pausedAt(page, 20);
  const plot = page.getByRole('application', { name: /^Queue/ });
  const go = page.getByRole('button', { name: 'Go here' });
  await expect(go).toBeHidden();
  const box = (await plot.boundingBox())!;
  await plot.click({ position: { x: 56 + (box.width - 156) / 2, y: box.height / 2 } });
  await go.click();
  await standsNear(page, 10, 1);
  await plot.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('g');
  await stands(page, 0);
});

test('a way that was left stays and is taken up again', async ({ page }) => {
  await pausedAt(page, 20);
  const limit = page.getByRole('slider', { name: 'Buffer limit of r0' });
  const clock = page.getByRole('button', { name: /Go to another time/ });
  await clock.click();
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await stands(page, 8);
  await limit.focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: /^Edit at/ })).toHaveCount(1);
  await clock.click();
  const branches = page.getByRole('region', { name: 'Earlier branches' });
  await expect(branches.getByRole('listitem')).toHaveText(
    /starts at 8\ss, simulated to 20\ss, without edits/,
  );
  await branches.getByRole('button', { name: 'Resume' }).click();
  await stands(page, 20);
  await expect(limit).toHaveAttribute('aria-valuenow', '10');
  await expect(page.getByRole('button', { name: /^Edit at/ })).toHaveCount(0);
});
