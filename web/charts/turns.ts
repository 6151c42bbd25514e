/**
 * Whose turn it is to be painted, where painting all charts takes too much of a display frame.
 *
 * Charts are painted until a millisecond of a frame is over, of 17 at 60 Hz, those that waited first. Nobody waits twice in a
 * row: a chart is painted at least at every other frame, thirty times a second, while the page stays quick to the hand.
 */

/** ms of painting in a display frame after which charts may wait for the next. */
export const ENOUGH_MS = 1;

export class Turns<T> {
  private waiting = new Set<T>();

  /** Calls `paint` for those whose turn it is, or for `all`. Returns those who wait for the next frame. */
  take(charts: readonly T[], all: boolean, paint: (chart: T) => void): ReadonlySet<T> {
    const before = this.waiting;
    this.waiting = new Set();
    const start_ms = performance.now();
    const first = charts.filter((chart) => before.has(chart));
    const others = charts.filter((chart) => !before.has(chart));
    for (const chart of first) paint(chart);
    for (const chart of others) {
      if (all || performance.now() - start_ms < ENOUGH_MS) paint(chart);
      else this.waiting.add(chart);
    }
    return this.waiting;
  }
}
