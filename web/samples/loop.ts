/**
 * The page's one animation-frame loop: gives every run that is shown its turn, once per display frame.
 *
 * It rests while it serves nobody.
 */

/** When to call back; `requestAnimationFrame` on the page, a hand crank in tests. */
export type Schedule = (callback: () => void) => void;

/** Who has a turn: a run's feed of frames. */
export interface Served {
  turn(): void;
}

export class FrameLoop {
  private readonly served = new Set<Served>();
  private turning = false;
  private readonly schedule: Schedule;

  constructor(schedule: Schedule) {
    this.schedule = schedule;
  }

  /** Gives `one` a turn per display frame from now on. Returns how to stop. */
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
    for (const one of this.served) one.turn();
    this.turning = this.served.size > 0;
    if (this.turning) this.schedule(this.turn);
  };
}
