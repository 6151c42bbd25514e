/**
 * Targets of a connection: the places at which a group can join or leave, and the one under the pointer.
 *
 * First the user chooses where the group joins (an edge router or a junction of the row). Then, if there is a choice,
 * the user chooses the junction at which it leaves.
 */
import type { Group, Scenario } from '../scenario/types';
import type { Target } from './edits';
import type { Box, Placement } from './layout';
import { CONNECT } from './strings';
import { entryChoices, entryJunction, exitChoices, stretchOf } from './stretch';
import type { Point } from './viewport';

/** Target with its place in the drawing. */
export interface PlacedTarget {
  target: Target;
  /** Center of its mark. */
  point: Point;
  /** Further area in which the pointer hits the target. */
  area: Box | null;
  /** `at bottleneck r0`, `by edge router a1`, `after bottleneck r1`. */
  label: string;
}

/** Returns the targets at which a group can join, from left to right. Edge routers serve the groups of their side. */
export function entryTargets(scenario: Scenario, placement: Placement, group: Group): PlacedTarget[] {
  const { direction } = group;
  const junctions = entryChoices(direction, scenario.bottlenecks.length).map((junction): PlacedTarget => {
    const index = direction === 'forward' ? junction : junction - 1;
    return junctionTarget(placement, { kind: 'entry', junction }, junction, index, 'at');
  });
  const side = direction === 'forward' ? 'left' : 'right';
  const routers = scenario.edges.filter((edge) => edge.side === side).map(({ id }) => id);
  const edges = placement.edges
    .filter(({ id }) => routers.includes(id))
    .map((edge): PlacedTarget => ({
      target: { kind: 'edge', id: edge.id },
      point: edge.inlet,
      area: edge.box,
      label: CONNECT.byEdge(edge.id),
    }));
  return [...edges, ...junctions].sort((a, b) => a.point.x - b.point.x || a.point.y - b.point.y);
}

/** Returns the targets at which a group that joins at `entry` can leave, nearest first. */
export function exitTargets(
  scenario: Scenario,
  placement: Placement,
  group: Group,
  entry: Target | null,
): PlacedTarget[] {
  const { direction } = group;
  const stays = entryJunction(direction, stretchOf(group, scenario));
  const from = entry?.kind === 'entry' ? entry.junction : stays;
  const choices = exitChoices(direction, from, scenario.bottlenecks.length);
  if (direction === 'reverse') choices.reverse();
  return choices.map((junction) => {
    const index = direction === 'forward' ? junction - 1 : junction;
    return junctionTarget(placement, { kind: 'exit', junction }, junction, index, 'after');
  });
}

/** Returns the target under the pointer: the nearest mark within reach, else the target whose area contains it. */
export function targetAt(targets: readonly PlacedTarget[], { x, y }: Point): PlacedTarget | null {
  const near = targets
    .map((target) => ({ target, distance: Math.hypot(target.point.x - x, target.point.y - y) }))
    .filter(({ distance }) => distance <= REACH)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.target ?? targets.find(({ area }) => area !== null && holds(area, x, y)) ?? null;
}

/** Distance from a mark at which the pointer hits it, pixels at scale 1. */
const REACH = 24;

/** Returns the index of the target that the group uses now. */
export function presentTarget(scenario: Scenario, targets: readonly PlacedTarget[], group: Group): number {
  const stretch = stretchOf(group, scenario);
  const entry = entryJunction(group.direction, stretch);
  const exit = group.direction === 'forward' ? stretch.last + 1 : stretch.first;
  const index = targets.findIndex(({ target }) => {
    if (target.kind === 'edge') return target.id === group.edge;
    return target.kind === 'entry'
      ? group.edge === null && target.junction === entry
      : target.junction === exit;
  });
  return Math.max(0, index);
}

function junctionTarget(
  { junctions, bottlenecks }: Placement,
  target: Target,
  junction: number,
  index: number,
  relation: 'at' | 'after',
): PlacedTarget {
  const bottleneck = bottlenecks[index];
  return {
    target,
    point: junctions[junction] ?? { x: 0, y: 0 },
    area: bottleneck?.box ?? null,
    label: CONNECT[relation](bottleneck?.id ?? ''),
  };
}

function holds({ x, y, w, h }: Box, px: number, py: number): boolean {
  return px >= x && px <= x + w && py >= y && py <= y + h;
}
