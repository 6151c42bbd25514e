/**
 * Items to place and their junctions: the two ends of every group, and the edge routers.
 *
 * Junction 0 is the left end of the row of bottlenecks, and the last junction is its right end. Groups that join or leave
 * in between are below the row.
 */
import type { Bottleneck, Group, Scenario } from '../scenario/types';
import { isSpacious } from './scale';
import { entryJunction, exitJunction, stretchOf } from './stretch';

/** The parts of a scenario that are drawn. */
export type Drawn = Pick<Scenario, 'bottlenecks' | 'edges' | 'groups'>;

/** Side of the row of bottlenecks. */
export type Side = 'left' | 'right' | 'below';

/** Senders or receivers of a group. */
export interface End {
  id: string;
  source: boolean;
  side: Side;
  junction: number;
  /** Id of the edge router of its senders; null without one. */
  edge: string | null;
}

/** Side and junction of an edge router. */
export interface EdgeHome {
  id: string;
  side: Side;
  junction: number;
}

/** Returns both ends of each group, in the order of the groups, which is the order in every column. */
export function endsOf(scenario: Drawn): End[] {
  const count = scenario.bottlenecks.length;
  const end = (group: Group, source: boolean): End => {
    const at = source ? entryJunction : exitJunction;
    const junction = at(group.direction, stretchOf(group, scenario));
    const edge = source ? group.edge : null;
    return { id: group.id, source, side: sideOf(junction, count), junction, edge };
  };
  return scenario.groups.flatMap((group) => [end(group, true), end(group, false)]);
}

/** Returns the place of each edge router: at the entry of its first group, or at its end of the row. */
export function edgeHomes(scenario: Drawn, ends: readonly End[]): EdgeHome[] {
  return scenario.edges.map(({ id, side }) => {
    const user = ends.find((end) => end.edge === id);
    const junction = user?.junction ?? (side === 'left' ? 0 : scenario.bottlenecks.length);
    return { id, side: user?.side ?? side, junction };
  });
}

/** Whether packets can queue in the reverse direction, so that it must be drawn. */
export function reverseQueues(bottleneck: Bottleneck, index: number, scenario: Drawn): boolean {
  const limited = !isSpacious(bottleneck.reverse.queue);
  const slower = bottleneck.reverse.rate_bps !== null && bottleneck.reverse.rate_bps < bottleneck.rate_bps;
  const used = scenario.groups.some((group) => {
    const { first, last } = stretchOf(group, scenario);
    return group.direction === 'reverse' && first <= index && index <= last;
  });
  const { pacer, policer, service, line } = bottleneck.reverse;
  const treated = pacer.kind !== 'none' || policer.kind !== 'none';
  const varies = service.kind !== 'constant' || line.kind !== 'clean';
  return used || slower || limited || treated || varies;
}

function sideOf(junction: number, count: number): Side {
  if (junction === 0) return 'left';
  return junction === count ? 'right' : 'below';
}
