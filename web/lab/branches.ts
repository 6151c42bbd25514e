/**
 * Ways that a run took and left: who goes back and changes something leaves what came after, which stays here
 * until the run is another, and can be taken up again.
 *
 * A way is a document, whose edits say all of it; nothing of what was simulated is kept.
 */
import type { Scenario } from '../scenario/types';

export interface Branch {
  /** Names it as long as the page lives. */
  id: number;
  document: Scenario;
  /** Where it and the way that the run took part, seconds. */
  from_s: number;
  /** How far the run had come on it, or was to be changed on it, seconds. */
  reached_s: number;
}

/** Ways kept; the oldest give way. */
export const MOST_BRANCHES = 8;

/** What is left sooner than this after the change is no way of its own, seconds. */
const LEAST_S = 1e-3;

export class Branches {
  private list: readonly Branch[] = [];
  private last = 0;

  get all(): readonly Branch[] {
    return this.list;
  }

  /** The run, which had come to `reached_s` with `document`, is changed at `at_s`. */
  leave(document: Scenario, at_s: number, reached_s: number): void {
    const edited_s = document.edits.reduce((latest, edit) => Math.max(latest, edit.at_s), 0);
    const until_s = Math.max(reached_s, edited_s);
    if (until_s - at_s < LEAST_S) return;
    this.keep({ id: ++this.last, document, from_s: at_s, reached_s: until_s });
  }

  /** A way is taken up; the run, which had come to `reached_s` with `document`, leaves its own at the same place. */
  takeUp(id: number, document: Scenario, reached_s: number): void {
    const taken = this.find(id);
    if (!taken) return;
    this.list = this.list.filter((branch) => branch !== taken);
    this.leave(document, taken.from_s, reached_s);
  }

  find(id: number): Branch | undefined {
    return this.list.find((branch) => branch.id === id);
  }

  /** The run is another. */
  clear(): void {
    this.list = [];
  }

  private keep(branch: Branch): void {
    this.list = [...this.list, branch].slice(-MOST_BRANCHES);
  }
}
