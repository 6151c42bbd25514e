import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { FakeStorage } from './testing/visit';
import { MAX_SLOTS, WorkShelf } from './work';

function shelf(storage: FakeStorage | null = new FakeStorage(), prefix = 'a') {
  let now = 0;
  let ids = 0;
  return new WorkShelf(
    storage,
    () => ++now,
    () => `${prefix}${++ids}`,
  );
}
const titled = (title: string) => fakeScenario({ title });

describe('local work', () => {
  it('of one document is kept once, the latest', () => {
    const storage = new FakeStorage();
    const work = shelf(storage);
    work.save(titled('first'));
    work.save(titled('second'));
    expect(storage.length).toBe(1);
    expect(shelf(storage, 'b').earlier(null)).toMatchObject({ document: { title: 'second' } });
  });

  it('is never the present slot, nor what is shown already', () => {
    const work = shelf();
    work.save(titled('mine'));
    expect(work.earlier(null)).toBeNull();
    work.beginSlot();
    expect(work.earlier(titled('mine'))).toBeNull();
    expect(work.earlier(titled('other'))).toMatchObject({ document: { title: 'mine' } });
  });

  it('is kept for the newest few documents', () => {
    const storage = new FakeStorage();
    const work = shelf(storage);
    for (let i = 0; i < 9; i++) {
      work.beginSlot();
      work.save(titled(`work ${i}`));
    }
    expect(storage.length).toBe(MAX_SLOTS);
    work.beginSlot();
    expect(work.earlier(null)).toMatchObject({ document: { title: 'work 8' } });
  });

  it('makes room when the storage is full, and says when there is none', () => {
    const storage = new FakeStorage();
    const work = shelf(storage);
    work.save(titled('old'));
    work.beginSlot();
    const one = [...storage.items.values()][0]!.length;
    storage.quota = one + 20;
    expect(work.save(titled('new'))).toBe(true);
    expect(storage.length).toBe(1);
    storage.quota = 10;
    expect(work.save(titled('newer'))).toBe(false);
    expect(shelf(null).save(titled('nowhere'))).toBe(false);
  });

  it('that was damaged is passed over', () => {
    const storage = new FakeStorage();
    storage.setItem('bufferlab.work.x', '{"savedAt":');
    storage.setItem('bufferlab.work.y', '{"savedAt":"now","document":{}}');
    storage.setItem('bufferlab.theme', 'dark');
    expect(shelf(storage).earlier(null)).toBeNull();
  });
});
