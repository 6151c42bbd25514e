/** Which link the charts look at, which classes of packets cross it, and how to find a series. */
import { CLASSES, type PacketClass } from '../engine/classes';
import type { GroupInfo, Layout, LinkInfo } from '../engine/protocol';
import type { Selection } from '../lab/state';
import type { Form, TraceStyle, Trace } from './chart';
import type { Quantity } from './format';
import type { Color } from './theme';

/** The link that a selected element has, by id; null when it has none. */
export function linkIdOf(selection: Selection): string | null {
  if (selection.kind === 'bottleneck') return selection.id;
  return selection.kind === 'edge' ? `edge:${selection.id}` : null;
}

/** The link to show: `wanted`, or the first when that is gone. */
export function chosenLink(layout: Layout | null, wanted: string | null): LinkInfo | null {
  return layout?.links.find(({ id }) => id === wanted) ?? layout?.links[0] ?? null;
}

/** A link's name in a sentence: `r0`, `r0, reverse`, or its label. */
export function linkName(link: LinkInfo | null): string {
  return link?.label ?? 'the bottleneck';
}

/**
 * Classes of packets that can be in the link's queue, given the groups: data one way, ACKs the other; at an
 * edge router, which queues towards the bottlenecks only, data of whoever passes it.
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
 * The style of a class: each with a dash, a marker and a hatch of its own, so that grey print stays readable.
 * The markers are those that fall out of a full buffer in the picture of the network.
 */
export const CLASS_STYLE: Record<PacketClass, TraceStyle> = {
  tcp: { color: 'tcp', width: 1.5, dash: [], marker: 'square', hatch: 'plain' },
  udp: { color: 'udp', width: 1.5, dash: [6, 3], marker: 'diamond', hatch: 'diagonal' },
  ack: { color: 'ack', width: 1.5, dash: [2, 2], marker: 'triangle', hatch: 'dots' },
};

/** A plain line of one color. */
export function solid(color: Color, width: number): TraceStyle {
  return { color, width, dash: [], marker: null, hatch: 'plain' };
}

interface TraceOptions {
  label: string;
  quantity: Quantity;
  form: Form;
  style: TraceStyle;
  per?: number;
  scales?: boolean;
  shared?: string | null;
  fresh?: number;
  help?: string;
}

/** The trace of series `id` as a list of one; empty when the layout does not have it. */
export function trace(layout: Layout, id: string, options: TraceOptions): Trace[] {
  const there = layout.series.some((info) => info.id === id);
  return there ? [{ id, per: 1, scales: true, shared: null, ...options }] : [];
}

const REVERSE = ':reverse';
