/** Rate at which displayed numbers change during a run, so that they can be read. */
import type { Frame } from '../engine/protocol';

/** Least wall time between two changes of a displayed number, in ms. */
export const READABLE_MS = 100;

/**
 * Returns a function that tells whether numbers may change now; always true while the run is paused. All numbers change
 * together, so that the browser computes the layout only ten times per second.
 */
export function readablePace(): (frame: Pick<Frame, 'playing'>) => boolean {
  let last = -1;
  return ({ playing }) => {
    const now = Math.floor(performance.now() / READABLE_MS);
    if (playing && now === last) return false;
    last = now;
    return true;
  };
}
