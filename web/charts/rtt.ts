/**
 * Round-trip times and retransmission timeouts of the watched flows, as measured by their senders, and the mean of the
 * measurements of each TCP group.
 *
 * The round-trip time of a flow is the latest sample: propagation delay plus queueing delay. The timeout is computed from it (RFC
 * 6298) and doubles with each timeout in a row, so the chart offers a logarithmic axis.
 */
import type { Layout } from '../engine/protocol';
import type { Chart, Description, Scene, Trace } from './chart';
import { PLAIN, trace } from './scene';
import { RTT } from './strings';
import { groupStyle } from './traceStyles';
import { perFlow, withMeans } from './windows';

/** Description of the chart of round-trip times and timeouts. */
export const rtt: Description = {
  id: 'rtt',
  name: RTT.name,
  standard: false,
  chooses: 'flows',
  loggable: true,
  weight: 1,
  describe({ layout, logarithmic }: Scene): Chart {
    return {
      ...PLAIN,
      id: 'rtt',
      title: RTT.title,
      quantity: 's',
      traces: layout ? [...ofGroups(layout), ...roundTrips(layout), ...timeouts(layout)] : [],
      rule: logarithmic.has('rtt')
        ? { kind: 'log', lo: 1e-6, hi: 1000 }
        : { kind: 'linear', floor: 1e-4, limit: null },
    };
  },
};

/** Returns the mean round-trip time of each TCP group, except groups of a single flow that is watched. */
function ofGroups(layout: Layout): Trace[] {
  return withMeans(layout).flatMap(({ id, label, count }) =>
    trace(layout, `group.${id}.rtt_s`, {
      label: count === 1 ? label || id : RTT.mean(label || id),
      quantity: 's',
      form: 'line',
      style: { ...groupStyle(layout, id), width: 2, marker: null },
    }),
  );
}

function roundTrips(layout: Layout): Trace[] {
  return perFlow(layout, 'rtt_s', 's', (flow) => ({ label: RTT.rtt(flow) }));
}

function timeouts(layout: Layout): Trace[] {
  return perFlow(layout, 'rto_s', 's', (flow, style) => ({
    label: RTT.rto(flow),
    style: { ...style, width: 1, dash: [4, 3] },
    shared: layout.flows.length > 1 ? RTT.allRto : null,
  }));
}
