/** The charts of the stack, top to bottom. One more chart is one more file and one more line here. */
import type { Chart, Description, Scene } from './chart';
import { INSIDES } from './inside';
import { loss } from './loss';
import { pacing } from './pacing';
import { queue } from './queue';
import { rates } from './rates';
import { rtt } from './rtt';
import { windows } from './windows';

export const CHARTS: readonly Description[] = [queue, ...INSIDES, windows, rtt, pacing, loss, rates];

/** The charts to show, given which were chosen; the standard ones where nothing known was that is always drawn. */
export function shownCharts(chosen: ReadonlySet<string> | null): readonly Description[] {
  const found = CHARTS.filter(({ id }) => chosen?.has(id));
  return found.some(({ quiet }) => quiet !== true) ? found : CHARTS.filter(({ standard }) => standard);
}

/** The charts of a scene, without those that have nothing to draw and are quiet then. */
export function describedCharts(
  descriptions: readonly Description[],
  scene: Scene,
): { one: Description; chart: Chart }[] {
  return descriptions
    .map((one) => ({ one, chart: one.describe(scene) }))
    .filter(({ one, chart }) => one.quiet !== true || chart.traces.length > 0);
}
