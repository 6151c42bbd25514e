/**
 * Pacing rate of each watched flow, if it is paced by its group's setting or by its controller. A flow that sends when
 * acknowledgments arrive has no pacing rate.
 */
import type { Chart, Description, TraceStyle, Scene } from './chart';
import { flowStyles } from './traceStyles';
import { linkName, trace } from './scene';
import { FLOW, PACING } from './strings';
import { flowName, flowsName } from './windows';

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
    const styles = layout ? flowStyles(layout) : [];
    return {
      id: 'pacing',
      title: PACING.title,
      about: layout ? flowsName(layout) : FLOW.watched,
      quantity: 'b/s',
      traces: layout
        ? layout.flows.flatMap((flow, i) =>
            trace(layout, `flow.${flow.flow}.pacing_bps`, {
              label: flowName(flow),
              quantity: 'b/s',
              form: 'band',
              style: styles[i] as TraceStyle,
            }),
          )
        : [],
      levels: rate === null ? [] : [{ label: linkName(link), value: rate, steps: [] }],
      rule: { kind: 'linear', floor: 1000, limit: rate },
      beside: null,
      states: null,
      empty: PACING.empty,
    };
  },
};
