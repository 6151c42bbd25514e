/** The current values of a frame by name, for the painters. */
import { NOW_PER_GROUP, NOW_PER_LINK, type Frame, type Layout } from '../engine/protocol';

/** Current state of one link. */
export interface LinkNow {
  packets: number;
  bytes: number;
  tcp_bytes: number;
  udp_bytes: number;
  ack_bytes: number;
  /** Utilization over the last 100 ms, 0 to 1. */
  utilization: number;
  /** Packets dropped since the run began. */
  drops: { tcp: number; udp: number; ack: number };
}

/** Positions of the values of links and groups in a frame; they depend on the layout. */
export interface NowIndex {
  links: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
}

/** Index without any links and groups. */
export const NO_INDEX: NowIndex = { links: new Map(), groups: new Map() };

/** Returns the positions of the values in frames of a layout. */
export function nowIndex(layout: Layout): NowIndex {
  const groupsFrom = layout.links.length * NOW_PER_LINK;
  return {
    links: new Map(layout.links.map(({ id }, index) => [id, index * NOW_PER_LINK])),
    groups: new Map(layout.groups.map(({ id }, index) => [id, groupsFrom + index * NOW_PER_GROUP])),
  };
}

/** Returns the state of a link; null if the frame does not contain it (after an edit that is not applied yet). */
export function linkNow({ now }: Pick<Frame, 'now'>, index: NowIndex, id: string): LinkNow | null {
  const at = index.links.get(id);
  if (at === undefined || at + NOW_PER_LINK > now.length) return null;
  const value = (offset: number): number => finite(now[at + offset]);
  return {
    packets: value(0),
    bytes: value(1),
    tcp_bytes: value(2),
    udp_bytes: value(3),
    ack_bytes: value(4),
    utilization: value(5),
    drops: { tcp: value(6), udp: value(7), ack: value(8) },
  };
}

/** Returns the throughput of a group over the last 100 ms, b/s; null if the frame does not contain it. */
export function groupThroughput({ now }: Pick<Frame, 'now'>, index: NowIndex, id: string): number | null {
  const at = index.groups.get(id);
  if (at === undefined || at + NOW_PER_GROUP > now.length) return null;
  return finite(now[at]);
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
