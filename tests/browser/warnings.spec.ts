/** The lab warns of traps: beside what it warns of, in the run bar, and for those who listen. */
import { expect, test } from './test';
import type { Page } from './test';
import { expectNothingFound, APPEARANCES, WCAG } from './axe';
import { fragmentOf, openLab } from './lab';

/** Two flows of equal round trips over access links as fast as the bottleneck. */
const TRAPPED = {
  version: 1,
  bottlenecks: [{ id: 'r0', rate_bps: 10e6, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 50 } }],
  groups: [{ id: 'tcp', count: 2, access: { rate_bps: 10e6, delay_s: 0.01 }, traffic: { kind: 'tcp' } }],
};

const list = (page: Page) => page.locator('.popover .warnings');

test('a preset without traps warns of nothing', async ({ page }) => {
  await openLab(page);
  await expect(page.getByRole('button', { name: /warning/ })).toBeHidden();
});

test('a warning leads from the run bar to the thing and its field, and goes when it is mended', async ({
  page,
}) => {
  await openLab(page, fragmentOf(TRAPPED));
  const group = page.locator('[data-key="group:tcp"]');
  await expect(group).toHaveAttribute('aria-label', /2 warnings/);
  await expect(group.locator('.topo-warning')).toBeVisible();
  await page.getByRole('button', { name: '2 warnings' }).click();
  await expect(list(page).getByText('One flow may take the link').first()).toBeVisible();
  await list(page).getByRole('button', { name: 'Show group tcp' }).first().click();
  const beside = page.getByRole('region', { name: 'Warnings' });
  await expect(beside.locator('summary', { hasText: 'Phase effects' })).toBeVisible();
  const flows = page.getByRole('textbox', { name: 'Flows' });
  await flows.fill('1');
  await flows.press('Enter');
  await expect(beside).toBeHidden();
  await expect(page.getByRole('button', { name: /warnings?$/ })).toBeHidden();
});

/** One trap of each kind that is seen before a run, in fields of every form: folded, nested, and changes. */
const SNARES = {
  version: 1,
  duration_s: 100,
  bottlenecks: [
    { id: 'r0', rate_bps: 10e6, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 50 } },
    { id: 'fast', rate_bps: 9.9e12, delay_s: 0, queue: { kind: 'drop_tail', limit_packets: 50 } },
  ],
  groups: [
    { ...TRAPPED.groups[0], via: ['r0'] },
    {
      id: 'rash',
      count: 1,
      via: ['r0'],
      access: { rate_bps: 1e9, delay_s: 0.02 },
      start_s: 200,
      stop_s: 5,
      traffic: { kind: 'tcp', initial_window_packets: 90, initial_ssthresh_packets: 900, min_rto_s: 0.01 },
    },
    {
      id: 'udp',
      count: 1,
      via: ['fast'],
      access: { rate_bps: 1e12, delay_s: 0 },
      traffic: { kind: 'poisson', rate_bps: 1e6, packet_bytes: 40 },
    },
  ],
  edits: [{ at_s: 150, set: [{ path: 'bottlenecks.r0.rate_bps', value: 1e7 }] }],
};

test('every trap of a scenario has a sign beside its field, or on the fold that the field is in', async ({
  page,
}) => {
  await openLab(page, fragmentOf(SNARES));
  await page.getByRole('button', { name: 'Pause' }).click();
  const button = page.getByRole('button', { name: /^\d+ warnings$/ });
  await button.click();
  const kinds = async () => {
    const heads = await list(page).locator('summary').allTextContents();
    return new Set(heads.map((head) => head.replace(/ (group|bottleneck|experiment).*/, ''))).size;
  };
  await expect.poll(kinds).toBe(9);
  const total = await list(page).locator('li').count();
  for (let i = 0; i < total; i++) {
    if (!(await list(page).isVisible())) await button.click();
    const entry = list(page).locator('li').nth(i);
    await entry.locator('summary').click();
    const sentence = await entry.locator('p').first().innerText();
    await entry.getByRole('button', { name: /^Show/ }).click();
    const sign = page.locator('.inspector .warned-mark', { hasText: sentence });
    await expect(sign.filter({ visible: true }).first(), sentence).toBeVisible();
  }
});

test('what a file says twice is told', async ({ page }) => {
  await openLab(page);
  const text = JSON.stringify({ ...TRAPPED, groups: [] }).replace('{', '{"seed":1,"seed":2,');
  await page.evaluate((json) => {
    const data = new DataTransfer();
    data.items.add(new File([json], 'twice.json'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
  }, text);
  await page.getByRole('button', { name: '1 warning' }).click();
  await expect(list(page).getByText(/"seed" occurs more than once/)).toBeVisible();
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });

    test('axe finds nothing at a warning, and nothing is wider than the screen', async ({ page }) => {
      await openLab(page, fragmentOf(TRAPPED));
      await page.getByRole('button', { name: 'Pause' }).click();
      await expectNothingFound(page, { look, tags: WCAG });
      await page.getByRole('button', { name: '2 warnings' }).click();
      await expect(list(page)).toBeVisible();
      // Only the popover is checked: the colors of the page below it are mixed with the shadow.
      await expectNothingFound(page, { look, tags: WCAG, within: '.popover:popover-open' });
      const excess = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(excess).toBe(0);
    });
  });
}
