/**
 * The time axis that all charts of a run share: which interval is shown, where the cursor stands, what is
 * hidden; and what the charts need a frame to carry.
 *
 * While `follow` is on, `t0_s` and `t1_s` are moved with the run by the frame loop. Looking back
 * (zooming or panning) turns it off; `actions.follow()` turns it on again.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { followed, type Interval } from '../engine/interval';
import type { Needs } from '../engine/protocol';
import { clamped, MIN_SPAN_S, panned, zoomed } from './axis';

export interface ViewState {
  /** True while the live edge is kept in view. */
  follow: boolean;
  /** Length of the interval shown while following, seconds. */
  span_s: number;
  /** The interval shown, seconds. */
  t0_s: number;
  t1_s: number;
  /** Simulated time under the pointer or the keyboard cursor. */
  cursor_s: number | null;
  /** Simulated time that was pinned, to compare with. */
  pinned_s: number | null;
  /** Ids of the series that the legend hides. */
  hidden: ReadonlySet<string>;
  /** Columns of the widest plot, one per pixel: 1 to 4096. */
  columns: number;
  /** What the charts that are shown draw. */
  needs: Needs;
}

export interface ViewActions {
  /** `factor` > 1 zooms in. While following, the live edge stays in view and only the span changes. */
  zoom(factor: number, about_s: number): void;
  /** Moves the interval by `dt_s` (negative: into the past) and stops following. */
  pan(dt_s: number): void;
  /** Shows the given interval and stops following. */
  show(t0_s: number, t1_s: number): void;
  /** Brings a moment into the middle of the interval shown, unless it is shown already. */
  lookAt(t_s: number): void;
  follow(): void;
  setCursor(t_s: number | null): void;
  pin(t_s: number | null): void;
  /** Hides these series, or shows them if all are hidden. */
  toggleSeries(...ids: string[]): void;
  setColumns(columns: number): void;
  /** Has the frames to come carry this and nothing else. */
  need(needs: Needs): void;
}

export interface TimeView {
  readonly store: StoreApi<ViewState>;
  readonly actions: ViewActions;
  /** Tells the axis the present time of the run; called by its feed, once per frame. */
  advance(t_s: number): void;
  /** Makes the span fit a run that begins, unless it has the length of the one before: then it stays as chosen. */
  fit(duration_s: number): void;
  /** Back to following from 0, as a new run begins; hidden series, columns and needs stay. */
  reset(): void;
}

export const DEFAULT_SPAN_S = 20;

/**
 * The span that fits a run: all of a run of up to 20 s, 20 s of a longer one, and a tenth of one that lasts minutes and
 * more, so that what comes does not rush by.
 */
export function fittingSpan(duration_s: number): number {
  return Math.max(MIN_SPAN_S, Math.min(duration_s, Math.max(DEFAULT_SPAN_S, duration_s / 10)));
}

export function createView(): TimeView {
  const store = createStore<ViewState>(() => INITIAL);
  /** The present time of the run, to which the axis is clamped. */
  let now_s = 0;
  /** Length of the run to which the span was made to fit. */
  let fitted_s: number | null = null;
  const longest_s = (): number => Math.max(MAX_SPAN_S, fitted_s ?? 0);

  const look = (interval: Interval): void =>
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
      look(zoomed(state, factor, about_s, now_s));
    },

    pan(dt_s) {
      if (!Number.isFinite(dt_s) || dt_s === 0) return;
      look(panned(store.getState(), dt_s, now_s));
    },

    show(t0_s, t1_s) {
      if (!(t1_s > t0_s)) return;
      look(clamped({ t0_s, t1_s }, now_s));
    },

    lookAt(t_s) {
      const { t0_s, t1_s } = store.getState();
      if (t_s >= t0_s && t_s <= t1_s) return;
      const half_s = (t1_s - t0_s) / 2;
      look(clamped({ t0_s: t_s - half_s, t1_s: t_s + half_s }, now_s));
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

/** What charts need that are not there. */
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

/** Longest span while following, seconds: an hour, or the whole of a longer run. */
const MAX_SPAN_S = 3600;
