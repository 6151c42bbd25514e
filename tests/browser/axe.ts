/** Checks a page with axe, the accessibility checker, which must find nothing. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from './test';
import type { Page } from './test';
import { everyTest } from '../extent';

/** Size and theme of a page; other sizes and themes have the same elements. */
export interface Appearance {
  device: 'desktop' | 'phone';
  /** In CSS pixels. */
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

const DESKTOP = { device: 'desktop', viewport: { width: 1366, height: 768 } } as const;
const PHONE = { device: 'phone', viewport: { width: 360, height: 740 } } as const;

const FIRST: Appearance = { ...DESKTOP, colorScheme: 'light' };

/** A phone in the dark shows what either changes; `npm run test:all` tells them apart. */
export const APPEARANCES: Appearance[] = everyTest
  ? [
      FIRST,
      { ...DESKTOP, colorScheme: 'dark' },
      { ...PHONE, colorScheme: 'light' },
      { ...PHONE, colorScheme: 'dark' },
    ]
  : [FIRST, { ...PHONE, colorScheme: 'dark' }];

/** The looks of what is alike on every device. */
export const ON_DESKTOP = APPEARANCES.filter(({ device }) => device === 'desktop');

/** Tags of the rules of WCAG 2.2, levels A and AA, and of good practice. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose outcome a theme or a size changes. */
const RULES_OF_LOOKS = ['color-contrast', 'target-size'];

interface Scan {
  look?: Appearance;
  /** Tags of rules; those of axe's default if none are given. */
  tags?: string[];
  /** A selector of the part that is scanned; the whole page if none is given. */
  within?: string;
  /** What is scanned, for the message. */
  where?: string;
}

/**
 * Applies every rule to the first look of a page, and to other looks the rules whose outcome a look changes;
 * `npm run test:all` applies every rule to every look.
 */
export async function expectNothingFound(page: Page, scan: Scan = {}): Promise<void> {
  const { look = FIRST, tags, within, where = 'the page' } = scan;
  const isFirst = look.device === FIRST.device && look.colorScheme === FIRST.colorScheme;
  // Pages here have no frames of other origins, for which alone the newer mode opens a window per scan.
  let axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (within !== undefined) axe = axe.include(within);
  if (!isFirst && !everyTest) axe = axe.withRules(RULES_OF_LOOKS);
  else if (tags !== undefined) axe = axe.withTags(tags);
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  );
  expect(found, where).toEqual([]);
}
