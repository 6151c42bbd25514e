/**
 * Round-trip times and retransmission timeouts of the watched flows, as measured by their senders.
 *
 * The round-trip time is the latest sample: propagation delay plus queueing delay. The timeout is computed from it (RFC
 * 6298) and doubles with each timeout in a row, so the chart offers a logarithmic axis.
 */
import type { Layout } from '../engine/protocol';
import type { Chart, Description, TraceStyle, Scene, Trace } from './chart';
import { flowStyles } from './traceStyles';
import { trace } from './scene';
import { flowName, flowsName } from './windows';

/** Description of the chart of round-trip times and timeouts. */
export const rtt: Description = {
  id: 'rtt',
  name: 'Round-trip time and timeout',
  standard: false,
  chooses: 'flows',
  loggable: true,
  weight: 1,
  describe({ layout, logarithmic }: Scene): Chart {
    return {
      id: 'rtt',
      title: 'Round-trip time and timeout of',
      about: layout ? flowsName(layout) : 'watched flows',
      quantity: 's',
      traces: layout ? [...roundTrips(layout), ...timeouts(layout)] : [],
      levels: [],
      rule: logarithmic.has('rtt')
        ? { kind: 'log', lo: 1e-6, hi: 1000 }
        : { kind: 'linear', floor: 1e-4, limit: null },
      beside: null,
      states: null,
      empty: null,
    };
  },
};

function roundTrips(layout: Layout): Trace[] {
  const styles = flowStyles(layout);
  return layout.flows.flatMap((flow, i) =>
    trace(layout, `flow.${flow.flow}.rtt_s`, {
      label: `${flowName(flow)} RTT`,
      quantity: 's',
      form: 'band',
      style: styles[i] as TraceStyle,
    }),
  );
}

function timeouts(layout: Layout): Trace[] {
  const styles = flowStyles(layout);
  return layout.flows.flatMap((flow, i) =>
    trace(layout, `flow.${flow.flow}.rto_s`, {
      label: `${flowName(flow)} RTO`,
      quantity: 's',
      form: 'band',
      style: { ...(styles[i] as TraceStyle), width: 1, dash: [4, 3] },
      shared: layout.flows.length > 1 ? 'RTO' : null,
    }),
  );
}
