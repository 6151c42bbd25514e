/**
 * Delay of the packets of each group from end to end, averaged over the packets delivered, and of the watched flows. Beside
 * it is the distribution over the measured time: the delay that a share of the packets exceeds.
 *
 * It is what a user of the group feels: waiting at all links, transmission and propagation.
 */
import type { Layout } from '../engine/protocol';
import type { Chart, Description, Scene, Trace } from './chart';
import { PLAIN, trace } from './scene';
import { END_TO_END } from './strings';
import { groupStyle } from './traceStyles';
import { perFlow } from './windows';

/** Kinds of traffic whose users wait for each packet. */
const INTERACTIVE = ['call', 'game'];

/** Description of the chart of delays from end to end. */
export const delays: Description = {
  id: 'end-to-end',
  name: END_TO_END.name,
  // Delay is what matters to calls and games.
  standard: ({ groups }) => groups.some(({ traffic }) => INTERACTIVE.includes(traffic.kind)),
  chooses: 'flows',
  loggable: true,
  weight: 1,
  describe({ layout, group, logarithmic }: Scene): Chart {
    return {
      ...PLAIN,
      id: 'end-to-end',
      title: END_TO_END.title,
      quantity: 's',
      traces: layout ? [...ofGroups(layout, group), ...ofFlows(layout)] : [],
      beside: { kind: 'exceedance', groups: layout ? layout.groups.map(({ id }) => id) : [] },
      rule: logarithmic.has('end-to-end')
        ? { kind: 'log', lo: 1e-6, hi: 1000 }
        : { kind: 'linear', floor: 1e-4, limit: null },
    };
  },
};

/** Returns the delays of all groups. The axis fits the selected group, or all groups without a selection. */
function ofGroups(layout: Layout, looked: string | null): Trace[] {
  return layout.groups.flatMap(({ id, label }) =>
    trace(layout, `group.${id}.delay_s`, {
      label: label || id,
      quantity: 's',
      form: 'line',
      style: groupStyle(layout, id),
      scales: looked === null || looked === id,
    }),
  );
}

function ofFlows(layout: Layout): Trace[] {
  return perFlow(layout, 'delay_s', 's', (flow, style) => ({
    label: END_TO_END.of(flow),
    style: { ...style, width: 1 },
  }));
}
