/**
 * How far the simulation should have come by now, how much to ask of it at once, how fast it really is.
 *
 * Pure arithmetic: times of the wall clock are passed in (`now_ms`), never read. Simulated times are
 * seconds. The worker runs in slices of about `SLICE_MS`, so that a command waits no longer than that,
 * and within a slice asks for so many events that control comes back every `CALL_MS` or so.
 */
import type { Speed } from './protocol';

/** Wall time after which the worker looks for commands, ms. */
export const SLICE_MS = 8;

/** Wall time that one call into the engine should take, ms. */
export const CALL_MS = 2;

/** A run that falls behind may catch up this much of wall time; the rest is given up, ms. */
export const CATCH_UP_MS = 100;

/** Speed is measured over this much of wall time, ms. */
export const MEASURE_MS = 500;

/** Turns wall time into the simulated time that is due. */
export class Pace {
  private speed: Speed;
  private last_ms = 0;
  private due_s = 0;

  constructor(speed: Speed) {
    this.speed = speed;
  }

  /** From here on the run plays: nothing is due before. */
  begin(now_ms: number, t_s: number): void {
    this.last_ms = now_ms;
    this.due_s = t_s;
  }

  /** Changes the speed from now on; what is due already stays due. */
  setSpeed(speed: Speed, now_ms: number, t_s: number): void {
    this.due(now_ms, t_s);
    if (this.speed === 'max') this.due_s = t_s;
    this.speed = speed;
  }

  /**
   * The simulated time that a run standing at `t_s` should have reached at `now_ms`; infinite at
   * `max`. A backlog longer than `CATCH_UP_MS` is forgotten, so that an engine which cannot keep up,
   * or a computer that slept, runs as fast as it can without ever hurrying after lost time.
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

/** Learns how many events make a call of `CALL_MS`. */
export class EventBudget {
  /** Events to ask for in the next call. */
  events = 2000;

  /** Takes in a call that ran its whole budget (`spent`) or came to its goal before. */
  note(spent: boolean, elapsed_ms: number): void {
    if (!spent && elapsed_ms <= CALL_MS) return;
    const factor = elapsed_ms > 0 ? CALL_MS / elapsed_ms : 2;
    const next = this.events * Math.min(Math.max(factor, 0.25), 2);
    this.events = Math.round(Math.min(Math.max(next, MIN_EVENTS), MAX_EVENTS));
  }
}

/** Measures simulated seconds per second over the last `MEASURE_MS`. */
export class SpeedMeter {
  private readonly samples: { now_ms: number; t_s: number }[] = [];

  /** Forgets the past: the run jumped, or stood still. */
  reset(): void {
    this.samples.length = 0;
  }

  note(now_ms: number, t_s: number): void {
    const last = this.samples.at(-2);
    if (last && now_ms - last.now_ms < SAMPLE_MS) this.samples.pop();
    this.samples.push({ now_ms, t_s });
    while (this.samples.length > 2 && now_ms - this.samples[1]!.now_ms >= MEASURE_MS) this.samples.shift();
  }

  /** 0 until two moments were seen. */
  speed(): number {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || last.now_ms <= first.now_ms) return 0;
    return (last.t_s - first.t_s) / ((last.now_ms - first.now_ms) / 1000);
  }
}

const MIN_EVENTS = 16;
const MAX_EVENTS = 1_000_000;

/** Distance of kept samples, ms: 25 within the measured time. */
const SAMPLE_MS = 20;
