/**
 * Pacing rate of each watched flow, if it is paced by its group's setting or by its controller. A flow that sends when
 * acknowledgments arrive has no pacing rate.
 */
import type { Chart, Description, Scene } from './chart';
import { linkName, PLAIN } from './scene';
import { FLOW, PACING } from './strings';
import { flowsName, perFlow } from './windows';

/** Description of the chart of pacing rates. */
export const pacing: Description = {
  id: 'pacing',
  name: PACING.name,
  standard: false,
  chooses: 'flows',
  loggable: false,
  weight: 1,
  describe({ layout, link }: Scene): Chart {
    const rate = link?.rate_bps ?? null;
    return {
      ...PLAIN,
      id: 'pacing',
      title: PACING.title,
      about: layout ? flowsName(layout) : FLOW.watched,
      quantity: 'b/s',
      traces: layout ? perFlow(layout, 'pacing_bps', 'b/s', (flow) => ({ label: flow })) : [],
      levels: rate === null ? [] : [{ label: linkName(link), value: rate, steps: [] }],
      rule: { kind: 'linear', floor: 1000, limit: rate },
      empty: PACING.empty,
    };
  },
};
