/**
 * Whether starting again repeats the run or draws a new seed.
 *
 * Locked, as at first: the same seed, so the same run. Unlocked: every start from 0 shows another of the
 * runs that this experiment can be.
 */
import type { Lab } from '../lab/lab';

/** Starts again at t = 0, with a new seed if the seed is not locked. */
export function restartRun({ store, actions }: Pick<Lab, 'store' | 'actions'>): void {
  if (store.getState().seedLocked) actions.restart();
  else actions.newSeed();
}
