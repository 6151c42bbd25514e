/**
 * Congestion windows: of each watched flow with its slow-start threshold, and the mean of each TCP group.
 *
 * What each watched flow's sender is doing is a lane under the plot, where the saw's teeth break.
 * The threshold never stretches the axis: it begins at any height and is drawn only when in view.
 */
import type { FlowInfo, Layout } from '../engine/protocol';
import type { Chart, Description, TraceStyle, Scene, StateRow, Trace } from './chart';
import { flowStyles, groupStyle } from './traceStyles';
import { trace } from './scene';

export const windows: Description = {
  id: 'windows',
  name: 'Congestion windows',
  standard: true,
  chooses: 'flows',
  loggable: false,
  weight: 1.25,
  describe({ layout, states }: Scene): Chart {
    return {
      id: 'windows',
      title: 'Congestion windows',
      about: null,
      quantity: 'packets',
      traces: layout ? [...means(layout), ...ofFlow(layout, 'cwnd'), ...ofFlow(layout, 'ssthresh')] : [],
      levels: [],
      rule: { kind: 'linear', floor: 4, limit: null },
      beside: null,
      states: layout && layout.flows.length > 0 ? { rows: rowsOf(layout), names: states } : null,
      empty: layout?.groups.some(({ kind }) => kind === 'tcp') === false ? NO_TCP : NOTHING_SENT,
    };
  },
};

const NO_TCP = 'There is no TCP here, hence no window: UDP sends whatever the loss.';

const NOTHING_SENT = 'No watched flow is sending.';

/** A flow by its number, which is what the chooser of flows takes too. */
export function flowName({ flow }: FlowInfo): string {
  return `flow ${flow}`;
}

/** What ends a title that is about the watched flows: `flow 0`, `3 flows`. */
export function flowsName({ flows }: Layout): string {
  const [first] = flows;
  return flows.length === 1 && first ? flowName(first) : `${flows.length} flows`;
}

function ofFlow(layout: Layout, what: 'cwnd' | 'ssthresh'): Trace[] {
  const styles = flowStyles(layout);
  return layout.flows.flatMap((flow, i) => {
    const style = styles[i] as TraceStyle;
    const window = what === 'cwnd';
    return trace(layout, `flow.${flow.flow}.${what}_packets`, {
      label: window ? flowName(flow) : `${flowName(flow)} ssthresh`,
      quantity: 'packets',
      form: 'band',
      style: window ? style : { ...style, dash: [4, 3], width: 1, marker: null },
      scales: window,
      // Several thresholds are told apart by what they belong to.
      shared: !window && layout.flows.length > 1 ? 'ssthresh' : null,
    });
  });
}

function rowsOf(layout: Layout): StateRow[] {
  const windows = ofFlow(layout, 'cwnd');
  return layout.flows.flatMap((flow) => {
    const series = `flow.${flow.flow}.state`;
    const timeouts = `flow.${flow.flow}.timeouts`;
    const there = layout.series.some(({ id }) => id === series);
    const window = windows.find(({ id }) => id === `flow.${flow.flow}.cwnd_packets`);
    return there && window ? [{ flow: flow.flow, label: flowName(flow), series, timeouts, window }] : [];
  });
}

/** A group of one that is watched anyway needs no mean. */
function means(layout: Layout): Trace[] {
  const watched = new Set(layout.flows.map(({ group }) => group));
  return layout.groups
    .filter(({ kind, id, count }) => kind === 'tcp' && !(count === 1 && watched.has(id)))
    .flatMap(({ id, label, count }) =>
      trace(layout, `group.${id}.mean_cwnd_packets`, {
        label: count === 1 ? label || id : `mean of ${label || id}`,
        quantity: 'packets',
        form: 'band',
        style: { ...groupStyle(layout, id), width: 2, marker: null },
      }),
    );
}
