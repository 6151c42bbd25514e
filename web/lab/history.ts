/**
 * Undo and redo: whole documents, one step per gesture.
 *
 * Documents are immutable and share what did not change, so that a step costs little. A step remembers
 * what kind of change it undoes, because that decides where the run goes on.
 */
import type { Scenario } from '../scenario/types';

/** What a change did to the run: edited it, started it again, only changed texts, replaced it. */
export type ChangeKind = 'live' | 'restart' | 'words' | 'open';

export interface Version {
  document: Scenario;
  presetId: string | null;
}

export interface Step {
  version: Version;
  kind: ChangeKind;
}

/** Steps kept. */
export const MAX_STEPS = 200;

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
   * A change was made to `before`. Changes of one `gesture`, until another change comes, are one step; it
   * starts the run again if any of them did.
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

  /** True while `gesture` has made a step already. */
  continues(gesture: string | null): boolean {
    return gesture !== null && gesture === this.gesture;
  }

  /** What `gesture` did so far, if it is under way. */
  kindOf(gesture: string | null): ChangeKind | null {
    return this.continues(gesture) ? (this.past.at(-1)?.kind ?? null) : null;
  }

  /** The version before the last change, and what kind of change that was. */
  undo(present: Version): Step | null {
    this.gesture = null;
    const step = this.past.pop();
    if (!step) return null;
    this.future.push({ version: present, kind: step.kind });
    return step;
  }

  redo(present: Version): Step | null {
    this.gesture = null;
    const step = this.future.pop();
    if (!step) return null;
    this.past.push({ version: present, kind: step.kind });
    return step;
  }
}
