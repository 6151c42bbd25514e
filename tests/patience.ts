/**
 * Limits of time in tests, which find work that grows with the square of its input, as multiples of what the machine can do at
 * the moment: another process may take a share of its cores, and a test must not fail by that.
 */

/** Time of `yardstick` on an idle machine of 2026, ms. */
const YARDSTICK_MS = 4;

/** Number of tries, as the system may take the processor away during one. */
const TRIES = 4;

/**
 * Returns whether the work takes at most `limit_ms` of an idle machine. A work that seems too slow is repeated, and its time is
 * divided by the time of a fixed computation, measured before and after it.
 */
export function takesAtMost(limit_ms: number, work: () => unknown): boolean {
  if (timeOf(work) <= limit_ms) return true;
  for (let tries = 1; tries < TRIES; tries++) {
    const before_ms = timeOf(yardstick);
    const took_ms = timeOf(work);
    const slowdown = Math.max(1, Math.max(before_ms, timeOf(yardstick)) / YARDSTICK_MS);
    if (took_ms <= limit_ms * slowdown) return true;
  }
  return false;
}

function timeOf(work: () => unknown): number {
  const begun_ms = performance.now();
  work();
  return performance.now() - begun_ms;
}

/** Computation of a fixed length in integers, with an array that does not fit in the first cache. */
function yardstick(): number {
  const cells = new Uint32Array(1 << 16);
  let state = 1;
  for (let i = 0; i < 3_000_000; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const at = state >>> 16;
    cells[at] = (cells[at] ?? 0) + i;
  }
  return cells[0] ?? 0;
}
