/**
 * Loss ratio: dropped packets divided by arrived packets, averaged over the view's window. If packets can be dropped at the
 * selected link only, each group has a line. Otherwise each class of packets at the link has one, and the selected group has
 * one for its whole path. The axis is linear or logarithmic; on a logarithmic axis, no loss is a gap. The high loss of a slow
 * start does not stretch the axis; a number shows the greatest value above it.
 */
import { CLASS_LABEL, type PacketClass } from '../engine/classes';
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
    return {
      ...PLAIN,
      id: 'loss',
      title: LOSS.title,
      about: linkName(link),
      quantity: 'ratio',
      traces: layout && link ? tracesOf(layout, link, group) : [],
      rule: logarithmic.has('loss')
        ? { kind: 'log', lo: 1e-6, hi: 1 }
        : { kind: 'linear', floor: 0.002, limit: null, settled: true },
    };
  },
};

function tracesOf(layout: Layout, link: LinkInfo, selected: string | null): Trace[] {
  const classes = classesOn(link, layout.groups);
  const looked = layout.groups.find(({ id }) => id === selected)?.id ?? null;
  const here = layout.groups.filter((group) => sendsOver(group, link));
  if (!isOnlyLink(layout, link)) {
    const ofPath = layout.groups.filter(({ id }) => id === looked);
    return [
      ...ofClasses(layout, link, classes, looked === null),
      ...ofPath.flatMap((group) => ofGroup(layout, group, LOSS.wholePath(nameOf(group)), looked)),
    ];
  }
  const isOneEach = classes.every((name) => here.filter(({ kind }) => kind === name).length <= 1);
  if (isOneEach) return ofClasses(layout, link, classes, true);
  return [
    ...here.flatMap((group) => ofGroup(layout, group, nameOf(group), looked)),
    ...ofClasses(
      layout,
      link,
      classes.filter((name) => name === 'ack'),
      looked === null,
    ),
  ];
}

/** Returns whether this is the only link in its direction, so that data is lost nowhere else. */
function isOnlyLink({ links }: Layout, link: LinkInfo): boolean {
  return links.filter((other) => isReverse(other) === isReverse(link)).length === 1;
}

function sendsOver({ direction }: GroupInfo, link: LinkInfo): boolean {
  return (direction === 'reverse') === isReverse(link);
}

function isReverse({ id }: LinkInfo): boolean {
  return id.endsWith(':reverse');
}

function nameOf({ id, label }: GroupInfo): string {
  return label || id;
}

function ofClasses(
  layout: Layout,
  link: LinkInfo,
  classes: readonly PacketClass[],
  scales: boolean,
): Trace[] {
  return classes.flatMap((name) =>
    trace(layout, `link.${link.id}.loss_${name}`, {
      label: CLASS_LABEL[name],
      quantity: 'ratio',
      form: 'line',
      style: CLASS_STYLE[name],
      scales,
    }),
  );
}

function ofGroup(layout: Layout, { id }: GroupInfo, label: string, looked: string | null): Trace[] {
  return trace(layout, `group.${id}.loss`, {
    label,
    quantity: 'ratio',
    form: 'line',
    style: groupStyle(layout, id),
    scales: looked === null || looked === id,
    help: LOSS.groupHelp,
  });
}
