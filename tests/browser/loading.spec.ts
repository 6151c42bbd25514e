/** What does not come says so: a file that is missing or on its way for ever, and a browser too old. */
import { expect, test } from './test';
import type { Page, Route } from './test';
import { expectNothingFound, ON_DESKTOP } from './axe';
import { fragmentOf, runs } from './lab';

test.describe.configure({ timeout: 90_000 });

const MAIN = /\/assets\/index-[^/]+\.js/;
const PART = /\/assets\/rolldown-runtime-[^/]+\.js/;
const WORKER = /\/assets\/worker-[^/]+\.js/;
const WASM = /\.wasm$/;

const EXPERIMENT = {
  title: 'From a friend',
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 50 } }],
  groups: [{ id: 'tcp', access: { rate_bps: 1e8, delay_s: 0.001 }, traffic: { kind: 'tcp' } }],
};

for (const [what, file] of Object.entries({ program: MAIN, 'part of the program': PART })) {
  test(`a ${what} that is missing is said, and asked for again`, async ({ page }) => {
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('A file of the page did not load');
    await expect(alert).toContainText('Check the connection.');
    await page.unroute(file);
    await alert.getByRole('button', { name: 'Load it again' }).click();
    await runs(page);
    await expect(alert).toBeHidden();
  });

  test(`a ${what} that stalls is said after a while, and begins when it comes`, async ({ page }) => {
    await page.clock.install();
    const release = await stalled(page, file);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Loading the laboratory')).toBeVisible();
    await page.clock.fastForward(14_000);
    await expect(page.getByRole('alert')).toBeHidden();
    await page.clock.fastForward(2_000);
    await expect(page.getByRole('alert')).toContainText('The page is not here yet');
    await expect(page.getByRole('button', { name: 'Load it again' })).toBeVisible();
    await release();
    await runs(page);
    await expect(page.getByRole('alert')).toBeHidden();
  });
}

test('a program that stops before its first picture is said with its reason', async ({ page }) => {
  await page.route(MAIN, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("A cosmic ray.")' }),
  );
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('The page stopped');
  await expect(page.getByRole('alert')).toContainText('A cosmic ray.');
});

for (const [what, file] of Object.entries({ simulator: WASM, "simulator's worker": WORKER })) {
  test(`a ${what} that is missing is said, and asked for again`, async ({ page }) => {
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('The simulator stopped');
    await page.unroute(file);
    await page.getByRole('button', { name: 'Restart the simulator' }).click();
    await runs(page);
  });

  test(`a ${what} that stalls is said after a while, and can be asked for again`, async ({ page }) => {
    await page.clock.install();
    await stalled(page, file, 1);
    await page.goto('/');
    await expect(page.getByText('Compiling the simulator')).toBeVisible();
    await page.clock.fastForward(16_000);
    await expect(page.getByRole('alert')).toContainText('a file may not have come');
    await page.getByRole('button', { name: 'Load it again' }).click();
    await runs(page);
    await expect(page.getByRole('alert')).toBeHidden();
  });
}

test('what reads links, when it stalls, is said after a while', async ({ page }) => {
  await page.clock.install();
  const release = await stalled(page, /\/assets\/formats-[^/]+\.js/);
  await page.goto(`/#${fragmentOf(EXPERIMENT)}`);
  await expect(page.getByText('Reading the link')).toBeVisible();
  await page.clock.fastForward(16_000);
  await expect(page.getByRole('alert')).toContainText('a file may not have come');
  await release();
  await runs(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page).toHaveTitle(/From a friend/);
});

/** What an older browser does not have, by what it is told. */
const LACKING: Record<string, () => void> = {
  WebAssembly: () => Reflect.deleteProperty(globalThis, 'WebAssembly'),
  'the JavaScript of 2023': () => Reflect.deleteProperty(Array.prototype, 'toSorted'),
  'popovers and dialogs': () => Reflect.deleteProperty(HTMLElement.prototype, 'popover'),
  'scripts of modules': () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
  'workers of modules': () => {
    // Before there were modules, nobody looked at the options.
    globalThis.Worker = new Proxy(Worker, {
      construct: (Original, [url]: [string | URL]) => new Original(url),
    });
  },
};

for (const [what, take] of Object.entries(LACKING)) {
  test(`a browser without ${what} is told so`, async ({ page }) => {
    await page.addInitScript(take);
    await page.goto('/');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('This browser cannot run Bufferlab');
    await expect(alert).toContainText(
      `It is too old for ${what}, or that is switched off. Chrome and Edge from 114`,
    );
    expect(page.workers()).toEqual([]);
  });
}

for (const look of ON_DESKTOP) {
  const { colorScheme } = look;
  test(`axe finds nothing where the page does not begin (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.addInitScript(LACKING.WebAssembly ?? (() => undefined));
    await page.goto('/');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNothingFound(page, { look });
  });
}

/** Files that match are on their way for ever, the first `times` of them. Returns how to let them come. */
async function stalled(page: Page, file: RegExp, times?: number): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  const hold = (route: Route): void => void waiting.push(route);
  await page.route(file, hold, times === undefined ? {} : { times });
  return async () => {
    for (const route of waiting.splice(0)) await route.continue();
  };
}
