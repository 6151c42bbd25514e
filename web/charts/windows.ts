/**
 * Congestion windows of the watched flows with their slow start thresholds, and the mean of each TCP group.
 *
 * The lane below the plot shows the states of the senders. The threshold does not stretch the axis, because its initial
 * value is arbitrarily high; it is drawn only within the axis.
 */
import { nowIndex, type FlowInfo, type Layout } from '../engine/protocol';
import type { Quantity } from '../plot/format';
import type { Chart, Description, TraceStyle, Scene, StateRow, Trace } from './chart';
import { flowStyles, groupStyle } from './traceStyles';
import { PLAIN, trace, type TraceOptions } from './scene';
import { FLOW, WINDOWS } from './strings';

/** Description of the chart of congestion windows. */
export const windows: Description = {
  id: 'windows',
  name: WINDOWS.name,
  standard: true,
  chooses: 'flows',
  loggable: false,
  weight: 1.25,
  describe({ layout, states }: Scene): Chart {
    const rows = layout ? rowsOf(layout) : [];
    return {
      ...PLAIN,
      id: 'windows',
      title: WINDOWS.name,
      quantity: 'packets',
      traces: layout ? [...means(layout), ...ofFlow(layout, 'cwnd'), ...ofFlow(layout, 'ssthresh')] : [],
      rule: { kind: 'linear', floor: 4, limit: null },
      states: rows.length > 0 ? { rows, names: states } : null,
      empty: layout?.groups.some(({ kind }) => kind === 'tcp') === false ? WINDOWS.noTcp : WINDOWS.empty,
    };
  },
};

/** Returns the name of a flow: its number, as in the form of watched flows. */
export function flowName({ flow }: FlowInfo): string {
  return FLOW.name(flow);
}

/** Returns the end of a title about the watched flows: `flow 0`, `3 flows`. */
export function flowsName({ flows }: Layout): string {
  const [first] = flows;
  return flows.length === 1 && first ? flowName(first) : FLOW.several(flows.length);
}

/** Returns a band per watched flow of its series `name`, with the label and style that `more` gives. */
export function perFlow(
  layout: Layout,
  name: string,
  quantity: Quantity,
  more: (
    flow: string,
    style: TraceStyle,
    position: number,
  ) => Pick<TraceOptions, 'label'> & Partial<TraceOptions>,
): Trace[] {
  const styles = flowStyles(layout);
  return layout.flows.flatMap((flow, i) => {
    const style = styles[i] as TraceStyle;
    const input = { quantity, form: 'band', style, ...more(flowName(flow), style, i) } as const;
    return trace(layout, `flow.${flow.flow}.${name}`, input);
  });
}

function ofFlow(layout: Layout, what: 'cwnd' | 'ssthresh'): Trace[] {
  const window = what === 'cwnd';
  return perFlow(layout, `${what}_packets`, 'packets', (flow, style, position) => ({
    ...(window && { now: nowIndex(layout, 'flow', position) }),
    label: window ? flow : WINDOWS.thresholdOf(flow),
    style: window ? style : { ...style, dash: [4, 3], width: 1, marker: null },
    scales: window,
    // Several thresholds share an entry of the legend; each has the color of its flow.
    shared: !window && layout.flows.length > 1 ? WINDOWS.threshold : null,
  }));
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

/** Returns the TCP groups whose means are drawn: all but those of a single flow that is watched. */
export function withMeans({ groups, flows }: Layout): Layout['groups'] {
  const watched = new Set(flows.map(({ group }) => group));
  return groups.filter(({ kind, id, count }) => kind === 'tcp' && !(count === 1 && watched.has(id)));
}

function means(layout: Layout): Trace[] {
  return withMeans(layout).flatMap(({ id, label, count }) =>
    trace(layout, `group.${id}.mean_cwnd_packets`, {
      label: count === 1 ? label || id : WINDOWS.mean(label || id),
      quantity: 'packets',
      form: 'band',
      style: { ...groupStyle(layout, id), width: 2, marker: null },
      now: nowIndex(layout, 'group', positionOf(layout, id)) + MEAN_WINDOW,
    }),
  );
}

/** Position of the mean window among the present values of a group. */
const MEAN_WINDOW = 1;

function positionOf({ groups }: Layout, id: string): number {
  return groups.findIndex((group) => group.id === id);
}
