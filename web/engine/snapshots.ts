/**
 * A few copies of the run's whole state, so that going back in time need not replay from 0, nor going forth
 * again what lies between.
 *
 * They are taken at an even spacing. When the shelf is full, every second one is given away and the
 * spacing doubles: n copies cover any length of run evenly, and a moment is never farther from the copy
 * before it than the present spacing.
 */
export interface Snapshot {
  /** Gives its memory back. */
  free(): void;
}

export class SnapshotStore<S extends Snapshot> {
  private kept: { t_s: number; snapshot: S }[] = [];
  /** The farthest moment that the run went back from. */
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

  /** The times of the copies, in order, seconds. */
  times(): number[] {
    return this.kept.map(({ t_s }) => t_s);
  }

  /** Whether a copy should be taken now: none within the spacing before, and the last was cheap enough. */
  wants(t_s: number, now_ms: number): boolean {
    return now_ms >= this.notBefore_ms && t_s - (this.before(t_s)?.t_s ?? 0) >= this.spacing_s;
  }

  /** Takes in a copy that cost `cost_ms` of wall time; the next waits until that is 5 % of the time. */
  keep(t_s: number, snapshot: S, now_ms: number, cost_ms: number): void {
    this.notBefore_ms = now_ms + 20 * cost_ms;
    const after = this.kept.findIndex((entry) => entry.t_s > t_s);
    this.kept.splice(after < 0 ? this.kept.length : after, 0, { t_s, snapshot });
    if (this.kept.length > this.capacity) this.thin();
  }

  /** Whether the run has not gone back from as far as `t_s` yet. */
  wantsEnd(t_s: number): boolean {
    return t_s > (this.end?.t_s ?? 0);
  }

  /** Takes in a copy of the moment that the run goes back from, in place of the one before. */
  keepEnd(t_s: number, snapshot: S): void {
    this.end?.snapshot.free();
    this.end = { t_s, snapshot };
  }

  /** The latest copy at or before `t_s`, and its time. */
  nearest(t_s: number): { t_s: number; snapshot: S } | null {
    return this.end && this.end.t_s <= t_s ? this.end : (this.before(t_s) ?? null);
  }

  /** Gives away all copies, for instance because the past changed. */
  clear(): void {
    for (const { snapshot } of this.kept) snapshot.free();
    this.kept = [];
    this.end?.snapshot.free();
    this.end = null;
    this.spacing_s = this.firstSpacing_s;
    this.notBefore_ms = -Infinity;
  }

  private before(t_s: number): { t_s: number; snapshot: S } | undefined {
    return this.kept.findLast((entry) => entry.t_s <= t_s);
  }

  private thin(): void {
    this.spacing_s *= 2;
    this.kept = this.kept.filter(({ snapshot }, i) => {
      if (i % 2 === 1) return true;
      snapshot.free();
      return false;
    });
  }
}
