/**
 * One run under way: plays at a speed, hurries to a moment, or rests, in slices of a few milliseconds.
 *
 * `slice` is called again and again by the worker; between calls, commands are obeyed. Going back in
 * time restores the nearest snapshot, or starts again from 0, and hurries to the moment; going forth again
 * skips what it has seen already. The run is deterministic, so what is seen there is what was seen before.
 */
import { EventBudget, Pace, SLICE_MS, SpeedMeter } from './pace';
import type { TraceEvent, Speed, StepTo } from './protocol';
import { SnapshotStore, type Snapshot } from './snapshots';
import type { Simulation } from './wasm';

/** When the worker should call `slice` next: at once, in a few milliseconds, or not until a command. */
export type Next = 'now' | 'soon' | 'rest';

type Mode =
  | { kind: 'resting' }
  | { kind: 'playing' }
  /** As fast as possible to `until_s`. `shown`: as a seek, rather than as a short step. */
  | { kind: 'hurrying'; until_s: number; thenPlay: boolean; shown: boolean }
  /** As fast as possible to the next of something. */
  | { kind: 'searching'; to: StepTo };

/** What happened where a step arrived. */
export interface Arrival {
  to: StepTo;
  events: TraceEvent[];
}

export class Run {
  readonly number: number;
  simulation: Simulation;
  private mode: Mode = { kind: 'resting' };
  private arrival: Arrival | null = null;
  private readonly pace: Pace;
  private readonly budget = new EventBudget();
  /** The same for steps, each of which takes several times as long as an event. */
  private readonly steps = new EventBudget();
  private readonly meter = new SpeedMeter();
  private readonly shelf: SnapshotStore<Snapshot>;
  /** When the document's edits happen, in order, seconds. */
  private edits_s: number[];
  /** Before it nothing is measured, seconds. */
  warmup_s: number;
  /** False where copying the state would hold commands up. */
  private copies: boolean;
  private readonly clock_ms: () => number;

  /** `clock_ms` tells wall time in milliseconds. */
  constructor(number: number, simulation: Simulation, speed: Speed, clock_ms: () => number) {
    this.number = number;
    this.simulation = simulation;
    this.pace = new Pace(speed);
    this.clock_ms = clock_ms;
    const flows = flowsOf(simulation);
    this.shelf = new SnapshotStore<Snapshot>(
      flows <= FEW_FLOWS ? MOST_SNAPSHOTS : SNAPSHOTS,
      FIRST_SPACING_S,
    );
    this.edits_s = editTimes(simulation);
    this.warmup_s = simulation.current().warmup_s;
    this.copies = flows <= MOST_FLOWS_COPIED;
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
      seeking: (mode.kind === 'hurrying' && mode.shown) || mode.kind === 'searching',
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

  /** Goes on by 100 ms, or to the next of something: at once where it is near, else in slices to come. */
  step(what: StepTo | '100ms'): void {
    this.pause();
    if (what === '100ms') {
      this.hurry(this.t_s + 0.1, { thenPlay: false, shown: false });
      return;
    }
    this.begin({ kind: 'searching', to: what });
    this.search(what, this.clock_ms());
  }

  /** Where the last step arrived, once. */
  takeArrival(): Arrival | null {
    const { arrival } = this;
    this.arrival = null;
    return arrival;
  }

  /** Hurries to `t_s`, which lies ahead or (by a snapshot or `reopen`) behind, then plays or rests. */
  seek(t_s: number, thenPlay: boolean, reopen: () => Simulation): void {
    if (t_s < this.t_s) this.goBack(t_s, reopen);
    else this.goForth(t_s);
    this.hurry(t_s, { thenPlay, shown: true });
  }

  /** Another simulation of the same document takes the place of the one that was. */
  replace(fresh: Simulation): void {
    this.pause();
    this.shelf.clear();
    this.simulation.free();
    this.simulation = fresh;
  }

  /** The document has another edit: copies of the state would replay without it. */
  documentChanged(): void {
    this.shelf.clear();
    this.edits_s = editTimes(this.simulation);
    this.warmup_s = this.simulation.current().warmup_s;
    this.copies = flowsOf(this.simulation) <= MOST_FLOWS_COPIED;
  }

  /** Runs for about `SLICE_MS` of wall time. */
  slice(): Next {
    const { mode } = this;
    if (mode.kind === 'resting') return 'rest';
    const started_ms = this.clock_ms();
    if (mode.kind === 'searching') return this.search(mode.to, started_ms);
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

  /** Calls the engine until the slice is over or there is what is looked for. */
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
        this.mode = { kind: 'resting' };
        return 'rest';
      }
      if (now_ms - started_ms >= SLICE_MS) return 'now';
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

  /** Goes to the copy nearest before a moment ahead, where the run has been there and what it saw is kept. */
  private goForth(t_s: number): void {
    const nearest = this.shelf.nearest(t_s);
    if (nearest && nearest.t_s > this.t_s && this.simulation.remembers(nearest.snapshot)) {
      this.simulation.restore(nearest.snapshot);
    }
  }

  private goBack(t_s: number, reopen: () => Simulation): void {
    if (this.copies && this.shelf.wantsEnd(this.t_s))
      this.shelf.keepEnd(this.t_s, this.simulation.snapshot());
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

function flowsOf(simulation: Simulation): number {
  return simulation.layout().groups.reduce((flows, { count }) => flows + count, 0);
}

/** Up to here a copy of the state takes a few milliseconds: 0.7 ms per 1,000 flows, measured in Node 20. */
const MOST_FLOWS_COPIED = 20_000;

/** Copies kept per run, and of one with few flows, whose copies take a megabyte or two each. */
const SNAPSHOTS = 8;
const MOST_SNAPSHOTS = 32;
const FEW_FLOWS = 500;

/** Simulated seconds between the first copies. */
const FIRST_SPACING_S = 1;
