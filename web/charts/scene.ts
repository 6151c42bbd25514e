/** Selected link of the charts, classes of packets that cross it, and lookup of series. */
import { CLASSES, type PacketClass } from '../engine/classes';
import type { GroupInfo, Layout, LinkInfo } from '../engine/protocol';
import type { Selection } from '../lab/state';
import type { Form, TraceStyle, Trace } from './chart';
import type { Quantity } from '../plot/format';
import { SOME_LINK } from './strings';
import type { Color } from '../plot/theme';

/** Returns the id of the link that belongs to the selected element; null without one. */
export function linkIdOf(selection: Selection): string | null {
  if (selection.kind === 'bottleneck') return selection.id;
  return selection.kind === 'edge' ? `edge:${selection.id}` : null;
}

/** Returns the link with id `wanted`, or the first link if there is none. */
export function chosenLink(layout: Layout | null, wanted: string | null): LinkInfo | null {
  return layout?.links.find(({ id }) => id === wanted) ?? layout?.links[0] ?? null;
}

/** Returns the name of a link for use in a sentence: `r0`, `r0, reverse`, or its label. */
export function linkName(link: LinkInfo | null): string {
  return link?.label ?? SOME_LINK;
}

/**
 * Returns the classes of packets that can be in the link's queue: data in the direction of the link and ACKs of flows in
 * the other direction. An edge router queues only packets toward the bottlenecks, so there it is data of all groups.
 */
export function classesOn(link: LinkInfo, groups: readonly GroupInfo[]): PacketClass[] {
  const edge = link.id.startsWith('edge:');
  const along = link.id.endsWith(REVERSE) ? 'reverse' : 'forward';
  const has = (kind: GroupInfo['kind'], same: boolean): boolean =>
    groups.some((group) => group.kind === kind && (edge || group.direction === along) === same);
  const present: Record<PacketClass, boolean> = {
    tcp: has('tcp', true),
    udp: has('udp', true),
    ack: has('tcp', false),
  };
  return CLASSES.filter((name) => present[name]);
}

/**
 * Styles of the classes. Each has a dash, a marker and a hatch of its own, so that prints in gray stay readable.
 * The drawing of the network uses the same markers for drops.
 */
export const CLASS_STYLE: Record<PacketClass, TraceStyle> = {
  tcp: { color: 'tcp', width: 1.5, dash: [], marker: 'square', hatch: 'plain' },
  udp: { color: 'udp', width: 1.5, dash: [6, 3], marker: 'diamond', hatch: 'diagonal' },
  ack: { color: 'ack', width: 1.5, dash: [2, 2], marker: 'triangle', hatch: 'dots' },
};

/** Returns the style of a solid line without marker. */
export function solid(color: Color, width: number): TraceStyle {
  return { color, width, dash: [], marker: null, hatch: 'plain' };
}

/** Chart of one title without lines, lanes and text, to be completed. */
export const PLAIN = { about: null, levels: [], beside: null, states: null, empty: null };

/** Label and form of a trace, and what differs from a trace that stretches the axis and has its own entry. */
export interface TraceOptions {
  label: string;
  quantity: Quantity;
  form: Form;
  style: TraceStyle;
  per?: number;
  scales?: boolean;
  shared?: string | null;
  fresh?: number;
  now?: number;
  help?: string;
}

/** Returns the trace of series `id` as a list of one element; empty if the layout does not have the series. */
export function trace(layout: Layout, id: string, options: TraceOptions): Trace[] {
  const there = layout.series.some((info) => info.id === id);
  return there ? [{ id, per: 1, scales: true, shared: null, ...options }] : [];
}

const REVERSE = ':reverse';
