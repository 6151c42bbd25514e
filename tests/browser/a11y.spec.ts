/** Accessibility: axe finds nothing, Tab reaches everything, nothing is wider than a phone. */
import { expect, test } from './test';
import type { Locator, Page } from './test';
import { expectNothingFound, APPEARANCES, WCAG } from './axe';
import { openLab, tabTo } from './lab';

const PHONE = { width: 360, height: 740 };

for (const look of APPEARANCES) {
  const { device, viewport, colorScheme } = look;
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, hasTouch: device === 'phone' });

    test('axe finds nothing on the page, with its dialogs open, or at a problem', async ({ page }) => {
      await openLab(page);
      await pause(page);
      await expectNothingFound(page, { look, tags: WCAG });
      for (const state of STATES) {
        await within(page, state, () => expectNothingFound(page, { look, tags: WCAG, where: state.what }));
      }
    });
  });
}

test('axe finds nothing with forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openLab(page);
  await pause(page);
  await expectNothingFound(page, { tags: WCAG });
});

test('Tab reaches every control, and the focus is visible', async ({ page }) => {
  await openLab(page);
  await pause(page);
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return;
      target.setAttribute('data-reached', String(target.matches(':focus-visible')));
    });
  });
  await tabTo(page, page.getByRole('button', { name: 'Share' }));
  const round = await page.locator(CONTROLS).count();
  for (let presses = 0; presses < round + 5; presses++) await page.keyboard.press('Tab');
  expect(await namesOf(page, `:is(${CONTROLS}):not([data-reached="true"])`)).toEqual([]);
});

test('the controls of the closed sheet on a phone are not reachable', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openLab(page);
  const rate = page.getByRole('textbox', { name: 'Rate' });
  await expect(rate).toBeHidden();
  const bar = page.getByRole('button', { name: 'Bottleneck r0', expanded: false });
  await bar.focus();
  await page.keyboard.press('Enter');
  await expect(rate).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rate).toBeHidden();
  await expect(bar).toBeFocused();
});

test('nothing moves by itself with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await openLab(page);
  await page.getByRole('button', { name: 'Bottleneck r0', expanded: false }).click();
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

test('nothing is wider than a phone of 360 pixels', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openLab(page);
  const excess = () =>
    page.evaluate(() => {
      const open = document.querySelector('dialog[open]') ?? document.documentElement;
      return open.scrollWidth - open.clientWidth;
    });
  expect(await excess(), 'the page').toBe(0);
  for (const state of STATES) {
    await within(page, state, async () => expect(await excess(), state.what).toBe(0));
  }
});

/** What can be opened over or within the page, what it then shows, and how it goes away again. */
interface State {
  what: string;
  open: (page: Page) => Promise<unknown>;
  shows: (page: Page) => Locator;
  /** Escape, unless given. */
  close?: (page: Page) => Promise<unknown>;
}

const STATES: State[] = [
  {
    what: 'presets',
    open: (page) => page.keyboard.press('l'),
    shows: (page) => page.getByRole('dialog', { name: 'Presets' }),
  },
  {
    what: 'a new experiment',
    open: (page) => page.keyboard.press('e'),
    shows: (page) => page.getByRole('dialog', { name: 'New experiment' }),
  },
  {
    what: 'sharing',
    open: (page) => page.keyboard.press('s'),
    shows: (page) => page.getByTestId('share-link'),
  },
  {
    what: 'the keys',
    open: (page) => page.keyboard.press('?'),
    shows: (page) => page.getByRole('dialog', { name: 'Keys' }),
  },
  {
    what: 'the menu of things to add',
    open: (page) => page.getByRole('button', { name: '+ Add' }).click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Edge router' }),
  },
  {
    what: 'the choice of a step',
    open: (page) => page.getByRole('button', { name: 'Choose a step' }).click(),
    shows: (page) => page.getByRole('button', { name: 'Next packet' }),
  },
  {
    what: 'a table of data',
    open: (page) => toggleTable(page),
    shows: (page) => page.getByRole('region', { name: /^Data of/ }),
    close: (page) => toggleTable(page),
  },
  {
    what: 'a refused link',
    open: (page) => page.evaluate(() => void (location.hash = 'nonsense')),
    shows: (page) => page.getByTestId('problems'),
    close: (page) => page.getByRole('button', { name: 'Dismiss' }).click(),
  },
  {
    what: 'every parameter and figure',
    open: unfold,
    shows: (page) => page.getByTestId('digest'),
    close: fold,
  },
];

/** Looks at a state of the page once it is there; afterwards it is gone. */
async function within(page: Page, { open, shows, close }: State, look: () => Promise<void>): Promise<void> {
  await open(page);
  await expect(shows(page)).toBeVisible();
  await look();
  await (close ? close(page) : page.keyboard.press('Escape'));
  await expect(shows(page)).toBeHidden();
}

/** In a window that is tall enough for chart and table: what is cut off by scrolling is not a small target. */
async function toggleTable(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: height > 1000 ? height - 1000 : height + 1000 });
  await page.getByRole('button', { name: 'Table of the visible data' }).first().click();
}

/** Unfolds whatever is folded, on a phone the sheet first. */
async function unfold(page: Page): Promise<void> {
  const bar = page.getByRole('button', { name: 'Bottleneck r0', expanded: false });
  if (await bar.isVisible()) await bar.click();
  await setFolds(page, true);
}

async function fold(page: Page): Promise<void> {
  await setFolds(page, false);
}

async function setFolds(page: Page, open: boolean): Promise<void> {
  await page.evaluate((open) => {
    for (const details of document.querySelectorAll('details')) details.open = open;
  }, open);
}

async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
}

/** What a person can act on; of radio buttons only the chosen one is a stop, as everywhere. */
const CONTROLS = ['button', 'input', 'select', 'summary', 'a[href]', '[tabindex="0"]']
  .map(
    (kind) => `${kind}:not(:disabled, [tabindex="-1"], [type="radio"]:not(:checked), [hidden] *, [inert] *)`,
  )
  .join(', ');

/** How the visible elements that match `selector` are called. */
async function namesOf(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.getAttribute('aria-label') ?? `${element.tagName} ${element.textContent}`),
    );
}
