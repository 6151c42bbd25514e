/**
 * The lock of the seed.
 *
 * Locked (the default): a restart uses the same seed and repeats the run. Unlocked: each restart uses a new seed and
 * gives another run of the same experiment.
 */
import type { Lab } from '../lab/lab';

/** Restarts the run at time 0, with a new seed unless the seed is locked. */
export function restartRun({ store, actions }: Pick<Lab, 'store' | 'actions'>): void {
  if (store.getState().seedLocked) actions.restart();
  else actions.newSeed();
}
