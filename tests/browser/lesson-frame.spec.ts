/** A lesson in a page of another origin: the page receives events after its greeting, and other windows receive nothing. */
import { complaintsOf } from './complaints';
import { serveStatically, type StaticHost } from './static-host';
import { expect, test } from './test';
import type { FrameLocator, Page } from './test';

let host: StaticHost;
test.beforeAll(async () => {
  host = await serveStatically();
});
test.afterAll(() => host.close());

interface Received {
  type: string;
  [field: string]: unknown;
}

/**
 * Shows a view of the lab in a frame of its own, and collects the messages that the page and a second frame receive. `address`
 * is the part of its address after the folder. The page's first frame, which shows the Lab, is replaced, so that all messages
 * are those of one document.
 */
async function frameOf(page: Page, address: string): Promise<void> {
  await page.goto(host.course);
  await page.evaluate((src) => {
    const received: unknown[] = [];
    const elsewhere: unknown[] = [];
    Object.assign(window, { received, elsewhere });
    const frame = document.createElement('iframe');
    frame.title = 'Bufferlab';
    [frame.width, frame.height] = ['1200', '700'];
    window.addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow) received.push(data);
    });
    document.querySelector('iframe')!.replaceWith(frame);
    const other = document.createElement('iframe');
    document.body.append(other);
    other.contentWindow!.addEventListener('message', ({ data }) => elsewhere.push(data));
    frame.src = src;
  }, `${host.lab}${address}`);
}

/** Address of a lesson in a frame. */
const lessonAt = (id: string): string => `?embed#learn/${id}`;

const frameIn = (page: Page): FrameLocator => page.locator('iframe').first().contentFrame();

const receivedBy = (page: Page, list: 'received' | 'elsewhere'): Promise<Received[]> =>
  page.evaluate((name) => (window as unknown as Record<string, Received[]>)[name]!, list);

const typesOf = async (page: Page): Promise<string[]> =>
  (await receivedBy(page, 'received')).map(({ type }) => type);

/** Sends a message from the page, or from the second frame. */
function send(page: Page, message: object, from: 'page' | 'other' = 'page'): Promise<void> {
  return page.evaluate(
    ([data, from]) => {
      const target = document.querySelector('iframe')!.contentWindow!;
      if (from === 'page') {
        target.postMessage({ bufferlab: 1, ...data }, '*');
        return;
      }
      // A script of the second frame, so that this frame is the source.
      const other = window.frames[1] as unknown as { eval(code: string): void };
      other.eval(`parent.frames[0].postMessage(${JSON.stringify({ bufferlab: 1, ...data })}, '*')`);
    },
    [message, from] as const,
  );
}

/** Greets the frame as soon as it listens: an earlier greeting is lost. */
async function greet(page: Page): Promise<void> {
  await expect.poll(() => typesOf(page)).toContain('listening');
  await send(page, { type: 'hello' });
}

test('a lesson that cannot be read is answered with its problems', async ({ page }) => {
  await frameOf(page, lessonAt('window'));
  const lesson = frameIn(page);
  await expect(lesson.getByRole('heading', { name: 'A window fills the pipe' })).toBeVisible();
  await greet(page);
  await expect.poll(() => typesOf(page)).toContain('ready');
  await send(page, { type: 'open', lesson: 'text=AAAA.0' });
  await expect(lesson.getByRole('heading', { name: 'This link cannot be opened' })).toBeVisible();
  await expect.poll(() => typesOf(page)).toContain('refused');
  const [refused] = (await receivedBy(page, 'received')).filter(({ type }) => type === 'refused');
  expect(refused?.message).toMatch(/^This link cannot be opened\n./);
});

test('the page receives ready, step, answer and completed after its greeting; another window receives nothing', async ({
  page,
}) => {
  await frameOf(page, lessonAt('tiny-buffers'));
  const lesson = frameIn(page);
  await expect(
    lesson.getByRole('heading', { name: 'Very small buffers: pacing, and the anomaly' }),
  ).toBeVisible();
  const complaints = complaintsOf(page);
  await expect(lesson.getByRole('navigation', { name: 'Views' })).toHaveCount(0);
  await expect(lesson.getByRole('button', { name: 'All lessons' })).toBeHidden();
  await expect.poll(() => typesOf(page)).toEqual(['listening']);
  await send(page, { type: 'hello' }, 'other');
  const question = lesson.getByRole('region', { name: 'Predict' }).first();
  await question.getByRole('radio').first().check();
  await expect(question.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await typesOf(page)).toEqual(['listening']);

  await greet(page);
  await expect.poll(() => typesOf(page)).toContain('ready');
  await send(page, { type: 'getProgress' }, 'other');
  await question.getByRole('button', { name: 'Try again' }).click();
  await question.getByRole('radio').last().check();
  await expect.poll(() => typesOf(page)).toContain('answer');
  await send(page, { type: 'open', lesson: 'window', step: 7 });
  await expect(lesson.getByRole('heading', { name: 'A window fills the pipe' })).toBeVisible();
  await lesson.getByRole('button', { name: 'Finish' }).click();
  await expect.poll(() => typesOf(page)).toContain('completed');

  const events = await receivedBy(page, 'received');
  expect(events.find(({ type }) => type === 'ready')).toMatchObject({
    view: 'lesson',
    lesson: 'tiny-buffers',
    steps: 7,
  });
  expect(events.find(({ type }) => type === 'answer')).toMatchObject({
    lesson: 'tiny-buffers',
    kind: 'predict',
    statement: { verb: { id: 'http://adlnet.gov/expapi/verbs/answered' } },
  });
  expect(events.find(({ type }) => type === 'completed')).toMatchObject({
    lesson: 'window',
    score: { right: 0 },
  });
  expect(await receivedBy(page, 'elsewhere')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an embedded Lab reports its view, and the theme follows the page', async ({ page }) => {
  await frameOf(page, '?embed=1');
  await greet(page);
  await expect
    .poll(() => receivedBy(page, 'received'))
    .toContainEqual({ bufferlab: 1, type: 'ready', view: 'lab' });
  await send(page, { type: 'theme', theme: 'dark' });
  await expect(frameIn(page).locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the example page shows the events and a score', async ({ page }) => {
  await page.goto(`${host.lab}examples/moodle.html`);
  const lesson = frameIn(page);
  const question = lesson.getByRole('region', { name: 'Predict' }).first();
  await question.getByRole('textbox').fill('40');
  await question.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByRole('status')).toHaveText(/^[01] of \d+ questions right/);
  await expect(page.getByRole('listitem').filter({ hasText: 'answer' })).not.toHaveCount(0);
});
