import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { claimsBy, type Claims } from './claims';
import { FakeStorage } from './testing/visit';
import { ABANDONED_MS, WorkStore, type Work } from './work';

let ids = 0;
let now = 0;

function store(storage: FakeStorage | null = new FakeStorage(), claims?: Claims): WorkStore {
  return new WorkStore({
    storage,
    claims: claims ?? storage?.locks.tab() ?? claimsBy(undefined),
    now_ms: () => ++now,
    freshId: () => `a${++ids}`,
  });
}
const titled = (title: string) => fakeScenario({ title });
const titles = (work: readonly Work[]): string[] => work.map(({ document }) => document.title);

/** Work of tabs that are closed, the last the newest. */
function left(storage: FakeStorage, ...of: string[]): void {
  for (const title of of) store(storage, claimsBy(undefined)).save(titled(title));
}

describe('local work', () => {
  it('of one document is saved once, in its latest state', async () => {
    const storage = new FakeStorage();
    const work = store(storage, claimsBy(undefined));
    work.save(titled('first'));
    work.save(titled('second'));
    expect(storage.length).toBe(1);
    expect(await store(storage).earlier(null)).toMatchObject({ document: { title: 'second' } });
  });

  it('is offered neither from the present slot nor if it is shown', async () => {
    const work = store();
    work.save(titled('mine'));
    expect(await work.earlier(null)).toBeNull();
    work.beginSlot();
    await Promise.resolve();
    expect(await work.earlier(titled('mine'))).toBeNull();
    expect(await work.earlier(titled('other'))).toMatchObject({ document: { title: 'mine' } });
  });

  it('is saved in any number', async () => {
    const storage = new FakeStorage();
    left(storage, ...Array.from({ length: 100 }, (_, i) => `work ${i}`));
    expect(storage.length).toBe(100);
    expect(await store(storage).earlier(null)).toMatchObject({ document: { title: 'work 99' } });
  });

  it('that is damaged is ignored and not deleted', async () => {
    const storage = new FakeStorage();
    storage.setItem('bufferlab.work.x', '{"savedAt":');
    storage.setItem('bufferlab.work.y', '{"savedAt":"now","document":{}}');
    storage.setItem('bufferlab.theme', 'dark');
    storage.quota = 0;
    const work = store(storage);
    expect(await work.earlier(null)).toBeNull();
    await work.makeRoomFor(work.save(titled('new')).work);
    expect(storage.length).toBe(3);
  });
});

describe('a full storage', () => {
  const sizeOf = (storage: FakeStorage): number => [...storage.items.values()].join('').length;
  async function saved(storage: FakeStorage, title: string) {
    const work = store(storage);
    const { work: mine, why } = work.save(titled(title));
    return {
      first: why,
      ...(await work.makeRoomFor(mine)),
      kept: titles(await store(storage, claimsBy(undefined)).idle()),
    };
  }

  it('removes the oldest work and returns it', async () => {
    const storage = new FakeStorage();
    left(storage, 'one', 'two', 'three');
    storage.quota = sizeOf(storage) + 10;
    const { first, why, removed, kept } = await saved(storage, 'four');
    expect({ first, why }).toEqual({ first: 'full', why: null });
    expect(titles(removed)).toEqual(['one']);
    expect(kept).toEqual(['four', 'three', 'two']);
  });

  it('restores work that was removed in vain', async () => {
    const storage = new FakeStorage();
    left(storage, 'one', 'two', 'three');
    storage.quota = sizeOf(storage) + 10;
    const before = [...storage.items];
    const { why, removed } = await saved(storage, 'four'.repeat(10_000));
    expect({ why, removed }).toEqual({ why: 'full', removed: [] });
    expect([...storage.items].sort()).toEqual(before.sort());
  });

  it('restores work that was removed without need: small work before large', async () => {
    const storage = new FakeStorage();
    left(storage, 'small', 'large'.repeat(2000), 'newest');
    storage.quota = sizeOf(storage) + 10;
    const { why, removed, kept } = await saved(storage, 'new'.repeat(1000));
    expect(why).toBeNull();
    expect(titles(removed)).toEqual(['large'.repeat(2000)]);
    expect(kept).toContain('small');
  });

  it('keeps the previous content of the slot', () => {
    const storage = new FakeStorage();
    const work = store(storage);
    work.save(titled('good'));
    storage.quota = sizeOf(storage);
    expect(work.save(titled('longer'.repeat(100))).why).toBe('full');
    expect([...storage.items.values()].join()).toContain('good');
  });

  it('removes no work that other tabs use or may use', async () => {
    const storage = new FakeStorage();
    store(storage).save(titled('open elsewhere'));
    storage.quota = sizeOf(storage) + 10;
    expect(await saved(storage, 'new')).toMatchObject({ why: 'full', removed: [] });
    const blind = store(storage, claimsBy(undefined));
    expect(await blind.makeRoomFor(blind.save(titled('new')).work)).toEqual({ why: 'full', removed: [] });
    now += ABANDONED_MS + 1;
    const later = store(storage, claimsBy(undefined));
    expect(titles((await later.makeRoomFor(later.save(titled('new')).work)).removed)).toEqual([
      'open elsewhere',
    ]);
  });

  it('differs from a browser that stores nothing', () => {
    expect(store(null).save(titled('nowhere')).why).toBe('denied');
    const closed = new FakeStorage();
    closed.setItem = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    expect(store(closed).save(titled('nowhere')).why).toBe('denied');
  });
});

describe('a browser that refuses writes', () => {
  /** A storage in which the operations chosen by `fails` throw, counted from the first. */
  class Faulty extends FakeStorage {
    writes = 0;
    removals = 0;
    fails: (what: 'write' | 'remove', count: number) => boolean = () => false;
    override setItem(key: string, value: string): void {
      if (this.fails('write', ++this.writes)) throw new DOMException('full', 'QuotaExceededError');
      super.setItem(key, value);
    }
    override removeItem(key: string): void {
      if (this.fails('remove', ++this.removals)) throw new DOMException('closed', 'SecurityError');
      super.removeItem(key);
    }
  }

  /** Four older works, then five changes of a new one; what of it is neither kept nor in the page's hands. */
  async function lost(fails: Faulty['fails'], quota = Infinity): Promise<string[]> {
    const storage = new Faulty();
    left(storage, 'one', 'two', 'three', 'four');
    storage.quota = quota * sizeOf(storage);
    storage.fails = fails;
    storage.writes = 0;
    const work = store(storage);
    const inHand = new Set<string>();
    for (let change = 1; change <= 5; change++) {
      const title = `mine ${change}`;
      const { work: mine, why: first } = work.save(titled(title));
      const { why, removed } = first === 'full' ? await work.makeRoomFor(mine) : { why: first, removed: [] };
      for (const one of titles(removed)) inHand.add(one);
      // The page says that it is not kept, and offers a file.
      if (why !== null) inHand.add(title);
      const there = new Set(titles(await store(storage, claimsBy(undefined)).idle()));
      const missing = ['one', 'two', 'three', 'four', title].filter(
        (one) => !there.has(one) && !inHand.has(one),
      );
      if (missing.length > 0) return missing;
    }
    return [];
  }
  const sizeOf = (storage: FakeStorage): number => [...storage.items.values()].join('').length;

  it('loses nothing if any write fails, or all writes from one on', async () => {
    let runs = 0;
    for (let at = 1; at <= 40; at++) {
      for (const fails of [
        (what: string, count: number) => what === 'write' && count === at,
        (what: string, count: number) => what === 'write' && count >= at,
        (what: string, count: number) => what === 'write' && count % 7 === at % 7,
        (what: string, count: number) => what === 'remove' || count === at,
      ]) {
        for (const quota of [Infinity, 1.3, 1.1, 1, 0.5]) {
          expect(await lost(fails, quota), `failing at ${at}, quota ${quota}`).toEqual([]);
          runs++;
        }
      }
    }
    expect(runs).toBe(800);
  });

  it('loses nothing at any quota', async () => {
    for (let quota = 0; quota <= 2; quota += 0.01) expect(await lost(() => false, quota)).toEqual([]);
  });
});
