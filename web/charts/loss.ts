/**
 * Loss ratio at the selected link by class of packets: dropped packets divided by arrived packets, averaged over the view's
 * window. If several groups send packets of one class, or if a group is selected, the chart also shows the loss ratio of
 * groups along their whole paths. The axis is linear or logarithmic; on a logarithmic axis, no loss is a gap. The high
 * loss of a slow start does not stretch the axis; a number shows the greatest value above it.
 */
import { CLASS_LABEL } from '../engine/classes';
import type { GroupInfo, Layout, LinkInfo } from '../engine/protocol';
import type { Chart, Description, Scene, Trace } from './chart';
import { groupStyle } from './traceStyles';
import { CLASS_STYLE, classesOn, linkName, PLAIN, trace } from './scene';
import { LOSS } from './strings';

/** Description of the loss chart. */
export const loss: Description = {
  id: 'loss',
  name: LOSS.name,
  standard: true,
  chooses: 'link',
  loggable: true,
  weight: 1,
  describe({ layout, link, group, logarithmic }: Scene): Chart {
    const classes = layout && link ? classesOn(link, layout.groups) : [];
    const looked = layout?.groups.find(({ id }) => id === group)?.id ?? null;
    return {
      ...PLAIN,
      id: 'loss',
      title: LOSS.title,
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
                  scales: looked === null || isOnlyGroup(layout, link),
                }),
              ),
              ...(isOnlyGroup(layout, link) ? [] : ofGroups(layout, looked)),
            ]
          : [],
      rule: logarithmic.has('loss')
        ? { kind: 'log', lo: 1e-6, hi: 1 }
        : { kind: 'linear', floor: 0.002, limit: null, settled: true },
    };
  },
};

/**
 * Returns whether all loss of the network is at this link and of one group. Then the line of the group would be equal to
 * that of its class.
 */
function isOnlyGroup({ groups, links }: Layout, link: LinkInfo): boolean {
  const [group] = groups;
  const isReverse = ({ id }: LinkInfo): boolean => id.endsWith(':reverse');
  const along = links.filter((other) => isReverse(other) === isReverse(link));
  const isData = group !== undefined && classesOn(link, groups).includes(group.kind);
  return groups.length === 1 && along.length === 1 && isData;
}

/** Returns the groups that share a class with another group, and the selected group. */
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
        help: LOSS.groupHelp,
      }),
    );
}
