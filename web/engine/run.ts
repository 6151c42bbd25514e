/**
 * One run under way: plays at a speed, hurries to a moment, or rests, in slices of a few milliseconds.
 *
 * `slice` is called again and again by the worker; between calls, commands are obeyed. Going back in
 * time restores the nearest snapshot, or starts again from 0, and hurries to the moment: the run is
 * deterministic, so what is seen there is what was seen before.
 */
import { EventBudget, Pace, SLICE_MS, SpeedMeter } from './pace';
import type { Speed } from './protocol';
import { Shelf, type Snapshot } from './snapshots';
import type { Simulation } from './wasm';

/** When the worker should call `slice` next: at once, in a few milliseconds, or not until a command. */
export type Next = 'now' | 'soon' | 'rest';

type Mode =
  | { kind: 'resting' }
  | { kind: 'playing' }
  /** As fast as possible to `until_s`. `shown`: as a seek, rather than as a short step. */
  | { kind: 'hurrying'; until_s: number; thenPlay: boolean; shown: boolean };

export class Run {
  readonly number: number;
  simulation: Simulation;
  private mode: Mode = { kind: 'resting' };
  private readonly pace: Pace;
  private readonly budget = new EventBudget();
  private readonly meter = new SpeedMeter();
  private readonly shelf: Shelf<Snapshot>;
  /** When the document's edits happen, in order, seconds. */
  private edits_s: number[];
  /** False where copying the state would hold commands up. */
  private copies: boolean;
  private readonly clock_ms: () => number;

  /** `clock_ms` tells wall time in milliseconds. */
  constructor(number: number, simulation: Simulation, speed: Speed, clock_ms: () => number) {
    this.number = number;
    this.simulation = simulation;
    this.pace = new Pace(speed);
    this.clock_ms = clock_ms;
    this.shelf = new Shelf<Snapshot>(SNAPSHOTS, FIRST_SPACING_S);
    this.edits_s = editTimes(simulation);
    this.copies = isSmall(simulation);
  }

  get t_s(): number {
    return this.simulation.now_s();
  }

  /** True when nothing will happen before a command comes. */
  get resting(): boolean {
    return this.mode.kind === 'resting';
  }

  status(): { t_s: number; playing: boolean; ended: boolean; seeking: boolean } {
    const { mode } = this;
    return {
      t_s: this.t_s,
      playing: mode.kind === 'playing' || (mode.kind === 'hurrying' && mode.thenPlay),
      ended: this.simulation.ended(),
      seeking: mode.kind === 'hurrying' && mode.shown,
    };
  }

  /** Simulated seconds per second over the last half second; 0 at rest. */
  speed(): number {
    return this.mode.kind === 'resting' ? 0 : this.meter.speed();
  }

  /** A run that hurries goes on to play when it arrives; one that has ended stays where it is. */
  play(): void {
    if (this.mode.kind === 'hurrying') this.mode = { ...this.mode, thenPlay: true };
    else if (this.mode.kind === 'resting' && !this.simulation.ended()) this.begin({ kind: 'playing' });
  }

  /**
   * Rests where it is, even on the way to a moment. What else happens at this instant still does, so that
   * whoever comes here by another way finds the same.
   */
  pause(): void {
    if (this.mode.kind !== 'resting') this.simulation.advance(this.t_s, this.budget.events);
    this.mode = { kind: 'resting' };
  }

  setSpeed(speed: Speed): void {
    this.pace.setSpeed(speed, this.clock_ms(), this.t_s);
    this.meter.reset();
  }

  step(what: 'event' | 'packet' | '100ms'): void {
    this.pause();
    if (what === '100ms') this.hurry(this.t_s + 0.1, { thenPlay: false, shown: false });
    else if (!this.simulation.ended()) this.simulation.step(what);
  }

  /** Hurries to `t_s`, which lies ahead or (by a snapshot or `reopen`) behind, then plays or rests. */
  seek(t_s: number, thenPlay: boolean, reopen: () => Simulation): void {
    if (t_s < this.t_s) this.goBack(t_s, reopen);
    this.hurry(t_s, { thenPlay, shown: true });
  }

  /** The document has another edit: copies of the state would replay without it. */
  documentChanged(): void {
    this.shelf.clear();
    this.edits_s = editTimes(this.simulation);
    this.copies = isSmall(this.simulation);
  }

  /** Runs for about `SLICE_MS` of wall time. */
  slice(): Next {
    const { mode } = this;
    if (mode.kind === 'resting') return 'rest';
    const started_ms = this.clock_ms();
    const until_s = mode.kind === 'hurrying' ? mode.until_s : this.pace.due(started_ms, this.t_s);
    const arrived = this.advance(Math.min(until_s, this.simulation.duration_s()), started_ms);
    this.meter.note(this.clock_ms(), this.t_s);
    if (!arrived) return 'now';
    if (this.simulation.ended() || (mode.kind === 'hurrying' && !mode.thenPlay)) {
      this.pause();
      return 'rest';
    }
    if (mode.kind === 'hurrying') {
      this.begin({ kind: 'playing' });
      return 'now';
    }
    return 'soon';
  }

  /** Gives all memory back. */
  free(): void {
    this.shelf.clear();
    this.simulation.free();
  }

  private hurry(until_s: number, how: { thenPlay: boolean; shown: boolean }): void {
    this.begin({ kind: 'hurrying', until_s, ...how });
  }

  private begin(mode: Mode): void {
    this.mode = mode;
    this.pace.begin(this.clock_ms(), this.t_s);
    this.meter.reset();
  }

  /** Calls the engine until the slice is over; true when `until_s` or the end of the run was reached. */
  private advance(until_s: number, started_ms: number): boolean {
    let before_ms = started_ms;
    for (;;) {
      const arrived = this.simulation.advance(until_s, this.budget.events);
      const after_ms = this.clock_ms();
      this.budget.note(!arrived, after_ms - before_ms);
      this.takeSnapshot(after_ms);
      if (arrived) return true;
      if (after_ms - started_ms >= SLICE_MS) return false;
      before_ms = after_ms;
    }
  }

  private takeSnapshot(now_ms: number): void {
    if (!this.copies || !this.shelf.wants(this.t_s, now_ms)) return;
    const snapshot = this.simulation.snapshot();
    const after_ms = this.clock_ms();
    this.shelf.keep(this.t_s, snapshot, after_ms, after_ms - now_ms);
  }

  /** An edit may add or remove groups, and with them what is recorded: across it we replay from 0. */
  private editedBetween(from_s: number, to_s: number): boolean {
    return this.edits_s.some((at_s) => at_s > from_s && at_s <= to_s);
  }

  private goBack(t_s: number, reopen: () => Simulation): void {
    const nearest = this.shelf.nearest(t_s);
    if (nearest && !this.editedBetween(nearest.t_s, this.t_s)) {
      this.simulation.restore(nearest.snapshot);
      return;
    }
    const fresh = reopen();
    this.simulation.free();
    this.simulation = fresh;
  }
}

function editTimes(simulation: Simulation): number[] {
  return simulation.scenario().edits.map(({ at_s }) => at_s);
}

/** Whether a copy of the state takes a few milliseconds: 0.7 ms per 1,000 flows, measured in Node 20. */
function isSmall(simulation: Simulation): boolean {
  return simulation.layout().groups.reduce((flows, { count }) => flows + count, 0) <= MOST_FLOWS_COPIED;
}

const MOST_FLOWS_COPIED = 20_000;

/** Copies kept per run. */
const SNAPSHOTS = 8;

/** Simulated seconds between the first copies. */
const FIRST_SPACING_S = 1;
