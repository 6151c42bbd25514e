/**
 * When the document changes, and what can be undone: changes one after another, gestures as one step.
 *
 * A change is shown at once where that is safe, and sent when the answer to the one before is there;
 * within a gesture at most every `GESTURE_MS`, ever more slowly, so that it leaves no more than
 * `GESTURE_EDITS`; and while the run is paused only when the hand rests: nothing would come of the values in
 * between but edits in the link. A value that stands already is not sent at all. What the engine refuses is taken back and its problems are listed.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Checked, Report } from '../engine/protocol';
import { merged } from '../scenario/patch';
import type { Patch, Problem, Scenario } from '../scenario/types';
import { Branches } from './branches';
import { History, type ChangeKind, type Version } from './history';
import type { LabState, OpenOptions } from './state';
import type { Workbench } from './workbench';

/**
 * Within a gesture, changes reach the engine at most this often, ms of wall time, and each that the running
 * simulation takes doubles the time to the next. Each is an edit that a link has to carry, because the run
 * really went through it.
 */
export const GESTURE_MS = 250;

/** Edits that a gesture leaves at most: the last is the value at which the hand lets go, or comes to rest. */
export const GESTURE_EDITS = 5;

/** A hand that has used up its edits and rests so long, ms of wall time, has ended its gesture. */
export const STILL_MS = 2000;

/** Within a gesture on a paused run, changes are sent when none came for this long, ms of wall time. */
export const REST_MS = 400;

export interface EditorEvents {
  /** The person changed the document. `again`: within a gesture that was reported before. */
  onCommit(again: boolean): void;
  /** The gesture is over and all of it is committed. */
  onGestureEnd(): void;
  /** Undo or redo led from one experiment back to another. */
  onReturn(document: Scenario): void;
}

interface Waiting {
  set: Patch[];
  /** Names one gesture of the page's life; null for a change that stands alone. */
  gesture: string | null;
}

export class Editor {
  private readonly store: StoreApi<LabState>;
  private readonly bench: Workbench;
  private readonly events: EditorEvents;
  private readonly history = new History();
  private readonly branches = new Branches();
  private waiting: Waiting[] = [];
  private draining = false;
  /** Gestures that have ended; part of a gesture's name, so that the next of the same name is another. */
  private ended = 0;
  private lastSent_ms = -Infinity;
  /** Edits that the latest gesture has left. */
  private left: { gesture: string | null; edits: number } = { gesture: null, edits: 0 };
  private lastChange_ms = -Infinity;
  private endPause: (() => void) | null = null;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(store: StoreApi<LabState>, bench: Workbench, events: EditorEvents) {
    this.store = store;
    this.bench = bench;
    this.events = events;
  }

  change(set: Patch[], gesture?: string): void {
    if (!this.bench.version() || set.length === 0) return;
    this.waiting.push({ set, gesture: gesture === undefined ? null : `${this.ended} ${gesture}` });
    this.lastChange_ms = performance.now();
    this.show();
    if (this.draining) return;
    this.draining = true;
    void this.inTurn(() => this.drain());
  }

  endGesture(): void {
    void this.after(() => this.events.onGestureEnd());
  }

  /** Shows another document; `step`: undo leads back to the present one. */
  open(scenario: unknown, options: OpenOptions, step: boolean): Promise<Checked> {
    return this.after(async () => {
      const before = this.bench.version();
      const { until_s = 0, play = true, presetId = null, watch } = options;
      const result = await this.bench.run(scenario, { until_s, play, watch });
      if (!result.ok) {
        this.refuse(result.problems);
        return result;
      }
      if (before && step) this.history.record(before, 'open', null);
      this.branches.clear();
      this.settle(presetId);
      this.store.setState({ selection: { kind: 'scenario' } });
      return result;
    });
  }

  /** From time 0 again, edits folded into the scenario; an undo step if there were any. */
  restart(): void {
    void this.after(async () => {
      const before = this.bench.version();
      if (!before) return;
      const outcome = await this.bench.restart();
      if (!outcome.ok) this.refuse(outcome.problems);
      else if (before.document.edits.length > 0) {
        this.branches.clear();
        this.commit(before, 'restart', null);
      } else this.settle(before.presetId);
    });
  }

  /** The document from time 0 again in an engine that was replaced. */
  reopen(): void {
    void this.after(async () => {
      const outcome = await this.bench.reopen();
      if (outcome.ok) this.settle(this.store.getState().presetId);
      else this.refuse(outcome.problems);
    });
  }

  /** The run reports how it stands now. */
  onLayout(report: Extract<Report, { type: 'layout' }>): void {
    if (report.run !== this.store.getState().run.run) return;
    this.bench.onLayout(report);
    this.show();
  }

  switchBranch(id: number): void {
    void this.after(async () => {
      const before = this.bench.version();
      const branch = this.branches.find(id);
      if (!before || !branch) return;
      const { reached_s } = this.store.getState().run;
      const outcome = await this.bench.goTo(branch.document, 'live', branch.reached_s);
      if (!outcome.ok) {
        this.refuse(outcome.problems);
        return;
      }
      this.branches.switchTo(id, before.document, reached_s);
      this.commit(before, 'live', null);
    });
  }

  undo(): void {
    this.travel('undo', 'redo');
  }

  redo(): void {
    this.travel('redo', 'undo');
  }

  private travel(way: 'undo' | 'redo', back: 'undo' | 'redo'): void {
    void this.after(async () => {
      const present = this.bench.version();
      const step = present && this.history[way](present);
      if (!step) return;
      const outcome = await this.bench.goTo(step.version.document, step.kind);
      if (!outcome.ok) {
        this.history[back](step.version);
        this.refuse(outcome.problems);
        return;
      }
      if (step.kind === 'open' || step.kind === 'restart') this.branches.clear();
      this.settle(step.version.presetId);
      if (step.kind === 'open') this.events.onReturn(step.version.document);
      this.events.onCommit(false);
    });
  }

  /** Sends what waits; changes of one gesture that came together go together. */
  private async drain(): Promise<void> {
    try {
      while (this.waiting[0]) {
        const { gesture } = this.waiting[0];
        if (gesture !== null) await this.pause(gesture);
        const count = this.leading(gesture);
        const set = merged(this.waiting.slice(0, count).flatMap((change) => change.set));
        await this.send(set, gesture, count);
      }
    } finally {
      this.waiting = [];
      this.draining = false;
    }
  }

  private async send(set: Patch[], gesture: string | null, count: number): Promise<void> {
    const before = this.bench.version();
    if (!this.bench.differs(set)) {
      this.waiting.splice(0, count);
      this.settle(before?.presetId ?? null);
      return;
    }
    const kind = this.history.kindOf(gesture) === 'restart' ? 'restart' : this.bench.kindOf(set);
    const { reached_s } = this.store.getState().run;
    this.lastSent_ms = performance.now();
    const outcome = await this.bench.change(set, kind);
    this.waiting.splice(0, count);
    if (!outcome.ok) this.refuse(outcome.problems);
    else if (before) {
      if (kind === 'live') this.leave(before, reached_s);
      else if (kind === 'restart') this.branches.clear();
      this.commit(before, kind, gesture);
    }
    if (gesture !== null && outcome.ok && kind === 'live')
      this.left = { gesture, edits: this.madeBy(gesture) + 1 };
  }

  /** The run, which had come to `reached_s` as it was before, has been changed. */
  private leave({ document }: Version, reached_s: number): void {
    const made = this.bench.version()?.document.edits.at(-1);
    if (made) this.branches.leave(document, made.at_s, reached_s);
  }

  /** How many of the waiting changes go together: all of the same gesture, or one. */
  private leading(gesture: string | null): number {
    if (gesture === null) return 1;
    const other = this.waiting.findIndex((change) => change.gesture !== gesture);
    return other < 0 ? this.waiting.length : other;
  }

  /** Waits until a change of `gesture` is due, or the gesture has ended; the last one it may make ends it. */
  private async pause(gesture: string): Promise<void> {
    const due = (): number => this.untilDue(gesture);
    for (let left_ms = due(); left_ms > 0 && this.goesOn(gesture); left_ms = due()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left_ms);
        this.endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.endPause = null;
    }
    if (this.madeBy(gesture) === GESTURE_EDITS - 1 && this.goesOn(gesture)) this.ended++;
  }

  private untilDue(gesture: string): number {
    const made = this.madeBy(gesture);
    const { playing } = this.store.getState().run;
    const due_ms = playing ? this.lastSent_ms + GESTURE_MS * 2 ** Math.max(0, made - 1) : this.rest(REST_MS);
    return (made < GESTURE_EDITS - 1 ? due_ms : this.rest(STILL_MS)) - performance.now();
  }

  private rest(rest_ms: number): number {
    return this.lastChange_ms + rest_ms;
  }

  /** How many edits `gesture` has left so far. */
  private madeBy(gesture: string): number {
    return this.left.gesture === gesture ? this.left.edits : 0;
  }

  /** True while `gesture` is the one under way. */
  private goesOn(gesture: string): boolean {
    return gesture.startsWith(`${this.ended} `);
  }

  private commit(before: Version, kind: ChangeKind, gesture: string | null): void {
    const again = this.history.continues(gesture);
    this.history.record(before, kind, gesture);
    this.settle(null);
    this.events.onCommit(again);
  }

  /** Shows the accepted document as it now is; what was wrong before is no more. */
  private settle(presetId: string | null): void {
    this.show();
    const { canUndo, canRedo } = this.history;
    this.store.setState({
      presetId,
      problems: [],
      history: { canUndo, canRedo },
      branches: this.branches.all,
    });
  }

  private refuse(problems: Problem[]): void {
    this.show();
    this.store.setState({ problems });
  }

  private show(): void {
    this.bench.show(this.waiting.flatMap((change) => change.set));
  }

  /** Ends the gesture under way, then does `work`. */
  private after<T>(work: () => T | Promise<T>): Promise<T> {
    this.ended++;
    this.endPause?.();
    return this.inTurn(work);
  }

  /** Does `work` after everything before it. */
  private inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }
}
