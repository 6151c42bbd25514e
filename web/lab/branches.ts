/**
 * Branches of a run. An edit at an earlier time begins a new branch; the previous one is kept here until another run
 * begins, and can be continued.
 *
 * A branch is a document with its edits; no simulated data is kept.
 */
import type { Scenario } from '../scenario/types';

/** A branch that the run has left. */
export interface Branch {
  /** Number of the branch, unique until the page is closed. */
  id: number;
  document: Scenario;
  /** Simulated time at which it differs from the branch that replaced it, seconds. */
  from_s: number;
  /** Latest simulated time of the run or of an edit on it, seconds. */
  reached_s: number;
}

/** Number of branches kept; beyond it the oldest are removed. */
export const MOST_BRANCHES = 8;

/** Shortest branch that is kept, seconds. */
const LEAST_S = 1e-3;

/** List of the branches that the run has left. */
export class Branches {
  private list: readonly Branch[] = [];
  private last = 0;

  /** Branches in the order in which they were left. */
  get all(): readonly Branch[] {
    return this.list;
  }

  /** Keeps the branch `document`, which had reached `reached_s`, when an edit at `at_s` leaves it. */
  leave(document: Scenario, at_s: number, reached_s: number): void {
    const edited_s = document.edits.reduce((latest, edit) => Math.max(latest, edit.at_s), 0);
    const until_s = Math.max(reached_s, edited_s);
    if (until_s - at_s < LEAST_S) return;
    this.keep({ id: ++this.last, document, from_s: at_s, reached_s: until_s });
  }

  /** Removes the branch `id`, which the run continues, and keeps the branch `document`, which had reached `reached_s`. */
  switchTo(id: number, document: Scenario, reached_s: number): void {
    const target = this.find(id);
    if (!target) return;
    this.list = this.list.filter((branch) => branch !== target);
    this.leave(document, target.from_s, reached_s);
  }

  /** Returns the branch with this number, if it is kept. */
  find(id: number): Branch | undefined {
    return this.list.find((branch) => branch.id === id);
  }

  /** Removes all branches, when another run begins. */
  clear(): void {
    this.list = [];
  }

  private keep(branch: Branch): void {
    this.list = [...this.list, branch].slice(-MOST_BRANCHES);
  }
}
