import { describe, expect, it } from 'vitest';
import { SnapshotStore } from './snapshots';

function copy(t_s: number, freed: number[] = []): { t_s: number; free(): void } {
  return { t_s, free: () => freed.push(t_s) };
}

/** Plays to `end_s` in steps of a tenth of a second, taking copies when the store wants them. */
function play(store: SnapshotStore<{ t_s: number; free(): void }>, end_s: number, freed: number[]): void {
  for (let tenth = 0; tenth <= end_s * 10; tenth++) {
    const t_s = tenth / 10;
    if (store.wants(t_s, t_s)) store.keep(t_s, copy(t_s, freed), t_s, 0);
  }
}

describe('the store of snapshots', () => {
  it('covers a run of any length evenly with at most eight snapshots', () => {
    for (const end_s of [5, 8, 50, 777]) {
      const store = new SnapshotStore<{ t_s: number; free(): void }>(8, 1);
      const freed: number[] = [];
      play(store, end_s, freed);
      const times = store.times();
      expect(times.length).toBeLessThanOrEqual(8);
      expect(times.length).toBeGreaterThanOrEqual(4);
      const gaps = [...times, end_s].map((t_s, i) => t_s - (times[i - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual((2 * end_s) / times.length);
      expect(new Set([...freed, ...times]).size).toBe(freed.length + times.length);
    }
  });

  it('returns the latest snapshot at or before a time', () => {
    const store = new SnapshotStore<{ t_s: number; free(): void }>(8, 1);
    play(store, 6, []);
    expect(store.nearest(0.5)).toBeNull();
    expect(store.nearest(3)?.t_s).toBe(3);
    expect(store.nearest(3.9)?.t_s).toBe(3);
    expect(store.nearest(99)?.t_s).toBe(6);
  });

  it('takes no second snapshot when the past is replayed', () => {
    const store = new SnapshotStore<{ t_s: number; free(): void }>(8, 1);
    play(store, 6, []);
    play(store, 6, []);
    expect(store.times()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('waits after an expensive snapshot', () => {
    const store = new SnapshotStore<{ t_s: number; free(): void }>(8, 1);
    store.keep(1, copy(1), 1000, 30);
    expect(store.wants(5, 1500)).toBe(false);
    expect(store.wants(5, 1600)).toBe(true);
  });

  it('frees all snapshots when cleared', () => {
    const freed: number[] = [];
    const store = new SnapshotStore<{ t_s: number; free(): void }>(8, 1);
    play(store, 3, freed);
    store.clear();
    expect(freed).toEqual([1, 2, 3]);
    expect(store.times()).toEqual([]);
  });
});
