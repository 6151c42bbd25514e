/** Within another page a small frame shows a compact view that runs, with a link to the complete page. */
import { expect, test } from './test';
import type { FrameLocator, Page } from './test';
import { decodeLink } from '../../web/url/codec';
import { fragmentOf } from './lab';

const EXPERIMENT = {
  title: 'A lecture’s link',
  duration_s: 600,
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 40 } }],
  groups: [
    {
      id: 'tcp',
      access: { rate_bps: 1e8, delay_s: 0.001 },
      traffic: { kind: 'tcp', recovery: 'reno' },
    },
  ],
};

/** What the documentation says of frames. */
const SANDBOX = 'allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox';

async function framed(page: Page, width: number, height: number, search = ''): Promise<FrameLocator> {
  await page.goto('/licences/packages.md');
  await page.evaluate(
    ([src, width, height, sandbox]) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', sandbox);
      Object.assign(frame, { src, width: String(width), height: String(height) });
      document.body.replaceChildren(frame);
    },
    [`/${search}#${fragmentOf(EXPERIMENT)}`, width, height, SANDBOX] as const,
  );
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('button', { name: 'Pause' })).toBeEnabled();
  return frame;
}

for (const [width, height] of [
  [800, 450],
  [360, 480],
  [560, 300],
] as const) {
  test(`a frame of ${width} × ${height} shows a compact view that runs, and nothing is cut off`, async ({
    page,
  }) => {
    const frame = await framed(page, width, height);
    await expect(frame.getByRole('heading', { name: 'A lecture’s link' })).toBeVisible();
    await expect(frame.getByRole('toolbar')).toBeHidden();
    await expect(frame.getByRole('complementary')).toBeHidden();
    const layout = () =>
      frame.locator('html').evaluate((root) => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const play = box('.play');
        return {
          scroll: [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight],
          seen: play !== undefined && play.top >= 0 && play.bottom <= innerHeight,
          // Of the frame.
          picture: (box('.topo-canvas')?.height ?? 0) / innerHeight > 0.35 ? 'large enough' : 'too small',
        };
      });
    await expect.poll(layout).toEqual({ scroll: [0, 0], seen: true, picture: 'large enough' });
    if (height > 400) await expect(frame.locator('[data-chart=queue]')).toBeInViewport({ ratio: 0.9 });
    const time = frame.getByTestId('sim-time');
    const before = await time.textContent();
    await expect(time).not.toHaveText(before ?? '');
  });
}

test('the link to the complete page opens the same experiment in a new tab', async ({ page, context }) => {
  const frame = await framed(page, 800, 450, '?embed');
  const opened = context.waitForEvent('page');
  await frame.getByRole('link', { name: 'Open in Bufferlab' }).click();
  const lab = await opened;
  await expect(lab).toHaveTitle(/^A lecture’s link/);
  await expect(lab.getByRole('complementary', { name: 'Parameters and results' })).toBeVisible();
  expect(new URL(lab.url()).search).toBe('');
  expect(decodeLink(new URL(lab.url()).hash)).toMatchObject({ ok: true });
});

test('a large frame shows the complete page, and the address can request either view', async ({ page }) => {
  const large = await framed(page, 1200, 700);
  await expect(large.getByRole('complementary')).toBeVisible();
  const picture = await framed(page, 1200, 700, '?embed');
  await expect(picture.getByRole('complementary')).toBeHidden();
  const whole = await framed(page, 900, 500, '?embed=full');
  await expect(whole.getByRole('complementary')).toBeVisible();
});
