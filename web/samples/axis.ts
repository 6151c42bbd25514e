/**
 * Arithmetic of the shared time axis: the visible interval while following, zooming and panning.
 *
 * All times are simulated seconds. An interval never begins before 0. It never ends after the current time of the run,
 * unless the run is younger than the interval is long.
 */
import type { Interval } from '../engine/interval';

/** Shortest visible interval: 1 ms, in which a link of 10 Mb/s sends about one packet. */
export const MIN_SPAN_S = 1e-3;

/** Moves an interval into `[0, now_s]`. Its length stays the same if the run is long enough. */
export function clamped({ t0_s, t1_s }: Interval, now_s: number): Interval {
  const longest = Math.max(now_s, MIN_SPAN_S);
  const span_s = Math.min(Math.max(t1_s - t0_s, MIN_SPAN_S), longest);
  const start = Math.min(Math.max(t0_s, 0), Math.max(0, longest - span_s));
  return { t0_s: start, t1_s: start + span_s };
}

/** Zooms an interval: a `factor` above 1 shows less time, and `about_s` stays at its position on the screen. */
export function zoomed({ t0_s, t1_s }: Interval, factor: number, about_s: number, now_s: number): Interval {
  const longest = Math.max(now_s, MIN_SPAN_S);
  const span_s = t1_s - t0_s;
  const next_s = Math.min(Math.max(span_s / factor, MIN_SPAN_S), longest);
  const share = span_s > 0 ? (about_s - t0_s) / span_s : 0.5;
  const start = about_s - share * next_s;
  return clamped({ t0_s: start, t1_s: start + next_s }, now_s);
}

/** Moves an interval by `dt_s`, within the simulated time. */
export function panned({ t0_s, t1_s }: Interval, dt_s: number, now_s: number): Interval {
  return clamped({ t0_s: t0_s + dt_s, t1_s: t1_s + dt_s }, now_s);
}

/** Returns the averaging time of rates and ratios: 1/100 of the visible interval, at least 1 ms. */
export function averagingWindow(span_s: number): number {
  return Math.max(span_s / 100, 1e-3);
}
