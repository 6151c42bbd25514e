/** The page shows why it does not start: a missing file, a file that never arrives, or a browser that is too old. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './test';
import type { Page, Route } from './test';
import { expectNothingFound, ON_DESKTOP } from './axe';
import { fragmentOf, runs } from './lab';
import { dist } from './static-host';

const MAIN = /\/assets\/index-[^/]+\.js/;
const WORKER = /\/assets\/worker-[^/]+\.js/;
const WASM = /\.wasm$/;

const EXPERIMENT = {
  title: 'From a friend',
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 50 } }],
  groups: [{ id: 'tcp', access: { rate_bps: 1e8, delay_s: 0.001 }, traffic: { kind: 'tcp' } }],
};

/** Script of the page, and a file that it imports, if the build has split it. */
const SCRIPTS = { script: MAIN, ...(importedFile() && { 'part of the script': importedFile()! }) };

for (const [part, file] of Object.entries(SCRIPTS)) {
  test(`a missing ${part} is reported, and a button reloads the page`, async ({ page }) => {
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('A file of the page did not load');
    await expect(alert).toContainText('Check the connection.');
    await page.unroute(file);
    await alert.getByRole('button', { name: 'Reload the page' }).click();
    await runs(page);
    await expect(alert).toBeHidden();
  });

  test(`a ${part} that stalls is reported after 15 s, and the page starts when it arrives`, async ({
    page,
  }) => {
    await page.clock.install();
    const release = await stalled(page, file);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Loading Bufferlab')).toBeVisible();
    await page.clock.fastForward(14_000);
    await expect(page.getByRole('alert')).toBeHidden();
    await page.clock.fastForward(2_000);
    await expect(page.getByRole('alert')).toContainText('The page is still loading');
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    await release();
    await runs(page);
    await expect(page.getByRole('alert')).toBeHidden();
  });
}

test('an error before the first picture is shown with its message', async ({ page }) => {
  await page.route(MAIN, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("A cosmic ray.")' }),
  );
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('The page stopped');
  await expect(page.getByRole('alert')).toContainText('A cosmic ray.');
});

for (const [part, file] of Object.entries({ simulator: WASM, "simulator's worker": WORKER })) {
  test(`a missing ${part} is reported, and a button restarts the simulator`, async ({ page }) => {
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('The simulator stopped');
    await page.unroute(file);
    await page.getByRole('button', { name: 'Restart the simulator' }).click();
    await runs(page);
  });

  test(`a ${part} that stalls is reported after 15 s, and a button tries again`, async ({ page }) => {
    await page.clock.install();
    await stalled(page, file, 1);
    await page.goto('/');
    await expect(page.getByText('Compiling the simulator')).toBeVisible();
    await page.clock.fastForward(16_000);
    await expect(page.getByRole('alert')).toContainText('a file may not have arrived');
    await page.getByRole('button', { name: 'Try again' }).click();
    await runs(page);
    await expect(page.getByRole('alert')).toBeHidden();
  });
}

test('the part that reads links is reported after 15 s if it stalls', async ({ page }) => {
  await page.clock.install();
  const release = await stalled(page, /\/assets\/formats-[^/]+\.js/);
  await page.goto(`/#${fragmentOf(EXPERIMENT)}`);
  await expect(page.getByText('Reading the link')).toBeVisible();
  await page.clock.fastForward(16_000);
  await expect(page.getByRole('alert')).toContainText('a file may not have arrived');
  await release();
  await runs(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page).toHaveTitle(/From a friend/);
});

/** Features that older browsers lack, by their names in the message, and how to remove each. */
const LACKING: Record<string, () => void> = {
  WebAssembly: () => Reflect.deleteProperty(globalThis, 'WebAssembly'),
  'JavaScript of 2023': () => Reflect.deleteProperty(Array.prototype, 'toSorted'),
  'popovers and dialogs': () => Reflect.deleteProperty(HTMLElement.prototype, 'popover'),
  'module scripts': () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
  'module workers': () => {
    // Browsers without modules do not read the options.
    globalThis.Worker = new Proxy(Worker, {
      construct: (Original, [url]: [string | URL]) => new Original(url),
    });
  },
};

for (const [feature, take] of Object.entries(LACKING)) {
  test(`a browser without ${feature} shows which feature is missing`, async ({ page }) => {
    await page.addInitScript(take);
    await page.goto('/');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('This browser cannot run Bufferlab');
    await expect(alert).toContainText(
      `It does not support ${feature}. Use Chrome or Edge 114, Firefox 125, Safari 17 or a later version.`,
    );
    expect(page.workers()).toEqual([]);
  });
}

for (const look of ON_DESKTOP) {
  const { colorScheme } = look;
  test(`axe finds nothing on the message that the page does not start (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.addInitScript(LACKING.WebAssembly ?? (() => undefined));
    await page.goto('/');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNothingFound(page, { look });
  });
}

/** Returns a pattern for the first file that the page's script imports; null if it imports none. */
function importedFile(): RegExp | null {
  const folder = join(dist, 'assets');
  const main = readdirSync(folder).find((name) => /^index-[^/]+\.js$/.test(name)) ?? '';
  const [, name] = /\bfrom\s*"\.\/([^"]+\.js)"/.exec(readFileSync(join(folder, main), 'utf8')) ?? [];
  return name === undefined ? null : new RegExp(name.replaceAll('.', '\\.'));
}

/** Holds the first `times` requests for files that match. Returns a function that releases them. */
async function stalled(page: Page, file: RegExp, times?: number): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  const hold = (route: Route): void => void waiting.push(route);
  await page.route(file, hold, times === undefined ? {} : { times });
  return async () => {
    for (const route of waiting.splice(0)) await route.continue();
  };
}
