import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { shareClock } from './clock';
import type { Lab } from './lab';
import { initialLab, type LabState, type RunState } from './state';

/** A run that does at once what it is told, and says so in its state. */
function lab(t_s: number) {
  const store = createStore<LabState>(() => ({
    ...initialLab,
    run: { ...initialLab.run, run: 1, t_s },
  }));
  const set = (run: Partial<RunState>): void => store.setState((s) => ({ run: { ...s.run, ...run } }));
  const actions = {
    play: vi.fn(() => set({ playing: true })),
    pause: vi.fn(() => set({ playing: false })),
    setSpeed: vi.fn((targetSpeed: RunState['targetSpeed']) => set({ targetSpeed })),
    seek: vi.fn((target_s: number) => {
      set({ seeking: true, playing: false, target_s });
      set({ seeking: false, target_s: null, t_s: target_s });
    }),
  };
  return { lab: { store, actions } as unknown as Lab, set, actions, run: () => store.getState().run };
}

describe('two runs with one clock', () => {
  it('play, pause and change their speed together, whichever is controlled', () => {
    const [a, b] = [lab(10), lab(10)];
    shareClock(a.lab, b.lab, new AbortController().signal);
    a.actions.play();
    expect(b.run().playing).toBe(true);
    b.actions.setSpeed(5);
    expect(a.run().targetSpeed).toBe(5);
    b.actions.pause();
    expect(a.run().playing).toBe(false);
    expect(a.actions.pause).toHaveBeenCalledTimes(1);
  });

  it('are paused at the same time, the later one', () => {
    const [a, b] = [lab(0), lab(0)];
    shareClock(a.lab, b.lab, new AbortController().signal);
    a.actions.play();
    a.set({ t_s: 12 });
    b.set({ t_s: 11.5 });
    b.actions.pause();
    expect([a.run().t_s, b.run().t_s]).toEqual([12, 12]);
  });

  it('seek together', () => {
    const [a, b] = [lab(20), lab(20)];
    shareClock(a.lab, b.lab, new AbortController().signal);
    b.actions.seek(5);
    expect([a.run().t_s, b.run().t_s]).toEqual([5, 5]);
    expect(b.actions.seek).toHaveBeenCalledTimes(1);
  });

  it('let one finish after the other has ended, and separate when one is closed', () => {
    const [a, b] = [lab(50), lab(40)];
    const gone = new AbortController();
    shareClock(a.lab, b.lab, gone.signal);
    a.actions.play();
    a.set({ playing: false, ended: true });
    expect(b.run().playing).toBe(true);
    gone.abort();
    b.actions.pause();
    b.actions.seek(1);
    expect(a.run().t_s).toBe(50);
  });
});
