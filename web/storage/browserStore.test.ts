import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../lab/testing/visit';
import { BrowserStore, SPARE, SPARE_CAPACITY } from './browserStore';

function stored(values: Record<string, string>, quota = Infinity) {
  const storage = new FakeStorage();
  for (const [key, value] of Object.entries(values)) storage.setItem(key, value);
  storage.quota = quota;
  return { storage, store: new BrowserStore(storage) };
}

describe('a full storage', () => {
  it('removes the oldest spare values first, and only as many as needed', () => {
    const spare = { [`${SPARE}1.0`]: 'x'.repeat(40), [`${SPARE}2.0`]: 'x'.repeat(40), [`${SPARE}3.0`]: 'x' };
    const { storage, store } = stored({ ...spare, 'bufferlab.work.a': 'work' }, 100);
    expect(store.write('bufferlab.work.b', 'y'.repeat(50))).toBeNull();
    expect([...storage.items.keys()].sort()).toEqual([
      `${SPARE}2.0`,
      `${SPARE}3.0`,
      'bufferlab.work.a',
      'bufferlab.work.b',
    ]);
  });

  it('keeps all other values, and says that it is full', () => {
    const { storage, store } = stored({ 'bufferlab.work.a': 'work', 'bufferlab.kept': '[]' }, 10);
    expect(store.write('bufferlab.work.b', 'y'.repeat(50))).toBe('full');
    expect([...storage.items.keys()]).toEqual(['bufferlab.work.a', 'bufferlab.kept']);
  });

  it('limits the size of spare values', () => {
    const half = 'x'.repeat(SPARE_CAPACITY / 2);
    const { storage, store } = stored({ [`${SPARE}1.0`]: half, [`${SPARE}1.1`]: half });
    expect(store.write(`${SPARE}2.0`, half)).toBeNull();
    expect([...storage.items.keys()]).toEqual([`${SPARE}1.1`, `${SPARE}2.0`]);
  });
});

describe('a page without storage', () => {
  const closed = new FakeStorage();
  closed.getItem =
    closed.setItem =
    closed.removeItem =
      () => {
        throw new DOMException('closed', 'SecurityError');
      };

  it('reads nothing and stores nothing, without errors', () => {
    for (const store of [new BrowserStore(null), new BrowserStore(closed)]) {
      expect(store.text('bufferlab.kept')).toBeNull();
      expect(store.json('bufferlab.kept')).toBeUndefined();
      expect(store.keys('bufferlab')).toEqual([]);
      expect(store.remove('bufferlab.kept')).toBe(false);
      expect(store.write('bufferlab.kept', '[]')).toBe('denied');
    }
  });
});

it('a text that is no JSON is read as nothing', () => {
  expect(stored({ a: 'cut sh' }).store.json('a')).toBeUndefined();
  expect(stored({ a: '[1]' }).store.json('a')).toEqual([1]);
});
