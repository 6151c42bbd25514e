/**
 * The time axis that all charts share: which interval is shown, where the cursor stands, what is hidden.
 *
 * While `follow` is on, `t0_s` and `t1_s` are moved with the run by the frame loop. Looking back
 * (zooming or panning) turns it off; `viewActions.follow()` turns it on again.
 */
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { followed, type Interval } from '../engine/interval';
import { clamped, MIN_SPAN_S, panned, zoomed } from './axis';
import { keepCharts, keptCharts } from './kept';

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
  /** Ids of the charts that a person chose to see, kept in the browser; null: those shown at first. */
  charts: ReadonlySet<string> | null;
  /** Columns of the widest plot, one per pixel: 1 to 4096. */
  columns: number;
}

export const DEFAULT_SPAN_S = 20;

export const view: StoreApi<ViewState> = createStore<ViewState>(() => ({
  follow: true,
  span_s: DEFAULT_SPAN_S,
  t0_s: 0,
  t1_s: DEFAULT_SPAN_S,
  cursor_s: null,
  pinned_s: null,
  hidden: new Set<string>(),
  charts: keptCharts(),
  columns: 800,
}));

export function useView<T>(pick: (state: ViewState) => T): T {
  return useStore(view, useShallow(pick));
}

/** The present time of the run, to which the axis is clamped; set by the frame loop. */
let now_s = 0;

export const viewActions = {
  /** `factor` > 1 zooms in. While following, the live edge stays in view and only the span changes. */
  zoom(factor: number, about_s: number): void {
    const state = view.getState();
    if (!(factor > 0) || !Number.isFinite(factor)) return;
    if (state.follow) {
      const span_s = Math.min(Math.max(state.span_s / factor, MIN_SPAN_S), MAX_SPAN_S);
      view.setState({ span_s, ...followed(now_s, span_s) });
      return;
    }
    look(zoomed(state, factor, about_s, now_s));
  },

  /** Moves the interval by `dt_s` (negative: into the past) and stops following. */
  pan(dt_s: number): void {
    if (!Number.isFinite(dt_s) || dt_s === 0) return;
    look(panned(view.getState(), dt_s, now_s));
  },

  /** Shows the given interval and stops following. */
  show(t0_s: number, t1_s: number): void {
    if (!(t1_s > t0_s)) return;
    look(clamped({ t0_s, t1_s }, now_s));
  },

  /** Brings a moment into the middle of the interval shown, unless it is shown already. */
  lookAt(t_s: number): void {
    const { t0_s, t1_s } = view.getState();
    if (t_s >= t0_s && t_s <= t1_s) return;
    const half_s = (t1_s - t0_s) / 2;
    look(clamped({ t0_s: t_s - half_s, t1_s: t_s + half_s }, now_s));
  },

  follow(): void {
    const { span_s } = view.getState();
    view.setState({ follow: true, ...followed(now_s, span_s) });
  },

  setCursor(t_s: number | null): void {
    if (view.getState().cursor_s !== t_s) view.setState({ cursor_s: t_s });
  },

  pin(t_s: number | null): void {
    view.setState({ pinned_s: t_s });
  },

  /** Hides these series, or shows them if all are hidden. */
  toggleSeries(...ids: string[]): void {
    const hidden = new Set(view.getState().hidden);
    const show = ids.every((id) => hidden.has(id));
    for (const id of ids) {
      if (show) hidden.delete(id);
      else hidden.add(id);
    }
    view.setState({ hidden });
  },

  showCharts(charts: ReadonlySet<string> | null): void {
    view.setState({ charts });
    keepCharts(charts);
  },

  setColumns(columns: number): void {
    const whole = Math.min(Math.max(Math.round(columns), 1), 4096);
    if (Number.isFinite(whole) && view.getState().columns !== whole) view.setState({ columns: whole });
  },
};

/** Tells the axis the present time of the run; called by the frame loop, once per frame. */
export function advanceView(t_s: number): void {
  now_s = t_s;
  const state = view.getState();
  const next = state.follow ? followed(t_s, state.span_s) : clamped(state, Math.max(t_s, state.t1_s));
  if (next.t0_s !== state.t0_s || next.t1_s !== state.t1_s) view.setState(next);
}

/** Back to following from 0, as a new run begins; hidden series and columns stay. */
export function resetView(): void {
  now_s = 0;
  const { span_s } = view.getState();
  view.setState({ follow: true, cursor_s: null, pinned_s: null, ...followed(0, span_s) });
}

/** Longest span while following, seconds: an hour. */
const MAX_SPAN_S = 3600;

function look(interval: Interval): void {
  view.setState({ follow: false, span_s: interval.t1_s - interval.t0_s, ...interval });
}
