/**
 * The latest picture of a run, outside React.
 *
 * Painters subscribe and draw imperatively. They are called once per arriving frame, inside the page's
 * one animation-frame loop. A frame's memory is valid until the frame after it has been shown; then
 * it goes back to the worker. Nobody keeps an older frame.
 */
import type { Frame, Layout } from '../engine/protocol';

type Listener = (frame: Frame) => void;

export class Frames {
  private shown: { frame: Frame; layout: Layout | null } | null = null;
  private readonly listeners = new Set<Listener>();

  get latest(): Frame | null {
    return this.shown?.frame ?? null;
  }

  /** Whose present `latest` tells; the state's layout may be newer by a frame. */
  get layout(): Layout | null {
    return this.shown?.layout ?? null;
  }

  /** Calls `listener` with every frame from now on. Returns how to stop. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Makes `frame` the latest and shows it to everyone. One failing painter does not stop the others. */
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

  /** Forgets the latest frame, whose memory is gone (the worker was replaced). */
  forget(): void {
    this.shown = null;
  }
}
