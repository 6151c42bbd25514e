/**
 * Loss at the chosen link by class of packets: the share of arriving packets that was dropped, averaged
 * over the view's window; and where several groups send packets of one class, or one group is looked at, the loss of
 * each group along its whole path. Linear or logarithmic; on a logarithmic axis no loss is a gap. A slow start loses
 * every other packet: it does not set the range, and where it leaves the plot a figure says how far.
 */
import { CLASS_LABEL } from '../engine/classes';
import type { GroupInfo, Layout } from '../engine/protocol';
import type { Chart, Description, Scene, Trace } from './chart';
import { groupStyle } from './traceStyles';
import { CLASS_STYLE, classesOn, linkName, trace } from './scene';

export const loss: Description = {
  id: 'loss',
  name: 'Loss',
  standard: true,
  chooses: 'link',
  loggable: true,
  weight: 1,
  describe({ layout, link, group, logarithmic }: Scene): Chart {
    const classes = layout && link ? classesOn(link, layout.groups) : [];
    const looked = layout?.groups.find(({ id }) => id === group)?.id ?? null;
    return {
      id: 'loss',
      title: 'Packets lost at',
      about: linkName(link),
      quantity: 'ratio',
      traces:
        layout && link
          ? [
              ...classes.flatMap((name) =>
                trace(layout, `link.${link.id}.loss_${name}`, {
                  label: CLASS_LABEL[name],
                  quantity: 'ratio',
                  form: 'line',
                  style: CLASS_STYLE[name],
                  scales: looked === null,
                }),
              ),
              ...ofGroups(layout, looked),
            ]
          : [],
      levels: [],
      rule: logarithmic.has('loss')
        ? { kind: 'log', lo: 1e-6, hi: 1 }
        : { kind: 'linear', floor: 0.002, limit: null, settled: true },
      beside: null,
      states: null,
      empty: null,
    };
  },
};

/** The groups that share a class with another, whose losses that does not tell apart, and the one that is looked at. */
function ofGroups(layout: Layout, looked: string | null): Trace[] {
  const { groups } = layout;
  const shares = ({ id, kind }: GroupInfo): boolean =>
    groups.some((other) => other.id !== id && other.kind === kind);
  return groups
    .filter((group) => group.id === looked || shares(group))
    .flatMap(({ id, label }) =>
      trace(layout, `group.${id}.loss`, {
        label: label || id,
        quantity: 'ratio',
        form: 'line',
        style: groupStyle(layout, id),
        scales: looked === null || looked === id,
        help: 'Packets of this group lost in the network, at whichever link.',
      }),
    );
}
