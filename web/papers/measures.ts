/** Measures of a series: one, or one per interval of time, where the interval is the x value. */
import type { PaperFigure, Series } from './paperFigure';

/** Measure of a run's summary. */
export interface Measured {
  /** Path in the summary of a run. */
  measure: string;
  /** x value in seconds; null if a field of the scenario is x. */
  x: number | null;
}

/** Returns the measures of a series; none for a model. */
export function measuresOf({ measure, along }: Series): Measured[] {
  if (measure === null) return [];
  if (along.length === 0) return [{ measure, x: null }];
  return along.map((interval) => ({ measure: `${measure}.${interval}`, x: secondsOf(interval) }));
}

/** Returns every measure that a study must report; the engine computes some of them only on request. */
export function measuresOfStudy({ charts }: PaperFigure, study: string): string[] {
  const series = charts.flatMap((chart) => chart.series).filter((one) => one.study === study);
  const paths = series.flatMap((one) => [
    ...measuresOf(one).map(({ measure }) => measure),
    ...(one.dividedBy === null ? [] : [one.dividedBy]),
  ]);
  return [...new Set(paths)];
}

/** Returns the length of `20ms`, or the start of `20ms@40s`, in seconds. */
function secondsOf(interval: string): number {
  const [, number, unit] = /(\d+)(us|ms|s)$/.exec(interval) ?? [];
  return Number(number) * (unit === 'us' ? 1e-6 : unit === 'ms' ? 1e-3 : 1);
}
