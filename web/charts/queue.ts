/**
 * The queue of the selected link: its length by class of packets, its limit, and its drops.
 *
 * Stacked areas show the mean backlog of each class, or of each group of flows, per column and in the unit of the limit.
 * The light band behind them goes from minimum to maximum. Drops are marks in one lane per class above the plot. To the
 * right of the plot is the share of time at each queue length.
 */
import type { Hatch } from '../plot/renderer';
import { CLASSES, CLASS_LABEL } from '../engine/classes';
import { countedIn } from '../engine/counted';
import { NOW_FRESH_DROPS, nowIndex, type Layout } from '../engine/protocol';
import type { Chart, Description, Scene, Trace } from './chart';
import { groupStyle } from './traceStyles';
import { limitsOverTime } from './limits';
import { CLASS_STYLE, classesOn, linkName, PLAIN, solid, trace } from './scene';
import { DRAWING, QUEUE } from './strings';

/** Description of the chart of the queue. */
export const queue: Description = {
  id: 'queue',
  name: QUEUE.name,
  standard: true,
  chooses: 'link',
  loggable: false,
  weight: 1.7,
  describe(scene: Scene): Chart {
    const { layout, link } = scene;
    const about = linkName(link);
    if (!layout || !link) return { ...EMPTY, about };
    const inBytes = countedIn(link) === 'bytes';
    const quantity = inBytes ? 'B' : 'packets';
    const limit = inBytes ? link.limit_bytes : link.limit_packets;
    const classes = classesOn(link, layout.groups);
    const only = classes.length === 1 ? classes[0] : undefined;
    const groups = groupShares(layout, link.id, inBytes);
    const isUnrecorded = layout.links_without_groups.includes(link.id);
    const hasGroups = groups.length > 1 && !isUnrecorded;
    const byGroup = hasGroups && scene.byGroup.has('queue');
    const now = nowIndex(
      layout,
      'link',
      layout.links.findIndex(({ id }) => id === link.id),
    );
    const freshDrops = now + NOW_FRESH_DROPS;
    return {
      ...EMPTY,
      about,
      quantity,
      traces: [
        ...trace(layout, `link.${link.id}.${inBytes ? 'queue_bytes' : 'queue_packets'}`, {
          label: QUEUE.series,
          quantity,
          form: 'level',
          now: now + (inBytes ? 1 : 0),
          style: only && !byGroup ? { ...CLASS_STYLE[only], dash: [], marker: null } : solid('ink', 0),
        }),
        ...(byGroup ? groups : []),
        ...(only || byGroup ? [] : classes).flatMap((name) =>
          trace(layout, `link.${link.id}.queue_${name}_${inBytes ? 'bytes' : 'packets'}`, {
            label: CLASS_LABEL[name],
            quantity,
            form: 'share',
            style: CLASS_STYLE[name],
            scales: false,
          }),
        ),
        ...classes.flatMap((name) =>
          trace(layout, `link.${link.id}.drops_${name}`, {
            label: DRAWING.dropsOf(CLASS_LABEL[name]),
            quantity: 'drops',
            form: 'drops',
            style: CLASS_STYLE[name],
            scales: false,
            fresh: freshDrops + CLASSES.indexOf(name),
          }),
        ),
      ],
      levels:
        limit === null
          ? []
          : [{ label: QUEUE.limit, value: limit, steps: limitsOverTime(scene.document, link) }],
      rule: { kind: 'linear', floor: inBytes ? 1000 : 4, limit },
      beside: { kind: 'histogram', link: link.id },
      hasGroups,
      groupsUnrecorded: isUnrecorded,
    };
  },
};

/** Returns the part of a link's queue of each group, as areas in the order of the groups. */
function groupShares(layout: Layout, link: string, inBytes: boolean): Trace[] {
  return layout.groups.flatMap(({ id, label }, i) =>
    trace(layout, `link.${link}.group.${id}.${inBytes ? 'queue_bytes' : 'queue_packets'}`, {
      label: label || id,
      quantity: inBytes ? 'B' : 'packets',
      form: 'share',
      style: { ...groupStyle(layout, id), hatch: HATCHES[i % HATCHES.length] ?? 'plain' },
      scales: false,
      help: QUEUE.groupHelp,
    }),
  );
}

const HATCHES: readonly Hatch[] = ['plain', 'diagonal', 'dots'];

const EMPTY: Chart = {
  ...PLAIN,
  id: 'queue',
  title: QUEUE.title,
  quantity: 'packets',
  traces: [],
  rule: { kind: 'linear', floor: 4, limit: null },
  beside: { kind: 'histogram', link: null },
};
