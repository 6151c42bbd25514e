/**
 * Scheduling of painting, if all charts together take too much of a display frame.
 *
 * Waiting charts are painted first, in the order of their waiting time, and then others until `ENOUGH_MS` have passed. The cost of
 * each chart is estimated from earlier paintings, so that an expensive one does not start in a frame without enough time.
 * So the page stays responsive, and each chart is painted about twenty times per second or more.
 */

/**
 * Painting time in a display frame after which charts that have not waited yet must wait, in ms (a frame has 17 ms at 60 Hz).
 * It is short because only scripts are measured: without a graphics card, a canvas takes ten times as long after them.
 */
export const ENOUGH_MS = 0.6;

/** Charts to paint: all at once, some in turn (`beside figures` if values are written in the same frame), or the waiting ones. */
export type Due = 'all' | 'in turn' | 'beside figures' | 'waiting';

/** Greatest painting time in a display frame, in ms. */
export const ROOM_MS: Readonly<Record<Due, number>> = {
  all: Infinity,
  'in turn': 8,
  'beside figures': 3,
  waiting: 8,
};

/** Weight of the last painting in the estimated cost. It is low because other programs interrupt some paintings. */
const LATEST = 0.25;

/** Scheduler that selects the charts to paint in each display frame. */
export class Turns<T extends object> {
  /** Waiting charts, the longest waiting one first. */
  private waiting: ReadonlySet<T> = new Set();
  /** Estimated cost of each chart, in ms. */
  private readonly costs = new WeakMap<T, number>();

  /** Calls `paint` for the charts to paint now. Returns the charts that wait for the next frame. */
  take(charts: readonly T[], due: Due, paint: (chart: T) => void): ReadonlySet<T> {
    const before = this.waiting;
    const first = [...before].filter((chart) => charts.includes(chart));
    const others = due === 'waiting' ? [] : charts.filter((chart) => !before.has(chart));
    const waiting = new Set<T>();
    const start_ms = performance.now();
    // At least one chart is painted, even an expensive one, unless values are written in this frame.
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
