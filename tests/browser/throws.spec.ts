/** Parts of the page that throw while they are painted: a sentence stands in their place, and everything else goes on. */
import { expect, test } from './test';
import type { Page } from './test';
import { openLab, runs } from './lab';

/** Makes canvas drawings of matching elements fail in `page`, as a fault of a browser does, until `mend`. */
async function breakCanvases(
  page: Page,
  within: string,
  method: 'stroke' | 'fillText' = 'stroke',
): Promise<() => Promise<void>> {
  await page.evaluate(
    ([selector, name]) => {
      const prototype = CanvasRenderingContext2D.prototype;
      const sound = prototype[name] as (...given: unknown[]) => void;
      const broken = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
        if (this.canvas.closest(selector)) throw new Error('no ink');
        sound.apply(this, given);
      };
      Object.assign(prototype, { [name]: broken });
      Object.assign(window, { mend: () => Object.assign(prototype, { [name]: sound }) });
    },
    [within, method] as const,
  );
  return () => mend(page);
}

/** Lets `page` draw again. */
function mend(page: Page): Promise<void> {
  return page.evaluate(() => {
    (window as unknown as { mend(): void }).mend();
  });
}

test('a chart that cannot be painted is replaced alone, and the run goes on', async ({ page }) => {
  await openLab(page);
  const mendCanvases = await breakCanvases(page, '[data-chart=windows]');
  const alert = page.getByRole('alert').filter({ hasText: 'Congestion windows' });
  await expect(alert).toContainText('cannot be drawn');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.locator('[data-chart=queue] canvas')).toBeVisible();
  await runs(page);
  await alert.getByRole('button', { name: 'Report' }).click();
  await expect(alert.getByTestId('failure-report')).toHaveValue(/no ink/);
  await mendCanvases();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.locator('[data-chart=windows] canvas')).toBeVisible();
});

test('a time axis that cannot be painted is replaced alone, and the values of the legends go on', async ({
  page,
}) => {
  await openLab(page);
  const mendCanvases = await breakCanvases(page, '.chart-axis', 'fillText');
  const alert = page.getByRole('alert').filter({ hasText: 'The time axis cannot be drawn' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await runs(page);
  await expect(page.locator('[data-chart=queue] .chart-value').first()).toHaveText(/\d/);
  await mendCanvases();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.chart-axis canvas')).toBeVisible();
});

test('a network that cannot be painted is replaced alone, and the charts go on', async ({ page }) => {
  await openLab(page);
  await page.evaluate(() => {
    const prototype = Element.prototype;
    const { setAttribute } = prototype;
    prototype.setAttribute = function (this: Element, name: string, value: string) {
      if (this.matches('[data-part]')) throw new Error('no ink');
      setAttribute.call(this, name, value);
    };
    Object.assign(window, { mend: () => (prototype.setAttribute = setAttribute) });
  });
  const alert = page.getByRole('alert').filter({ hasText: 'The network cannot be drawn' });
  await expect(alert).toBeVisible();
  await runs(page);
  await expect(page.locator('[data-chart=queue] canvas')).toBeVisible();
  await mend(page);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('group', { name: /^Bottleneck r0/ })).toBeVisible();
});
