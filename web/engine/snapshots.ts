/**
 * Snapshots of the run's state, so that going back in time need not replay from 0, nor going forward what lies between.
 *
 * Snapshots are taken at equal intervals. When the store is full, every second one is freed and the interval doubles: n
 * snapshots cover a run of any length evenly, and no time is farther from the previous snapshot than the interval.
 */

/** A copy of the state of a simulation. */
export interface Snapshot {
  /** Frees the memory of the snapshot. */
  free(): void;
}

/** Snapshots by simulated time. */
export class SnapshotStore<S extends Snapshot> {
  private entries: { t_s: number; snapshot: S }[] = [];
  /** Snapshot of the latest time from which the run went back. */
  private end: { t_s: number; snapshot: S } | null = null;
  private spacing_s: number;
  private notBefore_ms = -Infinity;
  private readonly capacity: number;
  private readonly firstSpacing_s: number;

  /** Times are simulated seconds. `capacity` must be at least 2. */
  constructor(capacity: number, firstSpacing_s: number) {
    this.capacity = capacity;
    this.firstSpacing_s = firstSpacing_s;
    this.spacing_s = firstSpacing_s;
  }

  /** Returns the times of the snapshots, in order, seconds. */
  times(): number[] {
    return this.entries.map(({ t_s }) => t_s);
  }

  /** Returns whether to take a snapshot: none is within the interval before, and the last one was cheap enough. */
  wants(t_s: number, now_ms: number): boolean {
    return now_ms >= this.notBefore_ms && t_s - (this.before(t_s)?.t_s ?? 0) >= this.spacing_s;
  }

  /** Adds a snapshot that took `cost_ms` of wall time; snapshots take at most 5 % of the wall time. */
  keep(t_s: number, snapshot: S, now_ms: number, cost_ms: number): void {
    this.notBefore_ms = now_ms + 20 * cost_ms;
    const after = this.entries.findIndex((entry) => entry.t_s > t_s);
    this.entries.splice(after < 0 ? this.entries.length : after, 0, { t_s, snapshot });
    if (this.entries.length > this.capacity) this.thin();
  }

  /** Returns whether `t_s` is later than the last time from which the run went back. */
  wantsEnd(t_s: number): boolean {
    return t_s > (this.end?.t_s ?? 0);
  }

  /** Replaces the snapshot of the time from which the run goes back. */
  keepEnd(t_s: number, snapshot: S): void {
    this.end?.snapshot.free();
    this.end = { t_s, snapshot };
  }

  /** Returns the latest snapshot at or before `t_s`, with its time. */
  nearest(t_s: number): { t_s: number; snapshot: S } | null {
    return this.end && this.end.t_s <= t_s ? this.end : (this.before(t_s) ?? null);
  }

  /** Frees all snapshots, for example after an edit. */
  clear(): void {
    for (const { snapshot } of this.entries) snapshot.free();
    this.entries = [];
    this.end?.snapshot.free();
    this.end = null;
    this.spacing_s = this.firstSpacing_s;
    this.notBefore_ms = -Infinity;
  }

  private before(t_s: number): { t_s: number; snapshot: S } | undefined {
    return this.entries.findLast((entry) => entry.t_s <= t_s);
  }

  private thin(): void {
    this.spacing_s *= 2;
    this.entries = this.entries.filter(({ snapshot }, i) => {
      if (i % 2 === 1) return true;
      snapshot.free();
      return false;
    });
  }
}
