/**
 * Feed of frames of a run: shows the frame that arrived, then requests the next.
 *
 * At most one request is open. A frame that takes longer than a display frame is shown later; frames are not queued. The
 * request returns the memory of the frame before the visible one.
 */
import type { Frame, Layout, View } from '../engine/protocol';
import { averagingWindow } from './axis';
import type { Frames } from './frames';
import type { TimeView, ViewState } from './view';

/** Source of frames: the part of the engine's client that the feed uses. */
export interface FrameSource {
  /** Requests one frame and returns memory for reuse. */
  requestFrame(recycle: ArrayBuffer | undefined): void;
  setView(view: View): void;
}

/** Feed of frames from the engine to the page. */
export class FrameFeed {
  private readonly frames: Frames;
  private readonly view: TimeView;
  private source: FrameSource | null = null;
  private arrived: { frame: Frame; layout: Layout } | null = null;
  private shown: Frame | null = null;
  private recycle: ArrayBuffer | undefined;
  private waiting = false;
  private viewSent: View | null = null;

  constructor(frames: Frames, view: TimeView) {
    this.frames = frames;
    this.view = view;
  }

  /** Sets the source of frames; `null` while there is no engine. */
  connect(source: FrameSource | null): void {
    this.source = source;
    this.arrived = null;
    this.shown = null;
    this.recycle = undefined;
    this.waiting = false;
    this.viewSent = null;
    this.frames.forget();
  }

  /** Receives a frame with the layout of its run. It is shown at the next turn. */
  receive(frame: Frame, layout: Layout): void {
    this.waiting = false;
    this.arrived = { frame, layout };
  }

  /** Receives a frame that must not be shown, for example of an earlier run. The next one is requested. */
  pass(frame: Frame): void {
    this.waiting = false;
    this.recycle ??= frame.data.buffer as ArrayBuffer;
  }

  /** Shows the received frame and requests the next; called once per display frame. */
  turn(): void {
    this.show();
    if (!this.source) return;
    const wanted = viewForEngine(this.view.store.getState());
    if (!this.viewSent || !sameView(this.viewSent, wanted)) {
      this.source.setView(wanted);
      this.viewSent = wanted;
    }
    if (this.waiting) return;
    this.waiting = true;
    this.source.requestFrame(this.recycle);
    this.recycle = undefined;
  }

  private show(): void {
    if (!this.arrived) return;
    const { frame, layout } = this.arrived;
    this.arrived = null;
    this.view.advance(frame.t_s);
    this.frames.publish(frame, layout);
    if (this.shown) this.recycle = this.shown.data.buffer as ArrayBuffer;
    this.shown = frame;
  }
}

/** Returns the view for the worker. While following, the worker computes the interval itself. */
export function viewForEngine(state: ViewState): View {
  const { follow, span_s, t0_s, t1_s, columns, needs } = state;
  const shown_s = follow ? span_s : t1_s - t0_s;
  return {
    t0_s: follow ? 0 : t0_s,
    t1_s: follow ? span_s : t1_s,
    follow_span_s: follow ? span_s : null,
    columns,
    window_s: averagingWindow(shown_s),
    ...needs,
  };
}

function sameView(a: View, b: View): boolean {
  return (
    a.t0_s === b.t0_s &&
    a.t1_s === b.t1_s &&
    a.follow_span_s === b.follow_span_s &&
    a.columns === b.columns &&
    a.window_s === b.window_s &&
    a.series === b.series &&
    a.histograms === b.histograms
  );
}
