/**
 * What has to be placed, and at which junction: the two ends of every group, and the edge routers.
 *
 * Junction 0 is the left end of the row of bottlenecks, the last junction its right end; what enters
 * or leaves in between hangs below the row.
 */
import type { Bottleneck, Group, Scenario } from '../scenario/types';
import { isSpacious } from './scale';
import { entryJunction, exitJunction, stretchOf } from './stretch';

/** The parts of a scenario that are drawn. */
export type Drawn = Pick<Scenario, 'bottlenecks' | 'edges' | 'groups'>;

export type Side = 'left' | 'right' | 'below';

/** The sources or the sinks of a group. */
export interface End {
  id: string;
  source: boolean;
  side: Side;
  junction: number;
  /** The edge router its sources send through. */
  edge: string | null;
}

export interface EdgeHome {
  id: string;
  side: Side;
  junction: number;
}

/** In the order of the scenario's groups, which is the order in every column. */
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

/** An edge router stands where its first group enters; one without groups at its end of the row. */
export function edgeHomes(scenario: Drawn, ends: readonly End[]): EdgeHome[] {
  return scenario.edges.map(({ id, side }) => {
    const user = ends.find((end) => end.edge === id);
    const junction = user?.junction ?? (side === 'left' ? 0 : scenario.bottlenecks.length);
    return { id, side: user?.side ?? side, junction };
  });
}

/** Whether the direction from the sinks to the sources can queue, and so is worth drawing. */
export function reverseQueues(bottleneck: Bottleneck, index: number, scenario: Drawn): boolean {
  const limited = !isSpacious(bottleneck.reverse.queue);
  const slower = bottleneck.reverse.rate_bps !== null && bottleneck.reverse.rate_bps < bottleneck.rate_bps;
  const used = scenario.groups.some((group) => {
    const { first, last } = stretchOf(group, scenario);
    return group.direction === 'reverse' && first <= index && index <= last;
  });
  const paced = bottleneck.reverse.pacer.kind !== 'none';
  return used || slower || limited || paced;
}

function sideOf(junction: number, count: number): Side {
  if (junction === 0) return 'left';
  return junction === count ? 'right' : 'below';
}
