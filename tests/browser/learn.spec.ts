/** Lessons in the page: each is walked through from its first block to its last, by pointer or by keyboard. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPEARANCES, expectNothingFound, WCAG } from './axe';
import { complaintsOf } from './complaints';
import { draftIn } from './draft';
import { everyTest } from '../extent';
import { expect, test } from './test';
import type { Locator, Page } from './test';

const course = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'lessons', 'course.md'), 'utf8');
const ids = [...course.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, id = '']) => id);

type Device = 'pointer' | 'keyboard';

test('the course map leads to a lesson, and back with its progress', async ({ page }) => {
  await page.goto('/#learn');
  await expect(page.getByRole('button', { name: /^Begin lesson/ })).toHaveCount(ids.length);
  await page.getByRole('searchbox', { name: 'Search the lessons' }).fill('sawtooth');
  await expect(page.getByRole('button', { name: /^Begin lesson/ })).toHaveCount(1);
  await page.getByRole('button', { name: /^Begin lesson/ }).click();
  await expect(page).toHaveURL(/#learn\/sawtooth$/);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/#learn\/sawtooth\/2$/);
  await page.reload();
  await expect(page.getByText(/^Step 2 of/)).toBeVisible();
  await page.getByRole('button', { name: 'All lessons' }).click();
  await expect(page.getByRole('button', { name: /^Continue lesson \d+ at step 2 of/ })).toBeVisible();
});

test('a preset and a figure lead to their lessons, and a lesson to its presets and figures', async ({
  page,
}) => {
  await page.goto('/');
  const notice = page.getByRole('region', { name: 'What to notice' });
  await notice.getByRole('link', { name: 'The sawtooth and the buffer' }).click();
  await expect(page).toHaveURL(/#learn\/sawtooth$/);
  await page.goto('/#papers/vishwanath-f11');
  await page.getByRole('link', { name: 'Very small buffers' }).click();
  await expect(page).toHaveURL(/#learn\/tiny-buffers$/);
  await page.getByRole('button', { name: /^7\. / }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  const finished = page.getByRole('status').filter({ hasText: 'Lesson finished' });
  await expect(finished.getByRole('link', { name: 'Figure 11', exact: true })).toHaveCount(2);
  await finished.getByRole('button', { name: 'Anomalous loss: video beside 1,000 downloads' }).click();
  await expect(page).toHaveTitle(/video beside 1,000 downloads/);
});

test('progress is saved as a file, forgotten, and added again', async ({ page }) => {
  await page.goto('/#learn/buffer/2');
  await page.getByRole('button', { name: 'All lessons' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save progress' }).click();
  const file = await (await saving).path();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Forget progress' }).click();
  await expect(page.getByRole('button', { name: /^Continue lesson/ })).toHaveCount(0);
  await page.getByLabel('File with progress').setInputFiles(file);
  await expect(page.getByRole('button', { name: /^Continue lesson \d+ at step 2 of/ })).toBeVisible();
});

test('a scene lets only what it names be changed', async ({ page }) => {
  await page.goto('/#learn/buffer/5');
  const scene = page.getByRole('region', { name: 'Scene of the lesson' });
  await expect(scene.getByRole('slider', { name: 'Buffer limit of r0' })).toBeVisible();
  await expect(scene.getByRole('button', { name: 'New seed' })).toHaveCount(0);
  await expect(scene.getByRole('toolbar')).toHaveCount(0);
  await scene.getByRole('application', { name: 'Drawing of the network' }).focus();
  await page.keyboard.press('Delete');
  await expect(scene.locator('[data-key="group:burst"]')).toBeVisible();
});

test('a task is judged while the run goes on, and met by its solution', async ({ page }) => {
  await page.goto('/#learn/buffer/5');
  const task = page.getByRole('region', { name: 'Task' });
  await expect(task.getByText('Run the scene to see how far you are.')).toBeVisible();
  const scene = page.getByRole('region', { name: 'Scene of the lesson' });
  await scene.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(task.getByText(/Loss of UDP at r0 is 30 %/)).toBeVisible();
  await expect(task.getByText('Done.')).toHaveCount(0);
  await task.getByRole('button', { name: 'Show the solution' }).click();
  await expect(task.getByText('Done.')).toBeVisible();
});

test('a run to a time stops there, and a second press runs it again', async ({ page }) => {
  await page.goto('/#learn/buffer');
  const scene = page.getByRole('region', { name: 'Scene of the lesson' });
  const run = page.getByRole('button', { name: 'Run to 2 s' });
  const pause = scene.getByRole('button', { name: 'Pause' });
  for (let times = 0; times < 2; times += 1) {
    await run.click();
    await expect(pause).toBeVisible();
    await expect(pause).toBeHidden();
    await expect(scene.locator('.clock-now')).toHaveText(/^2\.0+\ss$/);
  }
});

test('a run pauses while another view is open, and goes on in its own', async ({ page }) => {
  await page.goto('/#learn/random-arrivals');
  const scene = page.getByRole('region', { name: 'Scene of the lesson' });
  await scene.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(scene.getByRole('button', { name: 'Pause' })).toBeVisible();
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'Papers' }).click();
  await expect(page.locator('main[aria-label=Learn] .play')).toHaveText('Run');
  await views.getByRole('link', { name: 'Learn' }).click();
  await expect(scene.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('two tabs with one lesson keep the answers of both', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/#learn/buffer/4');
    await expect(tab.getByRole('region', { name: /^(Predict|Check)$/ }).first()).toBeVisible();
  }
  const questions = (tab: Page) => tab.getByRole('region', { name: /^(Predict|Check)$/ });
  await answer(questions(page).first(), 'pointer');
  await expect(questions(other).first().getByRole('button', { name: 'Try again' })).toBeVisible();
  await other.getByRole('button', { name: /^7\. / }).click();
  await answer(questions(other).last(), 'pointer');
  await page.reload();
  await expect(questions(page).first().getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a drawn curve is compared with that of the run', async ({ page }) => {
  await page.goto('/#learn/buffer/2');
  const question = page.getByRole('region', { name: 'Predict' });
  const curve = question.getByRole('slider', { name: 'Queue, Time' });
  // The queue of a burst from 1 s to 2 s: it grows to 125 packets and shrinks as fast.
  const triangle = [
    [0, 0],
    [1, 0],
    [2, 125],
    [3, 0],
    [4, 0],
  ] as const;
  await trace(curve, triangle, { x: 4, y: 150 });
  await question.getByRole('button', { name: 'Answer' }).click();
  await expect(question.getByText(/Your answer is kept/)).toBeVisible();
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await expect(page.getByRole('button', { name: 'Restart', exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Compare with my run' }).click();
  await expect(question.getByText('Right.')).toBeVisible();
});

test('a prediction is judged after its run, or at a press, and its explanation waits with it', async ({
  page,
}) => {
  await page.goto('/#learn/tiny-buffers');
  const question = page.getByRole('region', { name: 'Predict' }).first();
  const verdict = question.getByText(/^[✓✗] /);
  const scene = page.getByRole('region', { name: 'Scene of the lesson' });
  await expect(scene.getByRole('application', { name: 'Drawing of the network' })).toBeVisible();
  await question.getByRole('radio').first().check();
  await expect(question.getByText('It is judged after the run.')).toBeVisible();
  await expect(verdict).toHaveCount(0);
  await page.reload();
  await expect(question.getByText('It is judged after the run.')).toBeVisible();
  await question.getByRole('button', { name: 'Show the answer now' }).click();
  await expect(verdict).toBeVisible();
  await page.reload();
  await expect(verdict).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(scene.getByRole('application', { name: 'Drawing of the network' })).toBeVisible();
  await question.getByRole('radio').first().check();
  await scene.getByRole('button', { name: 'Run', exact: true }).click();
  await scene.getByRole('button', { name: 'Pause' }).click();
  await expect(verdict).toBeVisible();
});

test('the course map has one primary button, that of the next lesson', async ({ page }) => {
  await page.goto('/#learn/buffer/2');
  await page.getByRole('button', { name: 'All lessons' }).click();
  const primary = page.locator('.course .button.primary');
  await expect(primary).toHaveText(/^Continue lesson 1 at step 2 of/);
  await page.goto('/#learn/buffer');
  await page.getByRole('navigation', { name: 'Steps of the lesson' }).getByRole('button').last().click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'All lessons' }).click();
  await expect(primary).toHaveText('Begin lesson 2');
  // No two buttons have the same words.
  const words = await page.locator('.course-lessons button').allInnerTexts();
  expect(new Set(words).size).toBe(words.length);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1366, height: 625 },
])
  test.describe(`feedback at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });
    test('a verdict and the end of a lesson come into view', async ({ page }) => {
      await page.goto('/#learn/tiny-buffers');
      const question = page.getByRole('region', { name: 'Predict' }).first();
      const verdict = question.getByText(/^[✓✗] /);
      const scene = page.getByRole('region', { name: 'Scene of the lesson' });
      await expect(scene.getByRole('application', { name: 'Drawing of the network' })).toBeVisible();
      await question.getByRole('radio').first().check();
      await scene.getByRole('button', { name: 'Run', exact: true }).click();
      await scene.getByRole('button', { name: 'Pause' }).click();
      if (viewport.width < 760) {
        await expect(scene.getByText(/^[✓✗] Your prediction was/)).toBeInViewport();
        await scene.getByRole('button', { name: 'Show in the text' }).click();
      }
      await expect(verdict).toBeInViewport();
      await page.getByRole('navigation', { name: 'Steps of the lesson' }).getByRole('button').last().click();
      await page.getByRole('button', { name: 'Finish' }).click();
      await expect(page.getByText('✓ Lesson finished')).toBeInViewport();
      await expect(page.getByRole('status').filter({ hasText: 'Lesson finished' })).toBeFocused();
    });
  });

test('a browser that keeps nothing is reported in the lesson', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/#learn/buffer/4');
  await page.getByRole('radio').first().check();
  await expect(page.getByRole('alert')).toContainText('does not keep your progress');
});

test('a wrong or missing course is explained', async ({ page }) => {
  await page.goto('/#learn/in=no-such-folder');
  await expect(page.getByRole('alert')).toContainText('There is no file no-such-folder/course.md');
  await page.goto('/#learn/text=AAAA.00000000');
  await expect(page.getByRole('alert')).toContainText('damaged or cut off');
});

test('a lesson of one’s own begins with the experiment of the Lab and travels in its link', async ({
  page,
}) => {
  await page.goto('/#learn');
  await page.getByRole('button', { name: 'For a class' }).click();
  await expect(page.getByRole('button', { name: 'Make a lesson' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: /^I am a lecturer/ }).check();
  await page.getByRole('button', { name: 'Make a lesson' }).click();
  await expect(page).toHaveURL(/#learn\/edit$/);
  await page.getByRole('button', { name: 'New lesson from the Lab’s experiment' }).click();
  const field = page.getByRole('textbox', { name: 'Text of the lesson' });
  const text = () => draftIn(page);
  await expect.poll(text).toMatch(/:::predict\{#first\}/);
  await field.fill((await text()).replace('show: [queue, loss]', 'show: [lengths]'));
  await expect(page.getByText(/Line \d+: .*lengths/)).toBeVisible();
  await field.fill((await text()).replace('show: [lengths]', 'show: [queue]'));
  // The preview shows the step at the cursor, where the buttons insert blocks.
  await field.press('ControlOrMeta+End');
  await page.getByRole('button', { name: '+ Table' }).click();
  await expect.poll(text).toMatch(/:::data\{#item-3\}/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(text).not.toMatch(/:::data/);
  await page.getByRole('button', { name: '+ Table' }).click();
  const preview = page.getByRole('region', { name: 'Preview of the step at the cursor' });
  await expect(preview.getByText('Step 2 of 2')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Add this run' })).toBeVisible();
  await expectNothingFound(page, { tags: WCAG });
  const link = await page.getByTestId('lesson-link').inputValue();

  const other = await page.context().newPage();
  await other.goto(link);
  await answerAll(other, 'pointer');
  await expect(other.getByText('Explain what the run has shown.')).toBeVisible();
  await other.close();
});

test('two tabs with the editor keep a draft each, and offer it to the other', async ({ page, context }) => {
  const draftOf = (tab: Page) => tab.getByRole('textbox', { name: 'Text of the lesson' });
  const other = await context.newPage();
  await page.goto('/#learn/edit');
  await draftOf(page).fill('---\ntitle: Mine\n---\n');
  await other.goto('/#learn/edit');
  await expect(other.getByRole('button', { name: 'Other drafts (1)' })).toBeVisible();
  await expect(draftOf(other)).toHaveText(/^Begin with the experiment/);
  await draftOf(other).fill('---\ntitle: Yours\n---\n');
  await page.getByRole('button', { name: 'Other drafts (1)' }).click();
  await expect(page.getByRole('button', { name: 'Open the draft “Yours”' })).toBeVisible();
  await page.reload();
  await expect(draftOf(page)).toContainText(/title: Mine/);
  await other.reload();
  await expect(draftOf(other)).toContainText(/title: Yours/);
  // A draft that another tab edits opens as a copy.
  await other.getByRole('button', { name: 'Other drafts (1)' }).click();
  await other.getByRole('button', { name: 'Open the draft “Mine”' }).click();
  await draftOf(other).fill('---\ntitle: Copy\n---\n');
  await page.reload();
  await expect(draftOf(page)).toContainText(/title: Mine/);
});

test('a dropped file of a lesson opens', async ({ page }) => {
  await page.goto('/#learn');
  await expect(page.getByRole('button', { name: /^Begin lesson/ })).toHaveCount(ids.length);
  await page.evaluate(async () => {
    const text = await (await fetch('lessons/window.md')).text();
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'mine.md', { type: 'text/markdown' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped }));
  });
  await expect(page).toHaveURL(/#learn\/text=/);
  await expect(page.getByRole('heading', { level: 2, name: 'A window fills the pipe' })).toBeVisible();
});

// Two lessons are walked through in the usual tests, all of them in `npm run test:all`.
const walks: readonly { id: string; by: Device; device: string }[] = everyTest
  ? ids.flatMap((id) =>
      (['pointer', 'keyboard'] as const).flatMap((by) =>
        ['desktop', 'phone'].map((device) => ({ id, by, device })),
      ),
    )
  : [
      { id: 'buffer', by: 'pointer', device: 'desktop' },
      { id: 'tiny-buffers', by: 'keyboard', device: 'phone' },
    ];

for (const { id, by, device } of walks) {
  test.describe(`${id} by ${by} on a ${device}`, () => {
    test.use({ viewport: device === 'phone' ? { width: 390, height: 844 } : { width: 1366, height: 768 } });
    test('can be walked through to its end', async ({ page }) => {
      const complaints = complaintsOf(page);
      await page.goto(`/#learn/${id}`);
      for (;;) {
        await answerAll(page, by);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
        const next = page.getByRole('button', { name: 'Next', exact: true });
        if ((await next.count()) === 0) break;
        await press(next, by);
      }
      await press(page.getByRole('button', { name: 'Finish' }), by);
      await expect(page.getByText('Lesson finished')).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
}

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });
    test('axe finds nothing in the map and in a lesson', async ({ page }) => {
      await page.goto('/#learn');
      await expect(page.getByRole('button', { name: /^Begin lesson/ })).toHaveCount(ids.length);
      await expectNothingFound(page, { look, tags: WCAG });
      await page.goto('/#learn/buffer/2');
      await expect(page.getByRole('slider', { name: 'Queue, Time' })).toBeVisible();
      await expectNothingFound(page, { look, tags: WCAG });
    });
  });
}

async function press(button: Locator, by: Device): Promise<void> {
  if (by === 'pointer') await button.click();
  else await button.press('Enter');
}

/** Answers every question of the step, runs its scene, and opens what is hidden. */
async function answerAll(page: Page, by: Device): Promise<void> {
  const text = page.getByRole('article');
  // A lesson is there when its scene is open.
  await expect(
    page
      .getByRole('region', { name: 'Scene of the lesson' })
      .getByRole('application', { name: 'Drawing of the network' }),
  ).toBeVisible();
  for (const question of await text.getByRole('region', { name: /^(Predict|Check)$/ }).all())
    await answer(question, by);
  for (const task of await text.getByRole('region', { name: 'Task' }).all()) {
    const hint = task.getByRole('button', { name: /^Hint/ });
    while ((await hint.count()) > 0) await press(hint, by);
  }
  for (const run of await text.getByRole('button', { name: /^Run to/ }).all()) await press(run, by);
  for (const add of await text.getByRole('button', { name: 'Add this run' }).all()) await press(add, by);
  const hidden = text.getByRole('button', { name: /^Show( \(|$)|, or show it now/ });
  while ((await hidden.count()) > 0) await press(hidden.first(), by);
}

async function answer(question: Locator, by: Device): Promise<void> {
  const options = question.getByRole('radio');
  const field = question.getByRole('textbox');
  const curve = question.getByRole('slider').first();
  if ((await options.count()) > 0) {
    if (by === 'pointer') await options.first().check();
    else await options.first().press('Space');
  } else if ((await field.count()) > 0) {
    await field.fill('40');
    await press(question.getByRole('button', { name: 'Answer' }), by);
  } else {
    if ((await curve.count()) > 0) await draw(curve, by);
    await press(question.getByRole('button', { name: 'Answer' }), by);
  }
  await expect(question.getByRole('button', { name: 'Try again' })).toBeVisible();
}

/** Draws a line over most of the field. */
async function draw(curve: Locator, by: Device): Promise<void> {
  if (by === 'keyboard') {
    await curve.press('ArrowUp');
    for (let i = 0; i < 7; i += 1) await curve.press('Shift+ArrowRight');
    await curve.press('ArrowUp');
    return;
  }
  await curve.scrollIntoViewIfNeeded();
  const box = (await curve.boundingBox())!;
  const { mouse } = curve.page();
  await mouse.move(box.x + box.width * 0.15, box.y + box.height * 0.7);
  await mouse.down();
  await mouse.move(box.x + box.width * 0.95, box.y + box.height * 0.3, { steps: 8 });
  await mouse.up();
}

/** Moves the pointer along points, in the units of the axes, which begin at 0. */
async function trace(
  curve: Locator,
  points: readonly (readonly [number, number])[],
  top: { x: number; y: number },
): Promise<void> {
  await curve.scrollIntoViewIfNeeded();
  const box = (await curve.boundingBox())!;
  const { mouse } = curve.page();
  // The plot of the drawing: 440 by 240, with margins of 56 and 12 at the sides, 12 and 40 above and below.
  const places = points.map(([x, y]) => ({
    x: box.x + (box.width * (56 + (372 * x) / top.x)) / 440,
    y: box.y + (box.height * (200 - (188 * y) / top.y)) / 240,
  }));
  for (const [i, { x, y }] of places.entries()) {
    await mouse.move(x, y, { steps: 10 });
    if (i === 0) await mouse.down();
  }
  await mouse.up();
}
