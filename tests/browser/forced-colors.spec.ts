/** Where the browser forces its colors: everything that is read or moved can still be told from its ground. */
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { ON_DESKTOP } from './axe';
import { openLab, simulated_s } from './lab';

interface Seen {
  /** The commonest color, which is the ground. */
  ground: string;
  /** Share of pixels that are clearly darker or lighter than the ground. */
  other: number;
}

/** What a part of the screen is made of, as a camera sees it. */
async function seen(page: Page, part: Locator): Promise<Seen> {
  const shot = await part.screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<string, number>();
    const luminances: number[] = [];
    for (let i = 0; i < data.length; i += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3);
      const key = `${r},${g},${b}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      luminances.push(0.2126 * r + 0.7152 * g + 0.0722 * b);
    }
    const [ground = ''] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    const [r = 0, g = 0, b = 0] = ground.split(',').map(Number);
    const level = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const other = luminances.filter((each) => Math.abs(each - level) > 80).length / luminances.length;
    return { ground, other };
  }, shot.toString('base64'));
}

for (const { colorScheme } of ON_DESKTOP) {
  test.describe(`forced, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active' } });

    test.beforeEach(async ({ page }) => {
      await openLab(page);
      // Long enough for lines in all charts.
      await expect.poll(() => simulated_s(page)).toBeGreaterThan(1.5);
      await page.getByRole('button', { name: 'Pause' }).click();
    });

    test('charts stand on the ground of the page, and what is drawn can be seen', async ({ page }) => {
      const ground = colorScheme === 'light' ? '255,255,255' : '0,0,0';
      for (const name of ['queue', 'windows', 'loss', 'rates']) {
        const plot = await seen(page, page.locator(`[data-chart=${name}] canvas`));
        // A fill behind the plot may be commoner than the ground itself; it is close to it.
        const away = Math.abs(Number(plot.ground.split(',')[0]) - Number(ground.split(',')[0]));
        expect(away, `${name} stands on ${plot.ground}`).toBeLessThan(60);
        expect(plot.other, `${name}: lines and figures`).toBeGreaterThan(0.004);
        expect(plot.other, `${name}: no blob`).toBeLessThan(0.5);
      }
      const axis = await seen(page, page.locator('.chart-axis canvas'));
      expect(axis.other).toBeGreaterThan(0.001);
    });

    test('every slider has a line and a handle', async ({ page }) => {
      const sliders = page.locator('input[type=range]:visible');
      const count = await sliders.count();
      expect(count).toBeGreaterThan(3);
      for (let i = 0; i < count; i++) {
        const slider = sliders.nth(i);
        const name = (await slider.getAttribute('aria-label')) ?? `slider ${i}`;
        const { other } = await seen(page, slider);
        expect(other, name).toBeGreaterThan(0.02);
      }
    });

    test('what is pressed differs from what is not', async ({ page }) => {
      const log = page.getByRole('button', { name: 'log', exact: true });
      const before = await seen(page, log);
      await log.click();
      await expect(log).toHaveAttribute('aria-pressed', 'true');
      await page.mouse.move(0, 0);
      await expect.poll(async () => (await seen(page, log)).ground).not.toBe(before.ground);
      const pressed = await seen(page, log);
      expect(pressed.other, 'its word').toBeGreaterThan(0.02);
    });

    test('the words of the network are words, on their ground', async ({ page }) => {
      const name = page.locator('[data-key="bottleneck:r0"] text.topo-strong').first();
      const { other } = await seen(page, name);
      expect(other).toBeGreaterThan(0.08);
      expect(other).toBeLessThan(0.6);
    });
  });
}
