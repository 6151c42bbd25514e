import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { History, MAX_STEPS, type Version } from './history';

const version = (seed: number): Version => ({ document: fakeScenario({ seed }), presetId: null });
const seedOf = (step: { version: Version } | null): number | undefined => step?.version.document.seed;

describe('history', () => {
  it('undoes and redoes every change', () => {
    const history = new History();
    history.record(version(1), 'live', null);
    history.record(version(2), 'restart', null);
    expect(history.undo(version(3))).toMatchObject({ kind: 'restart', version: { document: { seed: 2 } } });
    expect(seedOf(history.undo(version(2)))).toBe(1);
    expect(history.undo(version(1))).toBeNull();
    expect(seedOf(history.redo(version(1)))).toBe(2);
    expect(history.redo(version(2))).toMatchObject({ kind: 'restart', version: { document: { seed: 3 } } });
    expect(history.canRedo).toBe(false);
  });

  it('makes one step of a gesture, which restarts if any change did', () => {
    const history = new History();
    history.record(version(1), 'live', 'drag');
    history.record(version(2), 'restart', 'drag');
    history.record(version(3), 'live', 'drag');
    expect(history.undo(version(4))).toMatchObject({ kind: 'restart', version: { document: { seed: 1 } } });
    expect(history.canUndo).toBe(false);
  });

  it('drops redo steps after another change', () => {
    const history = new History();
    history.record(version(1), 'live', null);
    history.undo(version(2));
    history.record(version(1), 'live', null);
    expect(history.canRedo).toBe(false);
  });

  it('keeps a limited number of steps', () => {
    const history = new History();
    for (let i = 0; i < MAX_STEPS + 50; i++) history.record(version(i), 'live', null);
    let oldest: number | undefined;
    for (let step = history.undo(version(-1)); step; step = history.undo(version(-1))) oldest = seedOf(step);
    expect(oldest).toBe(50);
  });
});
