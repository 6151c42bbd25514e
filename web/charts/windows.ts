/**
 * Congestion windows: of each watched flow with its slow-start threshold, and the mean of each TCP group.
 *
 * Timeouts and recoveries of the watched flows are marked under the plot, where the saw's teeth break.
 * The threshold never stretches the axis: it begins at any height and is drawn only when in view.
 */
import type { FlowInfo, Layout } from '../engine/protocol';
import type { Chart, Description, Ink, Marker, Scene, Trace } from './chart';
import { solid, trace } from './scene';
import type { Colour } from './theme';

export const windows: Description = {
  id: 'windows',
  weight: 1.25,
  describe({ layout }: Scene): Chart {
    return {
      id: 'windows',
      title: 'Congestion windows',
      about: null,
      quantity: 'packets',
      traces: layout ? [...means(layout), ...ofFlow(layout, 'cwnd'), ...ofFlow(layout, 'ssthresh')] : [],
      levels: [],
      rule: { kind: 'linear', floor: 4, limit: null },
      beside: null,
      states: true,
    };
  },
};

/** The ink of the `index`-th watched flow; colours repeat after six, together with the marker never. */
export function flowInk(index: number): Ink {
  const marker = MARKERS[(index + Math.floor(index / 6)) % MARKERS.length] ?? null;
  return { ...solid(`flow-${(index % 6) + 1}` as Colour, 1.25), marker };
}

/** A flow by its number, which is what the chooser of flows takes too. */
export function flowName({ flow }: FlowInfo): string {
  return `flow ${flow}`;
}

const MARKERS: Marker[] = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'];

function ofFlow(layout: Layout, what: 'cwnd' | 'ssthresh'): Trace[] {
  return layout.flows.flatMap((flow, i) => {
    const ink = flowInk(i);
    const window = what === 'cwnd';
    return trace(layout, `flow.${flow.flow}.${what}_packets`, {
      label: window ? flowName(flow) : `${flowName(flow)} ssthresh`,
      quantity: 'packets',
      form: 'band',
      ink: window ? ink : { ...ink, dash: [4, 3], width: 1, marker: null },
      scales: window,
    });
  });
}

/** A group of one that is watched anyway needs no mean. */
function means(layout: Layout): Trace[] {
  const watched = new Set(layout.flows.map(({ group }) => group));
  return layout.groups
    .filter(({ kind, id, count }) => kind === 'tcp' && !(count === 1 && watched.has(id)))
    .flatMap(({ id, label, count }, i) =>
      trace(layout, `group.${id}.mean_cwnd_packets`, {
        label: count === 1 ? label || id : `mean of ${label || id}`,
        quantity: 'packets',
        form: 'band',
        ink: { ...solid('ink', 2), dash: i === 0 ? [] : [8, 2 + 2 * i], marker: null },
      }),
    );
}
