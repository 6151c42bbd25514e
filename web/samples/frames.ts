/**
 * Store of the latest frame of a run, outside React.
 *
 * Painters subscribe and draw. They are called once per frame, in the page's animation-frame loop. The memory of a frame is
 * valid until the next frame has been shown; then it returns to the worker. Subscribers must not store older frames.
 */
import type { Frame, Layout } from '../engine/protocol';

type Listener = (frame: Frame) => void;

/** Store that holds the latest frame and notifies subscribers. */
export class Frames {
  private shown: { frame: Frame; layout: Layout | null } | null = null;
  private readonly listeners = new Set<Listener>();

  get latest(): Frame | null {
    return this.shown?.frame ?? null;
  }

  /** Layout of the run of `latest`; the layout in the Lab's state can be newer by one frame. */
  get layout(): Layout | null {
    return this.shown?.layout ?? null;
  }

  /** Calls `listener` with every new frame. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Stores `frame` as the latest and notifies all subscribers. An error in one does not stop the others. */
  publish(frame: Frame, layout: Layout | null = null): void {
    this.shown = { frame, layout };
    for (const listener of this.listeners) {
      try {
        listener(frame);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Removes the latest frame, whose memory is gone because the worker was replaced. */
  forget(): void {
    this.shown = null;
  }
}
