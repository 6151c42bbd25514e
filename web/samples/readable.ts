/** How often figures change while a run moves: often enough to follow it, seldom enough to be read. */
import type { Frame } from '../engine/protocol';

/** ms of wall time. */
export const READABLE_MS = 100;

/** True when figures may change again; always true while the run stands. */
export function readablePace(): (frame: Pick<Frame, 'playing'>) => boolean {
  let last_ms = -Infinity;
  return ({ playing }) => {
    const now_ms = performance.now();
    if (playing && now_ms - last_ms < READABLE_MS) return false;
    last_ms = now_ms;
    return true;
  };
}
