/** The figures that a series is of: one, or the same over several intervals, of which each has a place on the axis. */
import type { Artefact, Series } from './artefact';

export interface Measured {
  /** In the summary of a run. */
  measure: string;
  /** Where it stands, in seconds; null where a field of the scenario says so. */
  place: number | null;
}

export function measuresOf({ measure, along }: Series): Measured[] {
  if (measure === null) return [];
  if (along.length === 0) return [{ measure, place: null }];
  return along.map((interval) => ({ measure: `${measure}.${interval}`, place: placeOf(interval) }));
}

/** Every figure that is wanted of a study: some are worked out only when asked for. */
export function measuresOfStudy({ charts }: Artefact, study: string): string[] {
  const series = charts.flatMap((chart) => chart.series).filter((one) => one.study === study);
  const paths = series.flatMap((one) => [
    ...measuresOf(one).map(({ measure }) => measure),
    ...(one.dividedBy === null ? [] : [one.dividedBy]),
  ]);
  return [...new Set(paths)];
}

/** The length of `20ms`, or when `20ms@40s` begins, seconds. */
function placeOf(interval: string): number {
  const [, number, unit] = /(\d+)(us|ms|s)$/.exec(interval) ?? [];
  return Number(number) * (unit === 'us' ? 1e-6 : unit === 'ms' ? 1e-3 : 1);
}
