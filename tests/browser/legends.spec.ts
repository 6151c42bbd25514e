/** Legends of the Lab's charts on small windows: one line, whole names, and a button for the entries that do not fit. */
import { readFileSync } from 'node:fs';
import { fragmentOf, openLab, simulated_s } from './lab';
import { expect, test } from './test';
import type { Locator, Page } from './test';

const ACCESS = { rate_bps: 1e8, delay_s: 0.001 };
const LAST = 'Video calls of the office';
const NAMES = ['Reno, near', 'Reno, far', 'CUBIC downloads', 'Short web transfers', LAST];
const MANY = {
  title: 'Many names',
  duration_s: 600,
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 40 } }],
  groups: NAMES.map((label, i) => ({
    id: `g${i}`,
    label,
    count: 3,
    access: ACCESS,
    traffic: { kind: 'tcp', recovery: 'reno' },
  })),
};
const preset = (id: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../engine/core/src/presets/${id}.json`, import.meta.url), 'utf8'));

const SIZES = [
  [1366, 625],
  [1024, 768],
  [390, 844],
] as const;

/** Entries of a legend by whether they are visible, and parts that are cut off. */
const legendOf = (chart: Locator) =>
  chart.locator('.chart-legend').evaluate((list) => {
    const items = [...list.querySelectorAll('li')];
    const room = list.getBoundingClientRect();
    const visible = items.filter((item) => getComputedStyle(item).visibility === 'visible');
    const cut = visible.filter((item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      const isOutside = left < room.left - 1 || right > room.right + 1 || top < room.top - 1;
      return isOutside || bottom > room.bottom + 1 || item.scrollWidth > item.clientWidth + 1;
    });
    const name = (item: Element): string => item.querySelector('button')?.getAttribute('aria-label') ?? '';
    return { height: room.height, visible: visible.map(name), all: items.map(name), cut: cut.map(name) };
  });

const more = (chart: Locator): Locator => chart.getByRole('button', { name: /: choose the series shown$/ });

async function expectOneLine(page: Page): Promise<number> {
  let left = 0;
  for (const chart of await page.locator('.chart').all()) {
    const found = await legendOf(chart);
    expect(found.cut).toEqual([]);
    expect(found.height).toBe(24);
    const missing = found.all.length - found.visible.length;
    await expect(more(chart)).toHaveCount(missing > 0 ? 1 : 0);
    if (missing > 0 && found.visible.length > 0) await expect(more(chart)).toHaveText(`+${missing} more`);
    left += missing;
  }
  return left;
}

for (const [width, height] of SIZES) {
  test(`legends have one line with whole names, at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const scenario of [MANY, preset('anomaly'), preset('two-way')]) {
      await openLab(page, fragmentOf(scenario));
      await expect.poll(() => simulated_s(page)).toBeGreaterThan(0.5);
      const left = await expectOneLine(page);
      if (scenario === MANY) expect(left).toBeGreaterThan(0);
    }
  });
}

test('an entry without room is switched by keyboard in the panel of the button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, fragmentOf(MANY));
  const rates = page.locator('[data-chart=rates]');
  await more(rates).focus();
  await page.keyboard.press('Enter');
  const last = rates.getByRole('checkbox', { name: LAST });
  await expect(rates.getByRole('checkbox')).toHaveCount((await legendOf(rates)).all.length);
  await expect(last).toBeChecked();
  await last.focus();
  await page.keyboard.press('Space');
  await expect(last).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(more(rates)).toBeFocused();
  await expect(rates.locator(`.chart-legend button[aria-label="${LAST}"]`)).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('the entry of a line that is pointed at is shown', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  // A stream far above the others.
  const stream = { kind: 'poisson', rate_bps: 6e6, packet_bytes: 1000 };
  const groups = MANY.groups.map((group, i) => (i === 4 ? { ...group, count: 1, traffic: stream } : group));
  await openLab(page, fragmentOf({ ...MANY, groups }));
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(8);
  await page.getByRole('button', { name: 'Pause' }).click();
  const rates = page.locator('[data-chart=rates]');
  expect((await legendOf(rates)).visible).not.toContain(LAST);
  await rates.scrollIntoViewIfNeeded();
  const before = (await rates.locator('.chart-plot').boundingBox())!;
  const isShown = async (): Promise<boolean> => {
    for (let y = 4; y < before.height; y += 6) {
      await page.mouse.move(before.x + 90, before.y + y);
      if ((await legendOf(rates)).visible.includes(LAST)) return true;
    }
    return false;
  };
  await expect.poll(isShown).toBe(true);
  await expectOneLine(page);
  expect(await rates.locator('.chart-plot').boundingBox()).toEqual(before);
});

test('charts keep their heights while the run goes on', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 625 });
  await openLab(page, fragmentOf(MANY));
  const heights = () =>
    page.locator('.chart-plot').evaluateAll((plots) => plots.map((plot) => plot.clientHeight));
  const before = await heights();
  const seen = new Set<string>();
  for (const t_s of [1, 2, 4, 8]) {
    await expect.poll(() => simulated_s(page)).toBeGreaterThan(t_s);
    seen.add(JSON.stringify(await heights()));
  }
  expect([...seen]).toEqual([JSON.stringify(before)]);
});

test('the network has at most a third of the height, at 1366 × 625', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 625 });
  for (const id of ['one-flow', 'anomaly']) {
    await openLab(page, fragmentOf(preset(id)));
    const network = await page.locator('.area-network').evaluate((area) => area.clientHeight);
    expect(network).toBeLessThanOrEqual(625 / 3);
    expect(network).toBeGreaterThan(100);
  }
});
