/** Which interval a frame shows while it follows the run: worker and page must agree on it. */

/** Simulated seconds; `t0_s` is at least 0. */
export interface Interval {
  t0_s: number;
  t1_s: number;
}

/** While following, the run's last `span_s`; a run younger than that fills the interval from the left. */
export function followed(now_s: number, span_s: number): Interval {
  const t1_s = Math.max(now_s, span_s);
  return { t0_s: Math.max(0, t1_s - span_s), t1_s };
}
