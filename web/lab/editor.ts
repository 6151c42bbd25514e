/**
 * Changes of the document, one after another, and undo with one step per gesture.
 *
 * A change is shown immediately if that is safe, and sent after the answer to the previous one. Within a gesture,
 * changes are sent at most every `GESTURE_MS`, then more and more slowly, so that the gesture makes at most
 * `GESTURE_EDITS` edits. While the run is paused, they are sent only after a pause in the gesture, since values in
 * between would only lengthen the link. An unchanged value is not sent. A refused change is undone and its problems are
 * listed.
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
 * Shortest time between two changes of a gesture, ms of wall time. Each edit of a running simulation doubles the time to
 * the next, since links contain every edit.
 */
export const GESTURE_MS = 250;

/** Largest number of edits of a gesture; the last is the final value. */
export const GESTURE_EDITS = 5;

/** Time without changes after which a gesture without remaining edits ends, ms of wall time. */
export const STILL_MS = 2000;

/** Time without changes after which a gesture on a paused run sends its value, ms of wall time. */
export const REST_MS = 400;

/** Callbacks of the editor. */
export interface EditorEvents {
  /** Called after a change of the document; `again` is true within a gesture that was reported before. */
  onCommit(again: boolean): void;
  /** Called when a gesture has ended and all its changes are made. */
  onGestureEnd(): void;
  /** Called when undo or redo returns to another experiment. */
  onReturn(document: Scenario): void;
}

interface Waiting {
  set: Patch[];
  /** Unique name of the gesture; null for a single change. */
  gesture: string | null;
}

/** Makes changes of the document, with undo and branches. */
export class Editor {
  private readonly store: StoreApi<LabState>;
  private readonly bench: Workbench;
  private readonly events: EditorEvents;
  private readonly history = new History();
  private readonly branches = new Branches();
  private waiting: Waiting[] = [];
  private draining = false;
  /** Number of gestures that have ended; part of a gesture's name, so that names are unique. */
  private ended = 0;
  private lastSent_ms = -Infinity;
  /** Number of edits that the latest gesture has made. */
  private made: { gesture: string | null; edits: number } = { gesture: null, edits: 0 };
  private lastChange_ms = -Infinity;
  private endPause: (() => void) | null = null;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(store: StoreApi<LabState>, bench: Workbench, events: EditorEvents) {
    this.store = store;
    this.bench = bench;
    this.events = events;
  }

  /** Changes the scenario; changes of one `gesture` are one undo step. */
  change(set: Patch[], gesture?: string): void {
    if (!this.bench.version() || set.length === 0) return;
    this.waiting.push({ set, gesture: gesture === undefined ? null : `${this.ended} ${gesture}` });
    this.lastChange_ms = performance.now();
    this.show();
    if (this.draining) return;
    this.draining = true;
    void this.inTurn(() => this.drain());
  }

  /** Ends the present gesture. */
  endGesture(): void {
    void this.after(() => this.events.onGestureEnd());
  }

  /** Opens another document; with `step`, undo returns to the present one. */
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
      this.showAccepted(presetId);
      this.store.setState({ selection: { kind: 'scenario' } });
      return result;
    });
  }

  /** Restarts with all edits in the scenario; this is an undo step if there were edits. */
  restart(): void {
    void this.after(async () => {
      const before = this.bench.version();
      if (!before) return;
      const outcome = await this.bench.restart();
      if (!outcome.ok) this.refuse(outcome.problems);
      else if (before.document.edits.length > 0) {
        this.branches.clear();
        this.commit(before, 'restart', null);
      } else this.showAccepted(before.presetId);
    });
  }

  /** Restarts the document in a new engine. */
  reopen(): void {
    void this.after(async () => {
      const outcome = await this.bench.reopen();
      if (outcome.ok) this.showAccepted(this.store.getState().presetId);
      else this.refuse(outcome.problems);
    });
  }

  /** Handles a report of a changed layout. */
  onLayout(report: Extract<Report, { type: 'layout' }>): void {
    if (report.run !== this.store.getState().run.run) return;
    this.bench.onLayout(report);
    this.show();
  }

  /** Continues a branch that the run has left. */
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

  /** Undoes the last step. */
  undo(): void {
    this.travel('undo', 'redo');
  }

  /** Redoes the last undone step. */
  redo(): void {
    this.travel('redo', 'undo');
  }

  private travel(direction: 'undo' | 'redo', back: 'undo' | 'redo'): void {
    void this.after(async () => {
      const present = this.bench.version();
      const step = present && this.history[direction](present);
      if (!step) return;
      const outcome = await this.bench.goTo(step.version.document, step.kind);
      if (!outcome.ok) {
        this.history[back](step.version);
        this.refuse(outcome.problems);
        return;
      }
      if (step.kind === 'open' || step.kind === 'restart') this.branches.clear();
      this.showAccepted(step.version.presetId);
      if (step.kind === 'open') this.events.onReturn(step.version.document);
      this.events.onCommit(false);
    });
  }

  /** Sends the waiting changes; consecutive changes of one gesture are sent together. */
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
      this.showAccepted(before?.presetId ?? null);
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
      this.made = { gesture, edits: this.madeBy(gesture) + 1 };
  }

  /** Keeps the branch that an edit has left, and that had reached `reached_s`. */
  private leave({ document }: Version, reached_s: number): void {
    const made = this.bench.version()?.document.edits.at(-1);
    if (made) this.branches.leave(document, made.at_s, reached_s);
  }

  /** Returns the number of waiting changes to send together: all of the same gesture, or one. */
  private leading(gesture: string | null): number {
    if (gesture === null) return 1;
    const other = this.waiting.findIndex((change) => change.gesture !== gesture);
    return other < 0 ? this.waiting.length : other;
  }

  /** Waits until a change of `gesture` is due or the gesture has ended. The last possible edit ends the gesture. */
  private async pause(gesture: string): Promise<void> {
    const due = (): number => this.untilDue(gesture);
    for (let left_ms = due(); left_ms > 0 && this.isOpen(gesture); left_ms = due()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left_ms);
        this.endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.endPause = null;
    }
    if (this.madeBy(gesture) === GESTURE_EDITS - 1 && this.isOpen(gesture)) this.ended++;
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

  /** Returns the number of edits that `gesture` has made. */
  private madeBy(gesture: string): number {
    return this.made.gesture === gesture ? this.made.edits : 0;
  }

  /** Returns whether `gesture` has not ended. */
  private isOpen(gesture: string): boolean {
    return gesture.startsWith(`${this.ended} `);
  }

  private commit(before: Version, kind: ChangeKind, gesture: string | null): void {
    const again = this.history.continues(gesture);
    this.history.record(before, kind, gesture);
    this.showAccepted(null);
    this.events.onCommit(again);
  }

  /** Shows the accepted document and clears the problems. */
  private showAccepted(presetId: string | null): void {
    this.show();
    const { canUndo, canRedo } = this.history;
    this.store.setState({
      presetId,
      problems: [],
      isBadLink: false,
      history: { canUndo, canRedo },
      branches: this.branches.all,
    });
  }

  private refuse(problems: Problem[]): void {
    this.show();
    this.store.setState({ problems, isBadLink: false });
  }

  private show(): void {
    this.bench.show(this.waiting.flatMap((change) => change.set));
  }

  /** Ends the present gesture, then calls `work` in turn. */
  private after<T>(work: () => T | Promise<T>): Promise<T> {
    this.ended++;
    this.endPause?.();
    return this.inTurn(work);
  }

  /** Calls `work` after all earlier work is done. */
  private inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }
}
