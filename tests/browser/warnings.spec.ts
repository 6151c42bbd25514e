/** The lab warns of traps: beside what it warns of, in the run bar, and for those who listen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
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
  await expect(beside.getByText('Phase effects').first()).toBeVisible();
  const flows = page.getByRole('textbox', { name: 'Flows' });
  await flows.fill('1');
  await flows.press('Enter');
  await expect(beside).toBeHidden();
  await expect(page.getByRole('button', { name: /warnings?$/ })).toBeHidden();
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
  await expect(list(page).getByText(/"seed" stands more than once/)).toBeVisible();
});

for (const [device, viewport] of Object.entries({
  desktop: { width: 1366, height: 768 },
  phone: { width: 360, height: 740 },
})) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${device}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, hasTouch: device === 'phone' });

      test('axe finds nothing at a warning, and nothing is wider than the screen', async ({ page }) => {
        await openLab(page, fragmentOf(TRAPPED));
        await page.getByRole('button', { name: 'Pause' }).click();
        await expectNothingFound(page);
        await page.getByRole('button', { name: '2 warnings' }).click();
        await expect(list(page)).toBeVisible();
        await expectNothingFound(page);
        const excess = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(excess).toBe(0);
      });
    });
  }
}

async function expectNothingFound(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  expect(violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
    [],
  );
}
