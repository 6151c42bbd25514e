/** Steps are described in text, also for screen readers; marks of drops in charts show their number. */
import { expect, test } from './test';
import { fragmentOf, openLab, simulated_s } from './lab';

/** A UDP source and a TCP flow that share a buffer of five packets: drops occur within seconds. */
const SMALL_BUFFER = {
  title: 'Small buffer',
  duration_s: 100,
  warmup_s: 0,
  bottlenecks: [{ id: 'r0', rate_bps: 1e6, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 5 } }],
  groups: [
    { id: 'tcp', count: 1, access: { rate_bps: 1e8, delay_s: 0.001 }, traffic: { kind: 'tcp' } },
    {
      id: 'udp',
      count: 1,
      start_s: 0.0005,
      access: { rate_bps: 1e8, delay_s: 0.001 },
      traffic: { kind: 'cbr', rate_bps: 1e5, packet_bytes: 500 },
    },
  ],
};

test('each step is described, and its element is highlighted', async ({ page }) => {
  await page.goto(`/#${fragmentOf(SMALL_BUFFER, { t_s: 0.5, play: false })}`);
  const text = page.getByTestId('step-text');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await expect.poll(() => simulated_s(page)).toBe(0.5);
  const seen: string[] = [];
  for (let step = 0; step < 12; step++) {
    const before = seen.at(-1) ?? '';
    await page.keyboard.press('.');
    await expect(text).not.toHaveText(before);
    seen.push((await text.textContent()) ?? '');
    await expect(page.locator('[data-touched]').first()).toBeAttached();
  }
  const words =
    /^(Flow 0|Source udp)(, (segment|ACK|packet) \d+: r0(, reverse)? (marks|queues|is idle|has sent|drops|held)| receives (duplicate )?ACK \d+| sends packet \d+)/;
  for (const sentence of seen) expect(sentence).toMatch(words);
  await expect(text).toHaveRole('status');

  await page.keyboard.press('Space');
  await expect(text).toHaveText('');
  await expect(page.locator('[data-touched]')).toHaveCount(0);
});

for (const { width, height } of [
  { width: 1366, height: 625 },
  { width: 390, height: 844 },
]) {
  test(`a step is described in view at ${width} × ${height}, and its button stays where it is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/#${fragmentOf(SMALL_BUFFER, { t_s: 0.5, play: false })}`);
    await expect.poll(() => simulated_s(page)).toBe(0.5);
    const button = page.getByRole('button', { name: 'Step to the next event' });
    const before = await button.boundingBox();
    await button.click();
    const text = page.getByTestId('step-text');
    await expect(text).not.toBeEmpty();
    await expect(text).toBeInViewport({ ratio: 1 });
    // Seen, and not behind another part.
    const isSeen = await text.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + height / 2) === element;
    });
    expect(isSeen).toBe(true);
    expect(await button.boundingBox()).toEqual(before);
  });
}

test('the next drop is found beyond the recorded time, and its mark gives the reason', async ({ page }) => {
  // Wide enough for all entries of the legend.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`/#${fragmentOf(SMALL_BUFFER, { t_s: 0.01, play: false })}`);
  await expect.poll(() => simulated_s(page)).toBe(0.01);
  await page.keyboard.press('n');
  const text = page.getByTestId('step-text');
  await expect(text).toHaveText(/: r0 drops it: buffer full \(5 of 5 packets\)\.$/);
  // The read-outs of the page follow at 10 Hz.
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(0.01);
  const mark = page.locator('[data-key="bottleneck:r0"] title');
  await expect(mark).toHaveText((await text.textContent()) ?? '');
  // The legend counts the drop too, although no sample contains it yet.
  const dropped = async (name: string) =>
    Number(
      await page
        .locator('[data-chart=queue]')
        .getByRole('button', { name, exact: true })
        .locator('.chart-value')
        .textContent(),
    );
  await expect.poll(async () => (await dropped('TCP drops')) + (await dropped('UDP drops'))).toBe(1);

  await page.getByRole('button', { name: 'Choose a step' }).click();
  await page.getByRole('button', { name: 'Next timeout' }).click();
  await expect(text).toHaveText(/times out|No timeout/);
  // The menu stays, for the next step.
  await page.getByRole('button', { name: 'Next edit' }).click();
  await expect(text).toHaveText('No edit before the end of the run.');
});

test('a click near a mark of drops pins it, and its tooltip gives the number of drops', async ({ page }) => {
  await openLab(page, fragmentOf(SMALL_BUFFER, { t_s: 20, play: true, speed: 0.1 }));
  await page.keyboard.press('Space');
  await page.keyboard.press('p');
  const plot = page.getByRole('application', { name: /^Queue/ });
  await expect(plot).toBeVisible();
  const box = (await plot.boundingBox())!;
  const tip = page.locator('[data-chart="queue"] .chart-tip');
  // Drops are frequent here: somewhere along the chart there is one within reach.
  let found = false;
  for (let x = 80; x < box.width - 120 && !found; x += 6) {
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    // The note follows the pointer in the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    found = await tip.filter({ hasText: /drops/ }).isVisible();
  }
  expect(found).toBe(true);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(box.x + box.width / 2, box.y - 200);
  await expect(tip).toHaveText(/drops\s+\d+ at \d+\.\d+ s/);
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the highlighted element is not animated', async ({ page }) => {
    await page.goto(`/#${fragmentOf(SMALL_BUFFER, { t_s: 0.5, play: false })}`);
    await expect.poll(() => simulated_s(page)).toBe(0.5);
    await page.keyboard.press('.');
    const ring = page.locator('[data-touched] > .topo-ring').first();
    await expect(ring).toBeAttached();
    expect(await ring.evaluate((element) => getComputedStyle(element).animationName)).toBe('none');
    expect(await ring.evaluate((element) => getComputedStyle(element).strokeWidth)).toBe('3px');
  });
});
