/**
 * State of the time axis that all charts of a run share: visible interval, cursor, pin, hidden series, and the data that
 * charts need in a frame.
 *
 * While `follow` is on, the frame loop moves `t0_s` and `t1_s` with the run. Panning turns `follow` off;
 * `actions.follow()` turns it on again.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { followed, type Interval } from '../engine/interval';
import type { Needs } from '../engine/protocol';
import { clamped, MIN_SPAN_S, panned, zoomed } from './axis';

/** State of the shared time axis. */
export interface ViewState {
  /** Whether the interval follows the current time. */
  follow: boolean;
  /** Length of the visible interval while following, in seconds. */
  span_s: number;
  /** Visible interval, in seconds. */
  t0_s: number;
  t1_s: number;
  /** Simulated time under the pointer or the keyboard cursor. */
  cursor_s: number | null;
  /** Simulated time of the pin. */
  pinned_s: number | null;
  /** Ids of the hidden series. */
  hidden: ReadonlySet<string>;
  /** Number of columns of a frame, one per pixel of the widest plot: 1 to 4096. */
  columns: number;
  /** Data that the visible charts draw. */
  needs: Needs;
}

/** Actions on the shared time axis. */
export interface ViewActions {
  /** Zooms in if `factor` is above 1. While following, the current time stays visible and only the span changes. */
  zoom(factor: number, about_s: number): void;
  /** Moves the interval by `dt_s` (negative for the past) and stops following. */
  pan(dt_s: number): void;
  /** Shows the given interval and stops following. */
  show(t0_s: number, t1_s: number): void;
  /** Moves the interval so that a time is in its middle, unless the time is visible already. */
  lookAt(t_s: number): void;
  follow(): void;
  setCursor(t_s: number | null): void;
  pin(t_s: number | null): void;
  /** Hides these series, or shows them if all are hidden. */
  toggleSeries(...ids: string[]): void;
  setColumns(columns: number): void;
  /** Sets the data that the following frames contain. */
  need(needs: Needs): void;
}

/** Store and actions of the shared time axis. */
export interface TimeView {
  readonly store: StoreApi<ViewState>;
  readonly actions: ViewActions;
  /** Sets the current time of the run; the feed calls this once per frame. */
  advance(t_s: number): void;
  /** Sets the span for a run that starts. If it has the same duration as the previous run, the span does not change. */
  fit(duration_s: number): void;
  /** Resets to following from 0 for a new run. Hidden series, columns and needs do not change. */
  reset(): void;
}

/** Span of a run of 20 to 200 s, in seconds. */
export const DEFAULT_SPAN_S = 20;

/**
 * Returns the span that fits a run, in seconds: the whole run up to 20 s, then 20 s, and a tenth of the run from 200 s on,
 * so that the data do not move too fast.
 */
export function fittingSpan(duration_s: number): number {
  return Math.max(MIN_SPAN_S, Math.min(duration_s, Math.max(DEFAULT_SPAN_S, duration_s / 10)));
}

/** Creates the time axis of a run. */
export function createView(): TimeView {
  const store = createStore<ViewState>(() => INITIAL);
  /** Current time of the run, to which the axis is clamped. */
  let now_s = 0;
  /** Duration of the run for which the span was set. */
  let fitted_s: number | null = null;
  const longest_s = (): number => Math.max(MAX_SPAN_S, fitted_s ?? 0);

  const show = (interval: Interval): void =>
    store.setState({ follow: false, span_s: interval.t1_s - interval.t0_s, ...interval });

  const actions: ViewActions = {
    zoom(factor, about_s) {
      const state = store.getState();
      if (!(factor > 0) || !Number.isFinite(factor)) return;
      if (state.follow) {
        const span_s = Math.min(Math.max(state.span_s / factor, MIN_SPAN_S), longest_s());
        store.setState({ span_s, ...followed(now_s, span_s) });
        return;
      }
      show(zoomed(state, factor, about_s, now_s));
    },

    pan(dt_s) {
      if (!Number.isFinite(dt_s) || dt_s === 0) return;
      show(panned(store.getState(), dt_s, now_s));
    },

    show(t0_s, t1_s) {
      if (!(t1_s > t0_s)) return;
      show(clamped({ t0_s, t1_s }, now_s));
    },

    lookAt(t_s) {
      const { t0_s, t1_s } = store.getState();
      if (t_s >= t0_s && t_s <= t1_s) return;
      const half_s = (t1_s - t0_s) / 2;
      show(clamped({ t0_s: t_s - half_s, t1_s: t_s + half_s }, now_s));
    },

    follow() {
      const { span_s } = store.getState();
      store.setState({ follow: true, ...followed(now_s, span_s) });
    },

    setCursor(t_s) {
      if (store.getState().cursor_s !== t_s) store.setState({ cursor_s: t_s });
    },

    pin(t_s) {
      store.setState({ pinned_s: t_s });
    },

    toggleSeries(...ids) {
      const hidden = new Set(store.getState().hidden);
      const show = ids.every((id) => hidden.has(id));
      for (const id of ids) {
        if (show) hidden.delete(id);
        else hidden.add(id);
      }
      store.setState({ hidden });
    },

    setColumns(columns) {
      const whole = Math.min(Math.max(Math.round(columns), 1), 4096);
      if (Number.isFinite(whole) && store.getState().columns !== whole) store.setState({ columns: whole });
    },

    need(needs) {
      if (!sameNeeds(store.getState().needs, needs)) store.setState({ needs });
    },
  };

  return {
    store,
    actions,

    advance(t_s) {
      now_s = t_s;
      const state = store.getState();
      const next = state.follow ? followed(t_s, state.span_s) : clamped(state, Math.max(t_s, state.t1_s));
      if (next.t0_s !== state.t0_s || next.t1_s !== state.t1_s) store.setState(next);
    },

    fit(duration_s) {
      if (!(duration_s > 0) || duration_s === fitted_s) return;
      fitted_s = duration_s;
      const span_s = fittingSpan(duration_s);
      store.setState(store.getState().follow ? { span_s, ...followed(now_s, span_s) } : { span_s });
    },

    reset() {
      now_s = 0;
      const { span_s } = store.getState();
      store.setState({ follow: true, cursor_s: null, pinned_s: null, ...followed(0, span_s) });
    },
  };
}

/** Needs if there are no charts. */
export const NO_NEEDS: Needs = { series: [], histograms: [], counts: [] };

function sameNeeds(a: Needs, b: Needs): boolean {
  return (['series', 'histograms', 'counts'] as const).every((what) => sameIds(a[what], b[what]));
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}

const INITIAL: ViewState = {
  follow: true,
  span_s: DEFAULT_SPAN_S,
  t0_s: 0,
  t1_s: DEFAULT_SPAN_S,
  cursor_s: null,
  pinned_s: null,
  hidden: new Set<string>(),
  columns: 800,
  needs: NO_NEEDS,
};

/** Longest span while following, in seconds: an hour, or the whole of a longer run. */
const MAX_SPAN_S = 3600;
