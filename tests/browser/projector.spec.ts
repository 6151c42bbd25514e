/** Lessons on a projector: each chart of a scene is in sight as a whole, at each part of each lesson. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './test';
import type { Page } from './test';

const course = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'lessons', 'course.md'), 'utf8');
const ids = [...course.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, id = '']) => id);

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** Least height of the drawing of a chart that is read in a class, px on the screen. */
const LEAST_PLOT = 60;

/** Returns the charts that are cut off or too low, as texts; null while there is none. */
function wrongCharts(page: Page): Promise<string[] | null> {
  return page.evaluate((least) => {
    const scene = document.querySelector('.projector-scene .scene');
    const charts = [...(scene?.querySelectorAll<HTMLElement>('[data-chart]') ?? [])];
    if (!scene || charts.length === 0) return null;
    const bar = document.querySelector('.projector-bar')!.getBoundingClientRect();
    const within = { bottom: Math.min(innerHeight, bar.top), right: innerWidth };
    return charts.flatMap((chart) => {
      const { top, bottom, left, right } = chart.getBoundingClientRect();
      const plot = chart.querySelector('.chart-plot')!.getBoundingClientRect().height;
      const cut = top < 0 || left < 0 || bottom > within.bottom + 1 || right > within.right + 1;
      const { chart: name = '' } = chart.dataset;
      return cut || plot < least ? [`${name}: ${top} to ${bottom} of ${within.bottom}, plot ${plot}`] : [];
    });
  }, LEAST_PLOT);
}

for (const id of ids)
  test(`the charts of ${id} are in sight as a whole`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(SIZES[0]!);
    await page.goto(`/#learn/present/${id}`);
    const place = page.locator('.projector-place');
    let checked = 0;
    for (;;) {
      const now = (await place.textContent()) ?? '';
      if ((await page.locator('.projector-scene').count()) > 0) {
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expect.poll(() => wrongCharts(page), `${now}, ${size.width} × ${size.height}`).toEqual([]);
        }
        checked++;
      }
      const next = page.locator('.projector-bar > .button.primary');
      if (await next.isDisabled()) break;
      await next.click();
      await expect
        .poll(async () => (await place.textContent()) !== now || (await next.isDisabled()))
        .toBe(true);
    }
    expect(checked).toBeGreaterThan(0);
  });
