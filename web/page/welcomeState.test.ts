import { expect, it } from 'vitest';
import { PAPERS } from '../papers/library';
import { isFirstVisit, noteWelcomed, WELCOMED } from './welcomeState';
import { PAPER_COUNT } from './welcomeStrings';

/** Window at an address, alone or within a frame. */
function windowAt(address: string, framed = false) {
  const { search, hash } = new URL(address, 'https://example.org/lab/');
  const window = { location: { search, hash }, parent: null as unknown, innerWidth: 1366, innerHeight: 625 };
  window.parent = framed ? {} : window;
  return window;
}

/** Storage that holds these keys. */
function storeWith(...keys: string[]) {
  return {
    keys: (prefix: string) => keys.filter((key) => key.startsWith(prefix)),
    write: (key: string) => {
      keys.push(key);
      return null;
    },
  };
}

it('welcomes only a first visit without a link, in a window of its own', () => {
  expect(isFirstVisit(windowAt(''), storeWith())).toBe(true);
  expect(isFirstVisit(windowAt('?utm_source=course'), storeWith('other'))).toBe(true);
  expect(isFirstVisit(windowAt('#1.dabc'), storeWith())).toBe(false);
  expect(isFirstVisit(windowAt('#papers'), storeWith())).toBe(false);
  expect(isFirstVisit(windowAt('?embed'), storeWith())).toBe(false);
  expect(isFirstVisit(windowAt('', true), storeWith())).toBe(false);
  expect(isFirstVisit(windowAt('?embed=full', true), storeWith())).toBe(false);
  expect(isFirstVisit(windowAt(''), storeWith('bufferlab.work.1'))).toBe(false);
});

it('does not welcome twice', () => {
  const store = storeWith();
  noteWelcomed(store);
  expect(store.keys(WELCOMED)).toEqual([WELCOMED]);
  expect(isFirstVisit(windowAt(''), store)).toBe(false);
});

it('names the number of papers that there are', () => {
  expect(PAPERS).toHaveLength(PAPER_COUNT.number);
});
