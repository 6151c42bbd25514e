import { expect, it } from 'vitest';
import { isEmbedded, type Surrounding } from './embedded';

const page = (search: string, [innerWidth, innerHeight]: [number, number], framed: boolean): Surrounding => {
  const window = { location: { search }, innerWidth, innerHeight, parent: null as unknown };
  window.parent = framed ? {} : window;
  return window;
};

it('a small frame shows the compact view; a large frame and a small window show the complete page', () => {
  expect(isEmbedded(page('', [800, 450], true))).toBe(true);
  expect(isEmbedded(page('', [1280, 500], true))).toBe(true);
  expect(isEmbedded(page('', [1280, 720], true))).toBe(false);
  expect(isEmbedded(page('', [390, 844], false))).toBe(false);
});

it('the address can request either view', () => {
  expect(isEmbedded(page('?embed', [1366, 768], false))).toBe(true);
  expect(isEmbedded(page('?x=1&embed=1', [1366, 768], true))).toBe(true);
  expect(isEmbedded(page('?embed=full', [800, 450], true))).toBe(false);
});
