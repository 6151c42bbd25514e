/**
 * Undo and redo of whole documents, one step per gesture.
 *
 * Documents are immutable and share unchanged parts, so that a step needs little memory. A step stores the kind of its
 * change, which decides where the run continues.
 */
import type { Scenario } from '../scenario/types';

/** Effect of a change on the run: an edit, a restart, only other texts, or another experiment. */
export type ChangeKind = 'live' | 'restart' | 'texts' | 'open';

/** A document and the preset that it equals, if any. */
export interface Version {
  document: Scenario;
  presetId: string | null;
}

/** A step of undo or redo. */
export interface Step {
  version: Version;
  kind: ChangeKind;
}

/** Number of steps kept. */
export const MAX_STEPS = 200;

/** Steps that can be undone and redone. */
export class History {
  private past: Step[] = [];
  private future: Step[] = [];
  private gesture: string | null = null;

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /**
   * Adds a step for a change of `before`. Changes of one `gesture` without another change between them are one step,
   * which restarts the run if any of them did.
   */
  record(before: Version, kind: ChangeKind, gesture: string | null): void {
    const last = this.past.at(-1);
    this.future = [];
    if (gesture !== null && gesture === this.gesture && last) {
      if (kind === 'restart') last.kind = 'restart';
      return;
    }
    this.gesture = gesture;
    this.past.push({ version: before, kind });
    if (this.past.length > MAX_STEPS) this.past.shift();
  }

  /** Returns whether `gesture` already has a step. */
  continues(gesture: string | null): boolean {
    return gesture !== null && gesture === this.gesture;
  }

  /** Returns the kind of the step of `gesture`; null if it has none. */
  kindOf(gesture: string | null): ChangeKind | null {
    return this.continues(gesture) ? (this.past.at(-1)?.kind ?? null) : null;
  }

  /** Returns the version before the last change, with the kind of that change; null if there is none. */
  undo(present: Version): Step | null {
    this.gesture = null;
    const step = this.past.pop();
    if (!step) return null;
    this.future.push({ version: present, kind: step.kind });
    return step;
  }

  /** Returns the version after the last undo; null if there is none. */
  redo(present: Version): Step | null {
    this.gesture = null;
    const step = this.future.pop();
    if (!step) return null;
    this.past.push({ version: present, kind: step.kind });
    return step;
  }
}
