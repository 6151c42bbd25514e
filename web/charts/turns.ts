/**
 * Whose turn it is to be painted, where painting all charts takes too much of a display frame.
 *
 * Those that waited are painted first, the longest waiting before others, and then others until a millisecond is over.
 * Each chart's cost is known from before, so that a dear one is not begun in a frame that has no room left for it. So
 * the page stays quick to the hand, and each chart is painted some twenty times a second or more.
 */

/** ms of painting in a display frame, of 17 at 60 Hz, after which charts that have not waited wait for the next. */
export const ENOUGH_MS = 1;

/** Who is to be painted: all at once; some in turn, in a frame in which figures change too or not; those that wait. */
export type Due = 'all' | 'in turn' | 'beside figures' | 'waiting';

/** ms that painting may take of a display frame. */
export const ROOM_MS: Readonly<Record<Due, number>> = {
  all: Infinity,
  'in turn': 8,
  'beside figures': 3,
  waiting: 8,
};

/** How much of what a chart is said to cost is due to its last painting: the machine interrupts some. */
const LATEST = 0.25;

export class Turns<T extends object> {
  /** The longest waiting first. */
  private waiting: ReadonlySet<T> = new Set();
  /** ms. */
  private readonly costs = new WeakMap<T, number>();

  /** Calls `paint` for those whose turn it is. Returns those who wait for the next frame. */
  take(charts: readonly T[], due: Due, paint: (chart: T) => void): ReadonlySet<T> {
    const before = this.waiting;
    const first = [...before].filter((chart) => charts.includes(chart));
    const others = due === 'waiting' ? [] : charts.filter((chart) => !before.has(chart));
    const waiting = new Set<T>();
    const start_ms = performance.now();
    // However dear it is, one is painted, unless figures have this frame.
    let idle = due !== 'beside figures';
    for (const chart of [...first, ...others]) {
      const from_ms = performance.now();
      const spent_ms = from_ms - start_ms;
      const fits = spent_ms + (this.costs.get(chart) ?? 0) <= ROOM_MS[due];
      const hasTurn = before.has(chart) ? fits || idle : fits && (due === 'all' || spent_ms < ENOUGH_MS);
      if (hasTurn) {
        paint(chart);
        this.learn(chart, performance.now() - from_ms);
        idle = false;
      } else waiting.add(chart);
    }
    this.waiting = waiting;
    return waiting;
  }

  private learn(chart: T, cost_ms: number): void {
    const before_ms = this.costs.get(chart) ?? cost_ms;
    this.costs.set(chart, before_ms + LATEST * (cost_ms - before_ms));
  }
}
