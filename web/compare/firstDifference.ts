/** First time at which the recorded samples of two runs differ. */
import { PARTS, type ColumnsRequest, type Layout } from '../engine/protocol';

/** Reads recorded samples of a run; null if it does not have all requested series. */
export type ReadSeries = (cut: ColumnsRequest) => Promise<Float32Array | null>;

/** First difference of two runs. */
export interface Difference {
  /** Time in seconds, to about 1 ms if the runs still have samples of that resolution. */
  t_s: number;
  /** Id of the series that differs. */
  series: string;
}

/** Columns of each read. */
const COLUMNS = 2048;
/** Interval of the engine's samples, in seconds. */
const FINEST_S = 1e-3;

/** Returns the series that both runs have. */
export function sharedSeries(one: Layout, other: Layout): Layout['series'] {
  const others = new Map(other.series.map(({ id, shape }) => [id, shape]));
  return one.series.filter(({ id, shape }) => others.get(id) === shape);
}

/** Narrows down the first difference up to `until_s`; null if there is none. */
export async function firstDifference(
  series: Layout['series'],
  until_s: number,
  one: ReadSeries,
  other: ReadSeries,
): Promise<Difference | null> {
  let [t0_s, t1_s] = [0, until_s];
  let found: Difference | null = null;
  while (t1_s > t0_s) {
    const cut: ColumnsRequest = { series: series.map(({ id }) => id), t0_s, t1_s, columns: COLUMNS };
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

/** Returns the first column in which any value differs, and its series; null if all are equal. */
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
