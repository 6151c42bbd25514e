/** The charts of the stack, top to bottom. One more chart is one more file and one more line here. */
import type { Description } from './chart';
import { loss } from './loss';
import { pacing } from './pacing';
import { queue } from './queue';
import { rates } from './rates';
import { rtt } from './rtt';
import { windows } from './windows';

export const CHARTS: readonly Description[] = [queue, windows, rtt, pacing, loss, rates];

/** The charts to show, given which were chosen; the standard ones where nothing known was. */
export function shownCharts(chosen: ReadonlySet<string> | null): readonly Description[] {
  const found = CHARTS.filter(({ id }) => chosen?.has(id));
  return found.length > 0 ? found : CHARTS.filter(({ standard }) => standard);
}
