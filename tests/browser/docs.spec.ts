/** The documentation beside the page: its link, its search, its examples, its looks, and its use without a network. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './test';
import type { Page } from './test';
import { APPEARANCES, expectNothingFound, WCAG } from './axe';
import { complaintsOf } from './complaints';
import { openLab } from './lab';
import { dist, serveCopy } from './static-host';
import type { HostedCopy } from './static-host';

const START = '/docs/start/lecturer.html';

test('the header of the page opens the documentation in a new tab, and the run goes on', async ({
  page,
  context,
}) => {
  await openLab(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Documentation' }).click();
  const docs = await opened;
  await expect(docs.getByRole('heading', { level: 1, name: 'Bufferlab documentation' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await docs.getByRole('link', { name: 'Open the lab' }).click();
  await expect(docs.getByTestId('sim-time')).toBeVisible();
});

test('on a phone the help has the link', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLab(page);
  await expect(page.getByRole('link', { name: 'Documentation' })).toBeHidden();
  await page.getByRole('button', { name: 'Keys and help' }).click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'Documentation' });
  await expect(link).toHaveAttribute('href', 'docs/index.html');
});

test('the search finds a section, by keys alone, and corrects a typing error', async ({ page }) => {
  await page.goto('/docs/index.html');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('slrum');
  const results = page.locator('#results');
  await expect(results.getByRole('link').first()).toContainText('Run a study on a cluster');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/guides\/cluster\.html#slurm$/);
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page.locator('#results').getByRole('status')).toHaveText('No pages match “zzzz”.');
  await page.keyboard.press('Escape');
  await expect(page.locator('#results')).toBeHidden();
});

test('the search says that its index did not load, and tries again', async ({ page }) => {
  await page.route('**/search.json', (route) => route.abort());
  await page.goto('/docs/index.html');
  await page.getByRole('searchbox').fill('slurm');
  await expect(page.getByRole('status')).toContainText('did not load');
  await page.unroute('**/search.json');
  await page.getByRole('searchbox').fill('slurm ray');
  await expect(page.locator('#results').getByRole('link').first()).toBeVisible();
});

test('an example runs beside its text, in the colors of the page, and its command is copied', async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(START);
  const lab = page.locator('iframe').first().contentFrame();
  await expect(lab.getByRole('heading', { name: /^TCP sawtooth/ })).toBeVisible();
  const time = lab.getByTestId('sim-time');
  const before = await time.textContent();
  await expect(time).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Copy the command' }).nth(1).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'bufferlab run one-flow --set bottlenecks.r0.queue.limit_packets=20',
  );
  const colors = page.getByRole('button', { name: /^Colors/ });
  await colors.click();
  await colors.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(lab.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Before the page is left: files that are then on their way count as not loaded.
  expect(complaints).toEqual([]);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the contents are a sheet on a phone, and the page does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/docs/guides/size-a-buffer.html');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents).toBeHidden();
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.getByRole('link', { name: 'Will my call survive?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Will my call survive?');
  for (const path of ['guides/size-a-buffer', 'scope/not-modeled', 'formats/embedding', 'index']) {
    await page.goto(`/docs/${path}.html`);
    expect(await excessWidth(page), path).toBe(0);
  }
});

/** Returns by how many pixels a page is wider than its window. */
const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  let host: HostedCopy;
  test.beforeEach(async () => {
    host = await serveCopy();
  });
  test.afterEach(() => {
    host.remove();
  });

  /** Files of the documentation that are kept: all but the pictures for previews. */
  let kept: string[];
  test.beforeAll(() => {
    kept = readdirSync(join(dist, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|css|js|json)$/.test(name))
      .map((name) => name.replaceAll('\\', '/'))
      .sort();
  });

  test('all pages, the search and the examples work after the first visit of one page, below any path', async ({
    page,
  }) => {
    await page.goto(`${host.lab}docs/scope/not-modeled.html`);
    await expect.poll(() => storedDocs(page)).toEqual(kept);
    host.close();
    await page.goto(`${host.lab}docs/guides/teach.html`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teach a class');
    await page.getByRole('searchbox').fill('receipts');
    await expect(page.locator('#results').getByRole('link').first()).toBeVisible();
    await page.keyboard.press('Escape');
    const lab = page.frameLocator('iframe');
    await page.locator('iframe').scrollIntoViewIfNeeded();
    await expect(lab.getByTestId('sim-time')).toBeVisible();
    await page.goto(`${host.lab}docs/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bufferlab documentation');
  });

  test('a visitor of the Lab does not load the documentation, until a page of it is opened', async ({
    page,
  }) => {
    await page.goto(host.lab);
    await expectActive(page);
    expect(await storedDocs(page)).toEqual([]);
    await page.goto(`${host.lab}docs/start/operator.html`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start as an operator');
    await expect.poll(() => storedDocs(page)).toEqual(kept);
  });

  test('a new version brings the changed pages of a documentation that is kept', async ({ page }) => {
    const address = `${host.lab}docs/scope/not-modeled.html`;
    await page.goto(address);
    await expect.poll(() => storedDocs(page)).toEqual(kept);
    change('docs/scope/not-modeled.html', /<h1>/, '$&Second edition: ');
    change(
      'service-worker.js',
      /(`docs\/scope\/not-modeled\.html`,revision:`)[0-9a-f]{16}/,
      '$10123456789abcdef',
    );
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
      .toBe('installed');
    host.close();
    const heading = page.getByRole('heading', { level: 1 });
    await page.reload();
    await expect(heading).toHaveText('What is not modeled');
    await page.evaluate(async () => {
      const changed = new Promise((changed) => {
        navigator.serviceWorker.addEventListener('controllerchange', changed);
      });
      (await navigator.serviceWorker.ready).waiting?.postMessage({ type: 'SKIP_WAITING' });
      await changed;
    });
    await expectActive(page);
    await page.reload();
    await expect(heading).toHaveText('Second edition: What is not modeled');
    // The old page is gone: one entry for each file.
    expect(await storedDocs(page)).toEqual(kept);
  });

  function change(file: string, from: RegExp, to: string): void {
    const path = join(host.folder, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
  }
});

/** Waits until the service worker of a page has stored its files. */
async function expectActive(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated');
}

/** Returns the stored files of the documentation by their paths below `docs/`, each as often as it is stored. */
function storedDocs(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    const paths = requests.flat().map(({ url }) => new URL(url).pathname);
    return paths.flatMap((path) => /\/lab\/docs\/(.*)$/.exec(path)?.[1] ?? []).sort();
  });
}

for (const look of APPEARANCES) {
  const { device, colorScheme, viewport } = look;
  test(`axe finds nothing (${device}, ${colorScheme})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const path of [
      'index',
      'start/operator',
      'guides/size-a-buffer',
      'scope/not-modeled',
      'formats/lessons',
    ]) {
      await page.goto(`/docs/${path}.html`);
      // The lab in the frame has tests of its own.
      await page.evaluate(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));
      await expectNothingFound(page, { look, tags: WCAG, where: path });
    }
    await page.getByRole('searchbox').fill('lesson');
    await expect(page.locator('#results').getByRole('link').first()).toBeVisible();
    await expectNothingFound(page, { look, tags: WCAG, where: 'results of the search' });
  });
}
