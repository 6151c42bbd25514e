/**
 * Whether starting again repeats the run or draws a new seed.
 *
 * Locked, as at first: the same seed, so the same run. Unlocked: every start from 0 shows another of the
 * runs that this experiment can be.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { actions } from '../lab/lab';

const lock = createStore<{ locked: boolean }>(() => ({ locked: true }));

export const useSeedLock = (): boolean => useStore(lock, (state) => state.locked);

export function toggleSeedLock(): void {
  lock.setState(({ locked }) => ({ locked: !locked }));
}

/** Starts again at t = 0, with a new seed if the seed is not locked. */
export function startAgain(): void {
  if (lock.getState().locked) actions.restart();
  else actions.newSeed();
}
