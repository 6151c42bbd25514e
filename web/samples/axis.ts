/**
 * The arithmetic of the shared time axis: what interval is shown when following, zooming and panning.
 *
 * All times are simulated seconds. An interval never begins before 0 and, unless the run is younger
 * than the interval is long, never ends after the present.
 */
import type { Interval } from '../engine/interval';

/** The closest zoom: a millisecond, in which a 10 Mb/s link sends one packet. */
export const MIN_SPAN_S = 1e-3;

/** The interval moved into `[0, max(now, its length)]`, its length kept where there is room. */
export function clamped({ t0_s, t1_s }: Interval, now_s: number): Interval {
  const longest = Math.max(now_s, MIN_SPAN_S);
  const span_s = Math.min(Math.max(t1_s - t0_s, MIN_SPAN_S), longest);
  const start = Math.min(Math.max(t0_s, 0), Math.max(0, longest - span_s));
  return { t0_s: start, t1_s: start + span_s };
}

/** `factor` > 1 shows less time (zooms in); `about_s` stays at its place on the screen. */
export function zoomed({ t0_s, t1_s }: Interval, factor: number, about_s: number, now_s: number): Interval {
  const longest = Math.max(now_s, MIN_SPAN_S);
  const span_s = t1_s - t0_s;
  const next_s = Math.min(Math.max(span_s / factor, MIN_SPAN_S), longest);
  const share = span_s > 0 ? (about_s - t0_s) / span_s : 0.5;
  const start = about_s - share * next_s;
  return clamped({ t0_s: start, t1_s: start + next_s }, now_s);
}

export function panned({ t0_s, t1_s }: Interval, dt_s: number, now_s: number): Interval {
  return clamped({ t0_s: t0_s + dt_s, t1_s: t1_s + dt_s }, now_s);
}

/** How long rates and ratios are averaged: a hundredth of what is shown, at least a millisecond. */
export function averagingWindow(span_s: number): number {
  return Math.max(span_s / 100, 1e-3);
}
