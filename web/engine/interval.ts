/** Interval of a frame that follows the run, computed in the same way by worker and page. */

/** Interval of simulated time, seconds; `t0_s` is at least 0. */
export interface Interval {
  t0_s: number;
  t1_s: number;
}

/** Returns the last `span_s` of the run; a shorter run fills the interval from the left. */
export function followed(now_s: number, span_s: number): Interval {
  const t1_s = Math.max(now_s, span_s);
  return { t0_s: Math.max(0, t1_s - span_s), t1_s };
}
