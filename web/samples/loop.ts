/**
 * The animation-frame loop of the page: calls every subscriber once per display frame.
 *
 * The loop stops while it has no subscribers.
 */

/** Scheduler of the next turn: `requestAnimationFrame` on the page, a manual one in tests. */
export type Schedule = (callback: () => void) => void;

/** Subscriber of the loop: the feed of frames of a run. */
export interface Served {
  turn(): void;
}

/** Loop over subscribers, once per display frame. An error in one does not stop the others. */
export class FrameLoop {
  private readonly served = new Set<Served>();
  private turning = false;
  private readonly schedule: Schedule;

  constructor(schedule: Schedule) {
    this.schedule = schedule;
  }

  /** Adds a subscriber. Returns a function that removes it. */
  serve(one: Served): () => void {
    this.served.add(one);
    if (!this.turning) {
      this.turning = true;
      this.schedule(this.turn);
    }
    return () => {
      this.served.delete(one);
    };
  }

  private readonly turn = (): void => {
    for (const one of this.served) {
      try {
        one.turn();
      } catch (error) {
        reportError(error);
      }
    }
    this.turning = this.served.size > 0;
    if (this.turning) this.schedule(this.turn);
  };
}
