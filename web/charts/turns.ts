/**
 * Whose turn it is to be painted, where painting all charts takes too much of a display frame.
 *
 * Those that waited are painted first, then others until a millisecond is over. So a chart is painted at least at
 * every other frame, thirty times a second, while the page stays quick to the hand. Where the machine has other
 * things to do and the frame is nearly over, those that waited wait once more, and come first.
 */

/** ms of painting in a display frame, of 17 at 60 Hz, after which charts may wait for the next. */
export const ENOUGH_MS = 1;

/** ms of painting after which charts that have waited may wait again. */
export const LATE_MS = 12;

/** Who is to be painted: all at once, some in turn, or none but those that wait. */
export type Due = 'all' | 'in turn' | 'waiting';

export class Turns<T> {
  private waiting = new Set<T>();

  /** Calls `paint` for those whose turn it is. Returns those who wait for the next frame. */
  take(charts: readonly T[], due: Due, paint: (chart: T) => void): ReadonlySet<T> {
    const before = this.waiting;
    this.waiting = new Set();
    const start_ms = performance.now();
    const first = [...before].filter((chart) => charts.includes(chart));
    const others = due === 'waiting' ? [] : charts.filter((chart) => !before.has(chart));
    for (const chart of [...first, ...others]) {
      const patience_ms = due === 'all' ? Infinity : before.has(chart) ? LATE_MS : ENOUGH_MS;
      if (performance.now() - start_ms < patience_ms) paint(chart);
      else this.waiting.add(chart);
    }
    return this.waiting;
  }
}
