/** Studies: run, pause, continue after a reload, open from links; their lines are those of the program, byte for byte. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { encodeStudy } from '../../web/url/codec';
import { expectNothingFound, APPEARANCES } from './axe';
import { fragmentOf, nativeProgram, openLab, restingAt, tabTo } from './lab';

const preset = new URL('../../engine/core/src/presets/anomaly.json', import.meta.url);
const SCENARIO = JSON.parse(readFileSync(preset, 'utf8')) as Record<string, unknown>;
const BUFFER = 'bottlenecks.r0.queue.limit_bytes';
const LOSS = 'bottlenecks.r0.loss.udp';

/** The anomaly over its buffer; runs of `length_s` seconds, a third of them warm-up. */
function studyOf(change: object = {}, length_s = 0.6): object {
  const set = [
    { path: 'duration_s', value: length_s },
    { path: 'warmup_s', value: length_s / 3 },
  ];
  return {
    scenario: SCENARIO,
    set,
    over: [`${BUFFER}=5kB:50kB:10`],
    replications: 3,
    measure: [LOSS],
    ...change,
  };
}

function linkOf(study: object, look = ''): string {
  const encoded = encodeStudy(study, look);
  if (!encoded.ok) throw new Error(encoded.message);
  return encoded.fragment;
}

test('lines and table are those of the native program, byte for byte', async ({ page }) => {
  const program = nativeProgram();
  const curves = await openStudy(page, studyOf({}, 3));
  const { longest_ms } = await watching(page, async () => {
    await curves.getByRole('button', { name: 'Run 30 simulations' }).click();
    await expect(curves.getByTestId('study-phase')).toHaveText('Done.', { timeout: 240_000 });
  });
  note('longest task of the main thread, ms', longest_ms);
  await expect(curves.getByTestId('study-progress')).toHaveText('30 of 30 runs');
  await expect(curves.getByTestId('curve-row')).toHaveCount(10);
  await expect(curves.getByTestId('finding')).toContainText('Minimum: ');

  const options = ['--replications', '3', '--duration', '3', '--warmup', '1', '--json'];
  const native = execFileSync(program, ['sweep', 'anomaly', '--over', `${BUFFER}=5kB:50kB:10`, ...options], {
    encoding: 'utf8',
  });
  expect(native.trim().split('\n')).toHaveLength(30);
  const lines = await saved(page, 'ndjson');
  // The first line begins with its origin.
  const [origin = ''] = /^\{"bufferlab":\{[^}]*\},/.exec(lines) ?? [];
  expect(origin).toContain('"link":"http');
  expect(`{${lines.slice(origin.length)}`).toBe(native);
  const table = await saved(page, 'csv');
  expect(table).toMatch(/^# link: http/m);
  const csv = table
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  expect(csv).toHaveLength(31);
  expect(csv[0]).toMatch(/^key,seed,bottlenecks\.r0\.queue\.limit_bytes,.*,error$/);
  const means = await saved(page, 'means');
  expect(means).toMatch(/^# link: http/m);
  expect(means.match(/^\d+,3,/gm)).toHaveLength(10);

  // The saved files open the study again.
  for (const [name, text] of [
    ['runs.ndjson', lines],
    ['runs.csv', table],
  ] as const) {
    await page.goto('/');
    await page.getByRole('button', { name: 'Share' }).click();
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.getByLabel('Open a file', { exact: true }).setInputFiles(file);
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('5kB');
    await expect(page.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('50kB');
    await expect(page.getByRole('textbox', { name: 'Number of points' })).toHaveValue('10');
    await expect(page.getByRole('combobox', { name: 'Spacing' })).toHaveValue('linear');
  }
});

test('the button that copies the link is within the screen', async ({ page }) => {
  await openStudy(page, studyOf({}, 3));
  for (const size of [
    { width: 1366, height: 768 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByTestId('study-link')).toHaveValue(/^http/);
    const copy = page.getByRole('button', { name: 'Copy' });
    const right = () => copy.evaluate((button) => button.getBoundingClientRect().right);
    await expect.poll(right).toBeLessThanOrEqual(size.width);
    await page.keyboard.press('Escape');
  }
});

test('a study pauses, resumes and is canceled; completed runs stay', async ({ page }) => {
  // About two seconds each: some are left when it is canceled, however quick the machine.
  const curves = await openStudy(page, studyOf({}, 400));
  await curves.getByRole('button', { name: 'Run 30 simulations' }).click();
  await expect(curves.getByTestId('curve-row')).not.toHaveCount(0);
  await curves.getByRole('button', { name: 'Pause' }).click();
  await expect(curves.getByTestId('study-phase')).toContainText('Paused');
  const paused = await completedAtRest(curves);
  await curves.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => completed(curves)).toBeGreaterThan(paused);

  await curves.getByRole('button', { name: 'Cancel' }).click();
  await expect(curves.getByTestId('study-phase')).toContainText('Canceled');
  await expect(curves.getByTestId('study-progress')).not.toHaveText(/^30 of/);
  const kept = await curves.getByTestId('curve-row').count();
  expect(kept).toBeGreaterThan(0);
});

test('a study continues after a reload without repeating runs', async ({ page }) => {
  await countRuns(page);
  // Long runs: some are left when it pauses, however quick the machine.
  const curves = await openStudy(page, studyOf({ replications: 1 }, 200));
  await curves.getByRole('button', { name: 'Run 10 simulations' }).click();
  await expect.poll(() => completed(curves), { intervals: [50] }).toBeGreaterThan(1);
  await curves.getByRole('button', { name: 'Pause' }).click();
  const there = await completedAtRest(curves);
  expect(there).toBeLessThan(10);
  await page.reload();
  await expect(curves.getByTestId('study-progress')).toHaveText(`${there} of 10 runs`);
  await curves.getByRole('button', { name: 'Continue' }).click();
  await expect(curves.getByTestId('study-phase')).toHaveText('Done.', { timeout: 240_000 });
  expect(await page.evaluate(() => (window as unknown as { runs: number }).runs)).toBe(10 - there);
});

test('replications of a point stop at the target precision', async ({ page }) => {
  const stop = { measure: 'bottlenecks.r0.utilization', half_width: 0.3, at_least: 2 };
  const over = [`${BUFFER}=5kB,10kB,20kB`];
  const curves = await openStudy(page, studyOf({ over, replications: 12, stop }, 0.5));
  await curves.getByRole('button', { name: /^Run \d+ simulations/ }).click();
  await expect(curves.getByTestId('study-phase')).toHaveText('Done.', { timeout: 240_000 });
  const [done, of] = ((await curves.getByTestId('study-progress').textContent()) ?? '')
    .match(/\d+/g)!
    .map(Number);
  expect(done).toBe(of);
  expect(done).toBeGreaterThanOrEqual(6);
  expect(done).toBeLessThan(36);
});

test('by keyboard, a point opens its run in the Lab, and Back returns to the curve', async ({ page }) => {
  const curves = await openStudy(page, studyOf({ over: [`${BUFFER}=5kB,10kB`], replications: 2 }));
  await curves.getByRole('textbox', { name: 'List of values' }).press('Enter');
  await expect(curves.getByTestId('study-phase')).toHaveText('Done.');
  await tabTo(page, curves.getByRole('application'));
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await expect(curves.locator('.curve-text')).toContainText('seed 2');
  await page.keyboard.press('Enter');
  await expect(curves).toBeHidden();
  const limit = page.getByRole('slider', { name: 'Buffer limit of r0' });
  await expect(limit).toHaveAttribute('aria-valuenow', '10000');
  await page.goBack();
  await expect(curves.getByTestId('study-phase')).toHaveText('Done.');
  await curves.getByRole('button', { name: 'Open the run with 5,000 B, seed 1' }).click();
  await expect(limit).toHaveAttribute('aria-valuenow', '5000');
});

test('the help of a parameter opens a study of it, whose link opens in a new page', async ({
  page,
  context,
}) => {
  await openLab(page, fragmentOf(SCENARIO));
  await page
    .getByRole('region', { name: 'Parameters', exact: true })
    .getByRole('button', { name: 'About Rate' })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sweep this' }).click();
  const curves = page.getByRole('main', { name: 'Studies' });
  await expect(curves.getByRole('combobox', { name: 'Parameter', exact: true })).toHaveValue(
    'bottlenecks.r0.rate_bps',
  );
  await curves.getByRole('combobox', { name: 'Values', exact: true }).selectOption('List of values');
  await curves.getByRole('textbox', { name: 'List of values' }).fill('50 Mb/s, 100 Mb/s');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByTestId('study-link')).toHaveValue(/#1\.s/);
  const link = await page.getByTestId('study-link').inputValue();
  const fresh = await context.newPage();
  await fresh.goto(link);
  const again = fresh.getByRole('main', { name: 'Studies' });
  await expect(again.getByRole('textbox', { name: 'List of values' })).toHaveValue('50 Mb/s, 100 Mb/s');
  await expect(again.getByRole('button', { name: 'Run 6 simulations' })).toBeVisible();
});

for (const [name, change, message] of [
  [
    'a billion points',
    { over: ['groups.tcp.count=1:1000:1000', 'groups.udp.count=1:1000:1000', 'duration_s=1:1000:1000'] },
    /1000000000 points.*maximum is 100000/,
  ],
  ['more runs than the page accepts', { replications: 5000 }, /over.*at most 10000/],
  ['nested axes', { over: [{ together: [{ together: [{ together: [] }] }] }] }, /over: /],
  ['unknown measures', { measure: ['bottlenecks.r0.lost'] }, /measure\.0.*loss\.udp/],
  ['axes that are no list', { over: 7 }, /over: must be a list/],
  ['a scenario that is no object', { scenario: [1] }, /\S+/],
] as const) {
  test(`a hostile link is refused with path and limit: ${name}`, async ({ page }) => {
    await page.goto(`/#${linkOf(studyOf(change))}`);
    const curves = page.getByRole('main', { name: 'Studies' });
    await expect(curves.getByRole('alert')).toHaveText(message);
    await expect(curves.getByTestId('study-phase')).toHaveText('Not started.');
  });
}

test('a range is entered in four fields; errors stand beside their field', async ({ page }) => {
  const curves = await openStudy(page, studyOf());
  const values = curves.getByRole('group', { name: 'Values of Buffer' });
  const from = values.getByRole('textbox', { name: 'From' });
  await from.fill('5 apples');
  await curves.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(from).toHaveAccessibleDescription(/“5 apples” is not a size/);
  await from.fill('2 ms');
  await values.getByRole('textbox', { name: 'Number of points' }).fill('4');
  await values.getByRole('combobox', { name: 'Spacing' }).selectOption('Logarithmic');
  await expect(curves.getByRole('heading', { level: 2 })).toContainText('2 ms–50 kB (4 points, log-spaced)');
  await expect(curves.getByRole('button', { name: 'Run 12 simulations' })).toBeVisible();
  await expect(curves.getByRole('checkbox', { name: 'Log x axis' })).toHaveCount(0);

  await values.getByRole('combobox', { name: 'Values', exact: true }).selectOption('List of values');
  const list = values.getByRole('textbox', { name: 'List of values' });
  await list.fill('5 kB:20 kB:4');
  await list.blur();
  await expect(values.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('20 kB');
  await expect(curves.getByRole('heading', { level: 2 })).toContainText('5–20 kB (4 points)');
});

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test(`axe finds no problem and nothing is too wide (${device}, ${colorScheme})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const over = [`${BUFFER}=5kB:50kB:4`, 'groups.tcp.count=100,200'];
    const curves = await openStudy(page, studyOf({ over, replications: 2 }), '&models=mm1b-bulk');
    await curves.getByRole('button', { name: 'Run 16 simulations' }).click();
    await expect(curves.getByTestId('study-phase')).toHaveText('Done.');
    await expectNothingFound(page, { look });
    await curves.getByRole('button', { name: 'Map' }).click();
    await expectNothingFound(page, { look });
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(excess).toBe(0);
  });
}

async function openStudy(page: Page, study: object, look = ''): Promise<Locator> {
  await page.goto(`/#${linkOf(study, look)}`);
  return page.getByRole('main', { name: 'Studies' });
}

/** Number of completed runs of a paused study, at rest. */
function completedAtRest(curves: Locator): Promise<number> {
  return restingAt(() => completed(curves), 1500);
}

/** Number of completed runs that a study shows. */
async function completed(curves: Locator): Promise<number> {
  return Number.parseInt((await curves.getByTestId('study-progress').textContent()) ?? '');
}

/** Counts the runs that workers start. */
async function countRuns(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counter = window as unknown as { runs: number };
    counter.runs = 0;
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { path?: string[] }, ...rest: []): void {
      if (message.path?.[0] === 'run') counter.runs += 1;
      send.call(this, message, ...rest);
    };
  });
}

/** Adds a number to the report of the tests. */
function note(type: string, figure: number): void {
  test.info().annotations.push({ type, description: figure.toFixed(1) });
}

/** Saves a file of this kind and returns its text. */
async function saved(page: Page, kind: string): Promise<string> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByTestId(`save-${kind}`).click();
  await page.keyboard.press('Escape');
  return readFileSync(await (await download).path(), 'utf8');
}

/** Returns the longest task of the main thread during `work`, in ms; 0 if none took 50 ms. */
async function watching(page: Page, work: () => Promise<void>): Promise<{ longest_ms: number }> {
  await page.evaluate(() => {
    const tasks = window as unknown as { longest_ms: number };
    tasks.longest_ms = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.longest_ms = Math.max(tasks.longest_ms, duration);
    }).observe({ type: 'longtask' });
  });
  await work();
  return { longest_ms: await page.evaluate(() => (window as unknown as { longest_ms: number }).longest_ms) };
}
