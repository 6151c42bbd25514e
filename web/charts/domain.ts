/**
 * Range of the y axis over time: it grows in steps as soon as values need it, and shrinks slowly.
 *
 * With an axis that follows the data in every frame, the scale would change all the time. So the top of the axis is a
 * round number from a ladder. It rises at once if a value is above it, and falls only after values have been small for a
 * while.
 */
import { powerOfTen, roundUp } from '../plot/scale';

/** Least and greatest value of the visible data; both NaN without data. */
export interface Extent {
  lo: number;
  hi: number;
}

/** Rule for the range of a y axis. */
export type AxisRule =
  /**
   * Linear axis from 0. `floor` is the least top. `limit` is a value that stays visible unless data are far smaller.
   * `settled`: values before `settledFrom` do not stretch the axis. `signed`: the axis goes as far below 0 as above.
   */
  | { kind: 'linear'; floor: number; limit: number | null; settled?: boolean; signed?: boolean }
  /** Logarithmic axis: whole decades around the data, within `[lo, hi]`. */
  | { kind: 'log'; lo: number; hi: number };

/** Range of a y axis. */
export interface AxisRange {
  kind: 'linear' | 'log';
  lo: number;
  hi: number;
  /** Wall time at which the range became too wide, in ms; null while it fits. */
  loose_since_ms: number | null;
  /** Range that would have been wide enough since then. */
  enough?: { lo: number; hi: number };
}

/** Time for which values must stay small before the axis shrinks, in ms. */
export const PATIENCE_MS = 2500;

/**
 * Returns the time from which values stretch a `settled` axis, in seconds: the end of the warm-up, or before that the
 * middle of the visible time. Otherwise the losses of a slow start would make later losses invisible.
 */
export function settledFrom(warmup_s: number, { t_s, t1_s }: { t_s: number; t1_s: number }): number {
  return Math.min(warmup_s, Math.min(t_s, t1_s) / 2);
}

/** Returns the range to use now, from the range before (null at the start of a run). */
export function nextRange(before: AxisRange | null, rule: AxisRule, data: Extent, now_ms: number): AxisRange {
  const wanted = rule.kind === 'linear' ? linearRange(rule, data) : logRange(rule, data);
  if (before?.kind !== wanted.kind) return { ...wanted, loose_since_ms: null };
  if (Number.isNaN(data.hi)) return before;
  if (wanted.hi > before.hi || wanted.lo < before.lo) {
    return {
      kind: before.kind,
      lo: Math.min(wanted.lo, before.lo),
      hi: Math.max(wanted.hi, before.hi),
      loose_since_ms: null,
    };
  }
  const { kind, lo, hi, loose_since_ms, enough } = before;
  if (!tooWide(before, wanted))
    return loose_since_ms === null ? before : { kind, lo, hi, loose_since_ms: null };
  // All values of the waiting time must fit afterwards.
  const next = enough
    ? { lo: Math.min(enough.lo, wanted.lo), hi: Math.max(enough.hi, wanted.hi) }
    : { lo: wanted.lo, hi: wanted.hi };
  if (loose_since_ms === null) return { kind, lo, hi, loose_since_ms: now_ms, enough: next };
  if (now_ms - loose_since_ms < PATIENCE_MS) return { kind, lo, hi, loose_since_ms, enough: next };
  return { kind, ...next, loose_since_ms: null };
}

/** Room above the data, as a factor. */
const HEADROOM = 1.05;
/** Room above a limit, where its name stands, as a factor. */
const ABOVE_LIMIT = 1.22;
/** A limit above this multiple of the greatest value does not stretch the axis. */
const FAR_LIMIT = 20;

function linearRange(rule: AxisRule & { kind: 'linear' }, data: Extent): AxisRange {
  const { limit, floor } = rule;
  const empty = !(data.hi > 0);
  const withLimit = limit !== null && (empty || limit <= FAR_LIMIT * data.hi);
  const reach = empty ? 0 : data.hi;
  const hi =
    withLimit && reach <= limit * 1.02
      ? limit * ABOVE_LIMIT
      : roundUp(Math.max(reach * HEADROOM, withLimit ? limit : 0));
  const top = Math.max(hi, floor);
  return { kind: 'linear', lo: rule.signed ? -top : 0, hi: top, loose_since_ms: null };
}

function logRange(rule: AxisRule & { kind: 'log' }, data: Extent): AxisRange {
  const has = data.hi > 0 && data.lo > 0;
  const hi = has ? Math.min(rule.hi, powerOfTen(Math.ceil(Math.log10(data.hi) - 1e-9))) : 0.1 * rule.hi;
  const lo = has ? Math.max(rule.lo, powerOfTen(Math.floor(Math.log10(data.lo) + 1e-9))) : 1e-3 * rule.hi;
  return { kind: 'log', lo: Math.min(lo, hi / 100), hi, loose_since_ms: null };
}

function tooWide(before: AxisRange, wanted: AxisRange): boolean {
  // Two rungs of the ladder: the next one alone would move the axis up and down.
  if (before.kind === 'linear') return wanted.hi < 0.75 * before.hi;
  return wanted.hi < before.hi * 0.5 || wanted.lo > before.lo * 2;
}
