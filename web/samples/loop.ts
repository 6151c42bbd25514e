/**
 * The page's one animation-frame loop: shows the frame that arrived, then asks for the next.
 *
 * At most one frame is under way. A frame that takes longer than a display frame is simply shown
 * later; none is queued. The memory of the frame before the one shown travels back with the request.
 */
import type { Frame, Layout, View } from '../engine/protocol';
import { averagingWindow } from './axis';
import { forgetFrames, publishFrame } from './frames';
import { advanceView, view, type ViewState } from './view';

/** What the loop needs of the engine's client. */
export interface FrameSource {
  /** Asks for one frame and hands back memory. */
  wantFrame(recycle: ArrayBuffer | undefined): void;
  setView(view: View): void;
}

/** When to call back; `requestAnimationFrame` on the page, a hand crank in tests. */
export type Schedule = (callback: () => void) => void;

export class FrameLoop {
  private source: FrameSource | null = null;
  private arrived: { frame: Frame; layout: Layout } | null = null;
  private shown: Frame | null = null;
  private recycle: ArrayBuffer | undefined;
  private waiting = false;
  private viewSent: View | null = null;
  private readonly schedule: Schedule;

  constructor(schedule: Schedule) {
    this.schedule = schedule;
  }

  /** Begins to turn; call once. */
  start(): void {
    const turn = (): void => {
      this.turn();
      this.schedule(turn);
    };
    this.schedule(turn);
  }

  /** Takes frames from `source` from now on; `null` while there is no engine. */
  connect(source: FrameSource | null): void {
    this.source = source;
    this.arrived = null;
    this.shown = null;
    this.recycle = undefined;
    this.waiting = false;
    this.viewSent = null;
    forgetFrames();
  }

  /** Hands over a frame that arrived and what its columns mean; it is shown at the next turn. */
  receive(frame: Frame, layout: Layout): void {
    this.waiting = false;
    this.arrived = { frame, layout };
  }

  private turn(): void {
    this.show();
    if (!this.source) return;
    const wanted = viewForEngine(view.getState());
    if (!this.viewSent || !sameView(this.viewSent, wanted)) {
      this.source.setView(wanted);
      this.viewSent = wanted;
    }
    if (this.waiting) return;
    this.waiting = true;
    this.source.wantFrame(this.recycle);
    this.recycle = undefined;
  }

  private show(): void {
    if (!this.arrived) return;
    const { frame, layout } = this.arrived;
    this.arrived = null;
    advanceView(frame.t_s);
    publishFrame(frame, layout);
    if (this.shown) this.recycle = this.shown.data.buffer as ArrayBuffer;
    this.shown = frame;
  }
}

/** The view as the worker wants it: while following, the interval itself is the worker's affair. */
export function viewForEngine(state: ViewState): View {
  const { follow, span_s, t0_s, t1_s, columns } = state;
  const shown_s = follow ? span_s : t1_s - t0_s;
  return {
    t0_s: follow ? 0 : t0_s,
    t1_s: follow ? span_s : t1_s,
    follow_span_s: follow ? span_s : null,
    columns,
    window_s: averagingWindow(shown_s),
  };
}

function sameView(a: View, b: View): boolean {
  return (
    a.t0_s === b.t0_s &&
    a.t1_s === b.t1_s &&
    a.follow_span_s === b.follow_span_s &&
    a.columns === b.columns &&
    a.window_s === b.window_s
  );
}
