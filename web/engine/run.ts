/**
 * One run: plays at a speed, fast-forwards to a time, or is paused, in slices of a few milliseconds.
 *
 * The worker calls `slice` repeatedly and executes commands between the calls. Going back in time restores the nearest
 * snapshot or restarts from 0, then fast-forwards. Going forward skips time that was simulated before. The run is
 * deterministic, so that a time always has the same state.
 */
import { EventBudget, Pace, SLICE_MS, SpeedMeter } from './pace';
import type { TraceEvent, Speed, StepTo } from './protocol';
import { SnapshotStore, type Snapshot } from './snapshots';
import type { Simulation } from './wasm';

/** When the worker calls `slice` next: immediately, in a few milliseconds, or after a command. */
export type Next = 'now' | 'soon' | 'pause';

type Mode =
  | { kind: 'paused' }
  | { kind: 'playing' }
  /** As fast as possible to `until_s`. `shown` is true for a seek and false for a short step. */
  | { kind: 'seeking'; until_s: number; thenPlay: boolean; shown: boolean }
  /** As fast as possible to the next event of a kind. */
  | { kind: 'searching'; to: StepTo };

/** End of a step, with its events. */
export interface Arrival {
  to: StepTo;
  events: TraceEvent[];
}

/** A run of one simulation. */
export class Run {
  readonly number: number;
  simulation: Simulation;
  private mode: Mode = { kind: 'paused' };
  private arrival: Arrival | null = null;
  private readonly pace: Pace;
  private readonly budget = new EventBudget();
  /** Budget of steps, each of which takes several times as long as an event. */
  private readonly steps = new EventBudget();
  private readonly meter = new SpeedMeter();
  private readonly snapshots: SnapshotStore<Snapshot>;
  /** Times of the document's edits, in order, seconds. */
  private edits_s: number[];
  /** End of the warm-up, seconds. */
  warmup_s: number;
  /** Whether snapshots are taken; false if copying the state would delay commands. */
  private copies: boolean;
  private readonly clock_ms: () => number;

  /** `clock_ms` returns the wall time in milliseconds. */
  constructor(number: number, simulation: Simulation, speed: Speed, clock_ms: () => number) {
    this.number = number;
    this.simulation = simulation;
    this.pace = new Pace(speed);
    this.clock_ms = clock_ms;
    const flows = flowsOf(simulation);
    this.snapshots = new SnapshotStore<Snapshot>(
      flows <= FEW_FLOWS ? MOST_SNAPSHOTS : SNAPSHOTS,
      FIRST_SPACING_S,
    );
    this.edits_s = editTimes(simulation);
    this.warmup_s = simulation.current().warmup_s;
    this.copies = flows <= MOST_FLOWS_COPIED;
  }

  /** Present simulated time of the run, seconds. */
  get t_s(): number {
    return this.simulation.now_s();
  }

  /** Whether the run does nothing until the next command. */
  get paused(): boolean {
    return this.mode.kind === 'paused';
  }

  /** Returns the state for reports and frames. */
  status(): { t_s: number; playing: boolean; ended: boolean; seeking: boolean } {
    const { mode } = this;
    return {
      t_s: this.t_s,
      playing: mode.kind === 'playing' || (mode.kind === 'seeking' && mode.thenPlay),
      ended: this.simulation.ended(),
      seeking: (mode.kind === 'seeking' && mode.shown) || mode.kind === 'searching',
    };
  }

  /** Returns the simulated seconds per second over the last half second; 0 if paused. */
  speed(): number {
    return this.mode.kind === 'paused' ? 0 : this.meter.speed();
  }

  /** Plays, after a seek if there is one; a run that has ended does nothing. */
  play(): void {
    if (this.mode.kind === 'seeking') this.mode = { ...this.mode, thenPlay: true };
    else if (this.mode.kind === 'paused' && !this.simulation.ended()) this.begin({ kind: 'playing' });
  }

  /** Pauses, also during a seek. The run settles, so that the state does not depend on how it came here. */
  pause(): void {
    if (this.mode.kind !== 'paused') this.simulation.settle();
    this.mode = { kind: 'paused' };
  }

  /** Sets the speed from now on. */
  setSpeed(speed: Speed): void {
    this.pace.setSpeed(speed, this.clock_ms(), this.t_s);
    this.meter.reset();
  }

  /** Advances by 100 ms or to the next event of a kind, in further slices if it is far. */
  step(to: StepTo | '100ms'): void {
    this.pause();
    if (to === '100ms') {
      this.fastForward(this.t_s + 0.1, { thenPlay: false, shown: false });
      return;
    }
    this.begin({ kind: 'searching', to });
    this.search(to, this.clock_ms());
  }

  /** Returns the end of the last step, once; null otherwise. */
  takeArrival(): Arrival | null {
    const { arrival } = this;
    this.arrival = null;
    return arrival;
  }

  /** Fast-forwards to `t_s`, for an earlier time from a snapshot or by `reopen`, then plays or pauses. */
  seek(t_s: number, thenPlay: boolean, reopen: () => Simulation): void {
    this.pause();
    if (t_s < this.t_s) this.goBack(t_s, reopen);
    else this.skipForward(t_s);
    this.fastForward(t_s, { thenPlay, shown: true });
  }

  /** Replaces the simulation by another one of the same document. */
  replace(fresh: Simulation): void {
    this.pause();
    this.snapshots.clear();
    this.simulation.free();
    this.simulation = fresh;
  }

  /** Handles another edit of the document: removes the snapshots, which do not have it. */
  documentChanged(): void {
    this.snapshots.clear();
    this.edits_s = editTimes(this.simulation);
    this.warmup_s = this.simulation.current().warmup_s;
    this.copies = flowsOf(this.simulation) <= MOST_FLOWS_COPIED;
  }

  /** Runs for about `SLICE_MS` of wall time. Returns when to call again. */
  slice(): Next {
    const { mode } = this;
    if (mode.kind === 'paused') return 'pause';
    const started_ms = this.clock_ms();
    if (mode.kind === 'searching') return this.search(mode.to, started_ms);
    const until_s = mode.kind === 'seeking' ? mode.until_s : this.pace.due(started_ms, this.t_s);
    const arrived = this.advance(Math.min(until_s, this.simulation.duration_s()), started_ms);
    this.meter.note(this.clock_ms(), this.t_s);
    if (!arrived) return 'now';
    if (this.simulation.ended() || (mode.kind === 'seeking' && !mode.thenPlay)) {
      this.pause();
      return 'pause';
    }
    if (mode.kind === 'seeking') {
      this.begin({ kind: 'playing' });
      return 'now';
    }
    return 'soon';
  }

  /** Frees the memory of the simulation and its snapshots. */
  free(): void {
    this.snapshots.clear();
    this.simulation.free();
  }

  private fastForward(until_s: number, how: { thenPlay: boolean; shown: boolean }): void {
    this.begin({ kind: 'seeking', until_s, ...how });
  }

  private begin(mode: Mode): void {
    this.mode = mode;
    this.pace.begin(this.clock_ms(), this.t_s);
    this.meter.reset();
  }

  /** Advances the engine until the slice is over. Returns true if `until_s` or the end of the run was reached. */
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

  /** Advances the engine until the slice is over or an event of the kind was found. */
  private search(to: StepTo, started_ms: number): Next {
    let before_ms = started_ms;
    for (;;) {
      const events = this.simulation.step(to, this.steps.events);
      const now_ms = this.clock_ms();
      this.steps.note(events === null, now_ms - before_ms);
      before_ms = now_ms;
      this.takeSnapshot(now_ms);
      if (events || this.simulation.ended()) {
        this.arrival = { to, events: events ?? [] };
        this.mode = { kind: 'paused' };
        return 'pause';
      }
      if (now_ms - started_ms >= SLICE_MS) return 'now';
    }
  }

  private takeSnapshot(now_ms: number): void {
    if (!this.copies || !this.snapshots.wants(this.t_s, now_ms)) return;
    const snapshot = this.simulation.snapshot();
    const after_ms = this.clock_ms();
    this.snapshots.keep(this.t_s, snapshot, after_ms, after_ms - now_ms);
  }

  /** An edit may add or remove groups, and with them what is recorded: across it we replay from 0. */
  private editedBetween(from_s: number, to_s: number): boolean {
    return this.edits_s.some((at_s) => at_s > from_s && at_s <= to_s);
  }

  /** Restores the nearest snapshot before a later time, if the run has recorded everything up to it. */
  private skipForward(t_s: number): void {
    const nearest = this.snapshots.nearest(t_s);
    if (nearest && nearest.t_s > this.t_s && this.simulation.remembers(nearest.snapshot)) {
      this.simulation.restore(nearest.snapshot);
    }
  }

  private goBack(t_s: number, reopen: () => Simulation): void {
    if (this.copies && this.snapshots.wantsEnd(this.t_s))
      this.snapshots.keepEnd(this.t_s, this.simulation.snapshot());
    const nearest = this.snapshots.nearest(t_s);
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

function flowsOf(simulation: Simulation): number {
  return simulation.layout().groups.reduce((flows, { count }) => flows + count, 0);
}

/** Largest number of flows with snapshots; a snapshot takes 0.7 ms per 1,000 flows, measured in Node 20. */
const MOST_FLOWS_COPIED = 20_000;

/** Snapshots per run, and per run with few flows, whose snapshots take one or two megabytes each. */
const SNAPSHOTS = 8;
const MOST_SNAPSHOTS = 32;
const FEW_FLOWS = 500;

/** Simulated time between the first snapshots, seconds. */
const FIRST_SPACING_S = 1;
