/** The elements of the drawing that the last step changed. */
import type { Layout } from '../engine/protocol';
import type { LastStep } from '../lab/state';
import type { TraceEventKind } from '../types/engine';

/** Returns the keys of the elements that a step changed (see `keyOf`). */
export function touchedKeys({ events }: LastStep, layout: Pick<Layout, 'links' | 'groups'>): string[] {
  return events.flatMap(({ what }) => keysOf(what, layout));
}

function keysOf(what: TraceEventKind, { links, groups }: Pick<Layout, 'links' | 'groups'>): string[] {
  if (what.kind === 'at_link') return [linkKey(links[what.link]?.id ?? '')];
  if (what.kind === 'of_flow') return [`group:${groups[what.flow.group ?? -1]?.id ?? ''}`];
  return [];
}

/** Returns the key of a link: `r0` and `r0:reverse` are one element; `edge:a1` is an edge router. */
function linkKey(id: string): string {
  return id.startsWith('edge:') ? id : `bottleneck:${id.replace(/:reverse$/, '')}`;
}

/** Returns class and link of the packet that a step dropped; null if it dropped none. */
export function droppedPacket(
  { events }: LastStep,
  links: Layout['links'],
): { link: string; kind: 'tcp' | 'ack' | 'udp' } | null {
  for (const { what } of events) {
    if (what.kind === 'at_link' && (what.does === 'dropped' || what.does === 'dropped_inside'))
      return { link: links[what.link]?.id ?? '', kind: what.packet.class };
  }
  return null;
}
