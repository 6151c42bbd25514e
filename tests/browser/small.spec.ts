/** Small and short screens: important parts are visible, and near for the keyboard. */
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { fragmentOf, openLab, simulated_s } from './lab';

/** True where the middle of the element can be seen and pressed. */
const inSight = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return false;
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return found !== null && (node.contains(found) || found.contains(node));
  });

const height = (element: Locator): Promise<number> => element.evaluate((node) => node.clientHeight);

test('beside an open summary the parameters keep half of the side, at 1280 × 720', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openLab(page);
  await page.locator('.panel.summary > summary').click();
  await expect(page.getByRole('rowheader', { name: 'Utilization' })).toBeVisible();
  const side = await height(page.locator('.area-side'));
  await expect.poll(() => height(page.locator('.panel.parameters'))).toBeGreaterThanOrEqual(0.49 * side);
  await expect
    .poll(() => inSight(page.getByRole('rowheader', { name: /^Mean queue ?, packets/ })))
    .toBe(true);
});

test('a summary that is opened on a phone is in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page);
  await page
    .getByRole('button', { name: /^Bottleneck r0/ })
    .last()
    .click();
  await page.locator('.panel.summary > summary').click();
  await expect(page.locator('.statistics').getByRole('row', { name: /^Utilization/ })).toBeInViewport();
});

test('Pause is visible on small screens', async ({ page }) => {
  await openLab(page);
  for (const [width, tall] of [
    [740, 360],
    [667, 375],
    [568, 320],
    [844, 390],
    [390, 664],
  ] as const) {
    await page.setViewportSize({ width, height: tall });
    const screen = { message: `${width} × ${tall}` };
    await expect.poll(() => inSight(page.getByRole('button', { name: 'Pause' })), screen).toBe(true);
    await expect.poll(() => height(page.locator('.topo-canvas')), screen).toBeGreaterThan(80);
  }
});

test('a phone has help on touch gestures', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLab(page);
  const help = page.getByRole('button', { name: 'Keys and help' });
  await expect.poll(() => inSight(help)).toBe(true);
  await help.click();
  await expect(page.getByRole('dialog')).toContainText(/two fingers/i);
});

test('the title of an experiment can be read on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLab(page);
  // Two lines of about twelve letters.
  const room = () => page.locator('.title-button > span').evaluate((node) => node.clientWidth);
  await expect.poll(room).toBeGreaterThan(80);
});

test('the first stops of Tab lead to each part of the page', async ({ page }) => {
  await openLab(page);
  for (const [presses, part] of [
    [1, 'Network'],
    [2, 'Run bar'],
    [3, 'Charts'],
    [4, 'Parameters'],
  ] as const) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();
    for (let i = 0; i < presses; i++) await page.keyboard.press('Tab');
    const link = page.getByRole('navigation', { name: 'Skip to' }).getByRole('button', { name: part });
    await expect(link).toBeFocused();
    await expect.poll(() => inSight(link), part).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() =>
      document.activeElement
        ?.closest('section[aria-label], aside, [role=region]')
        ?.getAttribute('aria-label'),
    );
    expect(where).toMatch(new RegExp(`^${part.split(' ')[0]}`));
  }
  // The address is the experiment's.
  expect(new URL(page.url()).hash).not.toMatch(/^#(network|run|charts|parameters)/);
});

test('the parts of the page are landmarks with names', async ({ page }) => {
  await openLab(page);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  for (const name of ['Network', 'Run bar', 'Charts', 'Parameters']) {
    await expect(page.getByRole('region', { name, exact: true }), name).toBeVisible();
  }
  await expect(page.getByRole('complementary', { name: 'Parameters and results' })).toBeVisible();
});

const GROUP = { access: { rate_bps: 1e8, delay_s: 0.001 }, traffic: { kind: 'tcp', recovery: 'reno' } };
const EXPERIMENT = {
  title: 'Small',
  duration_s: 600,
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 40 } }],
  groups: [{ id: 'tcp', ...GROUP }],
};

test('a bottleneck or a group can be renamed while the run continues', async ({ page }) => {
  await openLab(page, fragmentOf(EXPERIMENT));
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(2);
  for (const [element, name] of [
    ['bottleneck:r0', 'Narrow lane'],
    ['group:tcp', 'Downloads'],
  ] as const) {
    await page.locator(`[data-key="${element}"]`).focus();
    await page.keyboard.press('Enter');
    const before_s = await simulated_s(page);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: /^New name of/ }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.locator('.topo-bar-name')).toHaveText(name);
    await page.waitForTimeout(300);
    expect(await simulated_s(page)).toBeGreaterThanOrEqual(before_s);
  }
  await expect(page.getByRole('heading', { name: /Queue at/ })).toContainText('Narrow lane');
});

test('a removed part is selected again when time or an undo restores it', async ({ page }) => {
  const late = { at_s: 2, set: [{ path: 'groups.late', value: { id: 'late', ...GROUP } }] };
  await openLab(page, fragmentOf({ ...EXPERIMENT, edits: [late] }));
  await expect.poll(() => simulated_s(page)).toBeGreaterThan(2.2);
  await page.getByRole('button', { name: 'Pause' }).click();
  const shown = page.getByRole('combobox', { name: 'Parameters of' });
  await shown.selectOption('Group late');
  await goTo(page, '1');
  await expect(shown).toHaveValue('scenario');
  await goTo(page, '2.1');
  await expect(shown).toHaveValue('group:late');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(shown).toHaveValue('group:late2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(shown).not.toHaveValue('group:late2');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(shown).toHaveValue('group:late2');
});

async function goTo(page: Page, t_s: string): Promise<void> {
  await page.getByRole('button', { name: /Go to another time/ }).click();
  await page.getByRole('textbox', { name: 'Go to time' }).fill(t_s);
  await page.keyboard.press('Enter');
  await expect.poll(() => simulated_s(page)).toBeCloseTo(Number(t_s), 3);
}

test('a run that has ended shows no speed', async ({ page }) => {
  await openLab(page, fragmentOf({ ...EXPERIMENT, duration_s: 100 }, { speed: 'max' }));
  await expect(page.getByRole('button', { name: 'Restart', exact: true })).toBeVisible();
  await expect(page.locator('.reached')).not.toContainText(/per s/);
});

/** Elements that reach beyond the right edge of the window or of their container, by selector. */
const cutAt = (page: Page, selector: string, within: string): Promise<string[]> =>
  page.evaluate(
    ([inner, outer]) => {
      const edge = Math.min(innerWidth, document.querySelector(outer)?.getBoundingClientRect().right ?? 0);
      const found = [...document.querySelectorAll<HTMLElement>(inner)];
      if (found.length === 0) return ['nothing there'];
      return found
        .filter(
          (one) => one.getBoundingClientRect().right > edge + 1 || one.scrollWidth > one.clientWidth + 1,
        )
        .map((one) => one.innerText);
    },
    [selector, within] as const,
  );

test('the files of a study have their whole names on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#studies');
  await page.locator('.header-tools').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('save-json')).toBeVisible();
  expect(await cutAt(page, '.curve-files .button', '.popover:popover-open')).toEqual([]);
});

test('tables of a worksheet end at the edge of the paper', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#learn/worksheet/sharing');
  await expect(page.locator('.sheet-table')).toBeVisible();
  expect(await cutAt(page, '.sheet-table', '.sheet')).toEqual([]);
});

test('the time axis of an embedded page lies below its chart', async ({ page }) => {
  await page.goto('/?embed');
  for (const [width, tall] of [
    [800, 402],
    [390, 450],
    [390, 402],
    [320, 480],
    [320, 560],
  ] as const) {
    await page.setViewportSize({ width, height: tall });
    const overlap = (): Promise<number> =>
      page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [chart, axis] = [box('.chart'), box('.chart-axis')];
        if (!chart || !axis) return Infinity;
        return Math.max(chart.bottom - axis.top, axis.bottom - innerHeight);
      });
    await expect.poll(overlap, `${width} × ${tall}`).toBeLessThanOrEqual(1);
  }
});
