/**
 * The latest picture of the run, outside React.
 *
 * Painters subscribe and draw imperatively. They are called once per arriving frame, inside the page's
 * one animation-frame loop. A frame's memory is valid until the frame after it has been shown; then
 * it goes back to the worker. Nobody keeps an older frame.
 */
import type { Frame, Layout } from '../engine/protocol';

type Listener = (frame: Frame) => void;

let latest: Frame | null = null;
let latestLayout: Layout | null = null;
const listeners = new Set<Listener>();

export const frames = {
  get latest(): Frame | null {
    return latest;
  },

  /** What the columns of `latest` mean; the state's layout may be newer by a frame. */
  get layout(): Layout | null {
    return latestLayout;
  },

  /** Calls `listener` with every frame from now on. Returns how to stop. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Makes `frame` the latest and shows it to everyone. One failing painter does not stop the others. */
export function publishFrame(frame: Frame, layout: Layout | null = null): void {
  latest = frame;
  latestLayout = layout;
  for (const listener of listeners) {
    try {
      listener(frame);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Forgets the latest frame, whose memory is gone (the worker was replaced). */
export function forgetFrames(): void {
  latest = null;
  latestLayout = null;
}
