/** The elements that can have the focus, in reading order: groups, edge routers, bottlenecks. */
import type { Scenario } from '../scenario/types';
import { keyOf } from './canvas';
import type { Element } from './edits';
import { sourceOf, type Placement } from './layout';
import type { Stop } from './navigate';

/** Returns the elements that can have the focus, with their boxes. */
export function stopsOf(scenario: Pick<Scenario, 'groups'>, placement: Placement): Stop[] {
  const stop = (kind: Element['kind'], id: string, box: Stop['box']): Stop => ({
    key: keyOf({ kind, id }),
    box,
  });
  return [
    ...scenario.groups.flatMap(({ id }) => {
      const source = sourceOf(placement, id);
      return source ? [stop('group', id, source.box)] : [];
    }),
    ...placement.edges.map(({ id, box }) => stop('edge', id, box)),
    ...placement.bottlenecks.map(({ id, box }) => stop('bottleneck', id, box)),
  ];
}
