import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { FakeStorage } from '../lab/testing/visit';
import { fitting, MAX_SAVED_RUNS, readSavedRuns, writeSavedRuns, type SavedRun } from './savedRunStore';

const run = (id: number, note = ''): SavedRun => ({
  id: String(id),
  keptAt: id,
  document: fakeScenario({ note }),
  t_s: 60,
  figures: { 'bottlenecks.r0.loss.udp': 0.022 },
});

describe('saved runs', () => {
  it('survive a reload', () => {
    const storage = new FakeStorage();
    const runs = [run(2), run(1)];
    expect(writeSavedRuns(storage, runs)).toBe(true);
    expect(readSavedRuns(storage)).toEqual(runs);
    writeSavedRuns(storage, []);
    expect(storage.length).toBe(0);
  });

  it('are limited in number and size, newest first', () => {
    const many = Array.from({ length: 20 }, (_, i) => run(20 - i));
    expect(fitting(many).map(({ id }) => id)).toEqual(many.slice(0, MAX_SAVED_RUNS).map(({ id }) => id));
    const big = 'x'.repeat(300_000);
    expect(fitting([run(3, big), run(2, big), run(1)]).map(({ id }) => id)).toEqual(['3']);
  });

  it('are not stored if the browser refuses', () => {
    const full = new FakeStorage();
    full.quota = 10;
    expect(writeSavedRuns(full, [run(1)])).toBe(false);
    expect(writeSavedRuns(null, [run(1)])).toBe(false);
    expect(readSavedRuns(null)).toEqual([]);
  });

  it('are skipped if they are unreadable', () => {
    const storage = new FakeStorage();
    const strange = [
      run(1),
      { ...run(2), t_s: -1 },
      { ...run(3), figures: { a: 'b' } },
      5,
      null,
      { id: 'x' },
    ];
    storage.setItem('bufferlab.kept', JSON.stringify(strange));
    expect(readSavedRuns(storage).map(({ id }) => id)).toEqual(['1']);
    storage.setItem('bufferlab.kept', '{"not": "a list"}');
    expect(readSavedRuns(storage)).toEqual([]);
    storage.setItem('bufferlab.kept', 'cut sh');
    expect(readSavedRuns(storage)).toEqual([]);
  });
});
