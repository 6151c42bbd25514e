/**
 * Pace of the simulation: the simulated time that is due, the number of events per call, and the measured speed.
 *
 * Pure arithmetic: wall times are passed in (`now_ms`), never read. Simulated times are in seconds. The worker runs in
 * slices of about `SLICE_MS`, the longest wait of a command. Within a slice it requests as many events as take about
 * `CALL_MS`.
 */
import type { Speed } from './protocol';

/** Lowest speed, simulated seconds per real second. */
export const SLOWEST = 0.001;

/** Highest speed with a number, simulated seconds per real second; `max` has no limit. */
export const FASTEST = 1000;

/** Returns the nearest speed that a control can set. */
export function limitedSpeed(speed: number): number {
  return Math.min(FASTEST, Math.max(SLOWEST, speed));
}

/** Wall time of a slice, after which the worker handles commands, ms. */
export const SLICE_MS = 8;

/** Target wall time of a call into the engine, ms. */
export const CALL_MS = 2;

/** Largest backlog that a slow run catches up, ms of wall time; the rest is dropped. */
export const CATCH_UP_MS = 100;

/** Wall time over which the speed is measured, ms. */
export const MEASURE_MS = 500;

/** Converts wall time to the simulated time that is due. */
export class Pace {
  private speed: Speed;
  private last_ms = 0;
  private due_s = 0;

  constructor(speed: Speed) {
    this.speed = speed;
  }

  /** Starts to play; nothing is due before. */
  begin(now_ms: number, t_s: number): void {
    this.last_ms = now_ms;
    this.due_s = t_s;
  }

  /** Changes the speed from now on; time that is due already stays due. */
  setSpeed(speed: Speed, now_ms: number, t_s: number): void {
    this.due(now_ms, t_s);
    if (this.speed === 'max') this.due_s = t_s;
    this.speed = speed;
  }

  /**
   * Returns the simulated time that a run at `t_s` should have reached at `now_ms`; infinite at `max`. A backlog of more
   * than `CATCH_UP_MS` is dropped, so that a slow engine, or a computer that slept, does not try to catch up lost time.
   */
  due(now_ms: number, t_s: number): number {
    const elapsed_ms = Math.max(0, now_ms - this.last_ms);
    this.last_ms = now_ms;
    if (this.speed === 'max') return Infinity;
    const advanced_s = this.due_s + (elapsed_ms / 1000) * this.speed;
    this.due_s = Math.min(advanced_s, t_s + (CATCH_UP_MS / 1000) * this.speed);
    return this.due_s;
  }
}

/** Adjusts the number of events so that a call takes `CALL_MS`. */
export class EventBudget {
  /** Number of events for the next call. */
  events = 2000;

  /** Notes the time of a call that used its whole budget (`spent`) or reached its target before. */
  note(spent: boolean, elapsed_ms: number): void {
    if (!spent && elapsed_ms <= CALL_MS) return;
    const factor = elapsed_ms > 0 ? CALL_MS / elapsed_ms : 2;
    const next = this.events * Math.min(Math.max(factor, 0.25), 2);
    this.events = Math.round(Math.min(Math.max(next, MIN_EVENTS), MAX_EVENTS));
  }
}

/** Measures the simulated seconds per second over the last `MEASURE_MS`. */
export class SpeedMeter {
  private readonly samples: { now_ms: number; t_s: number }[] = [];

  /** Starts again, after the run jumped or was paused. */
  reset(): void {
    this.samples.length = 0;
  }

  /** Notes the simulated time at a wall time. */
  note(now_ms: number, t_s: number): void {
    const last = this.samples.at(-2);
    if (last && now_ms - last.now_ms < SAMPLE_MS) this.samples.pop();
    this.samples.push({ now_ms, t_s });
    while (this.samples.length > 2 && now_ms - this.samples[1]!.now_ms >= MEASURE_MS) this.samples.shift();
  }

  /** Returns the speed; 0 until two times are known. */
  speed(): number {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || last.now_ms <= first.now_ms) return 0;
    return (last.t_s - first.t_s) / ((last.now_ms - first.now_ms) / 1000);
  }
}

const MIN_EVENTS = 16;
const MAX_EVENTS = 1_000_000;

/** Time between two samples, ms: 25 samples within the measured time. */
const SAMPLE_MS = 20;
