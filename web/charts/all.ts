/** The list of charts. A new chart needs a file of its own and an entry in this list. */
import type { Scenario } from '../scenario/types';
import type { Chart, Description, Scene } from './chart';
import { INSIDES } from './inside';
import { loss } from './loss';
import { delays } from './endToEnd';
import { pacing } from './pacing';
import { queue } from './queue';
import { rates } from './rates';
import { rtt } from './rtt';
import { windows } from './windows';

/** All charts, from the top of the stack to its bottom. */
export const CHARTS: readonly Description[] = [queue, ...INSIDES, windows, delays, rtt, pacing, loss, rates];

/**
 * Returns the selected charts. Without a selected chart that is always drawn (one that is not `quiet`), returns the
 * standard charts of the scenario.
 */
export function shownCharts(
  chosen: ReadonlySet<string> | null,
  scenario: Scenario | null,
): readonly Description[] {
  const found = CHARTS.filter(({ id }) => chosen?.has(id));
  if (found.some(({ quiet }) => quiet !== true)) return found;
  return CHARTS.filter(({ standard }) =>
    typeof standard === 'boolean' ? standard : scenario !== null && standard(scenario),
  );
}

/** Returns charts with those of `first` at the top, in its order; the others keep theirs. */
export function withFirst(charts: readonly Description[], first: readonly string[]): readonly Description[] {
  const at = first.flatMap((id) => charts.filter((one) => one.id === id));
  return [...at, ...charts.filter((one) => !at.includes(one))];
}

/** Returns the charts of a scene, without `quiet` charts that have no trace. */
export function describedCharts(
  descriptions: readonly Description[],
  scene: Scene,
): { one: Description; chart: Chart }[] {
  return descriptions
    .map((one) => ({ one, chart: one.describe(scene) }))
    .filter(({ one, chart }) => one.quiet !== true || chart.traces.length > 0);
}
