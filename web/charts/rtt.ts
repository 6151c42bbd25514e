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
import { FLOW, RTT } from './strings';
import { flowName, flowsName } from './windows';

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
      id: 'rtt',
      title: RTT.title,
      about: layout ? flowsName(layout) : FLOW.watched,
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
      label: RTT.rtt(flowName(flow)),
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
      label: RTT.rto(flowName(flow)),
      quantity: 's',
      form: 'band',
      style: { ...(styles[i] as TraceStyle), width: 1, dash: [4, 3] },
      shared: layout.flows.length > 1 ? RTT.allRto : null,
    }),
  );
}
