/** Where two runs part: the first moment at which anything recorded of the one is not that of the other. */
import { PARTS, type Cut, type Layout } from '../engine/protocol';

/** What was recorded of a run; null where it has not all of the series. */
export type ReadSeries = (cut: Cut) => Promise<Float32Array | null>;

export interface Difference {
  /** Seconds, to about a millisecond where the runs still have that detail. */
  t_s: number;
  /** What differs there. */
  series: string;
}

const COLUMNS = 2048;
/** The engine records once per millisecond. */
const FINEST_S = 1e-3;

/** The series of links, groups and flows that both have. */
export function sharedSeries(one: Layout, other: Layout): Layout['series'] {
  const there = new Map(other.series.map(({ id, shape }) => [id, shape]));
  return one.series.filter(({ id, shape }) => there.get(id) === shape);
}

/** Looks closer and closer at where the two differ first; null where they do not. */
export async function firstDifference(
  series: Layout['series'],
  until_s: number,
  one: ReadSeries,
  other: ReadSeries,
): Promise<Difference | null> {
  let [t0_s, t1_s] = [0, until_s];
  let found: Difference | null = null;
  while (t1_s > t0_s) {
    const cut: Cut = { series: series.map(({ id }) => id), t0_s, t1_s, columns: COLUMNS };
    const [ours, theirs] = await Promise.all([one(cut), other(cut)]);
    const first = ours && theirs && firstColumn(ours, theirs, series);
    if (!first) break;
    const step_s = (t1_s - t0_s) / COLUMNS;
    found = { t_s: t0_s + first.column * step_s, series: first.series };
    if (step_s <= FINEST_S) break;
    [t0_s, t1_s] = [Math.max(0, found.t_s - step_s), found.t_s + step_s];
  }
  return found;
}

/** The first column in which any value differs, and whose; null where none does. */
export function firstColumn(
  one: Float32Array,
  other: Float32Array,
  series: Layout['series'],
): { column: number; series: string } | null {
  let first: { column: number; series: string } | null = null;
  const columns = one.length / series.reduce((sum, { shape }) => sum + PARTS[shape], 0);
  let row = 0;
  for (const { id, shape } of series) {
    for (let part = 0; part < PARTS[shape]; part++, row++) {
      const until = first?.column ?? columns;
      for (let i = 0; i < until; i++) {
        if (Object.is(one[row * columns + i], other[row * columns + i])) continue;
        first = { column: i, series: id };
        break;
      }
    }
  }
  return first;
}
