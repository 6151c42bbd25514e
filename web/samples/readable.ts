/** How often figures change while a run moves: often enough to follow it, seldom enough to be read. */
import type { Frame } from '../engine/protocol';

/** ms of wall time. */
export const READABLE_MS = 100;

/**
 * True when figures may change again; always true while the run stands. Everywhere at once, so that the browser lays the
 * page out anew ten times a second rather than whenever one of them is due.
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
