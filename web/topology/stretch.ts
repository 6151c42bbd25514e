/**
 * Where a group enters and leaves the row of bottlenecks.
 *
 * A row of n bottlenecks has n + 1 junctions, numbered from the left: bottleneck i lies between
 * junctions i and i + 1. A group's `via` names the stretch of bottlenecks it crosses (null: all of
 * them); with its direction this fixes the junction at which it enters and the one at which it leaves.
 */
import type { Group, Scenario } from '../scenario/types';

/** Indices of the first and the last bottleneck crossed, `first <= last`. */
export interface Stretch {
  first: number;
  last: number;
}

type Direction = Group['direction'];

/** The stretch a `via` names; bottlenecks it does not know are passed over. */
export function stretchFromVia(via: readonly string[] | null, order: readonly string[]): Stretch {
  const indices = (via ?? []).map((id) => order.indexOf(id)).filter((index) => index >= 0);
  if (indices.length === 0) return { first: 0, last: Math.max(0, order.length - 1) };
  return { first: Math.min(...indices), last: Math.max(...indices) };
}

/** The shortest way to write a stretch: null where it is the whole row. */
export function viaFromStretch({ first, last }: Stretch, order: readonly string[]): string[] | null {
  if (first <= 0 && last >= order.length - 1) return null;
  return order.slice(first, last + 1);
}

export function stretchOf(group: Pick<Group, 'via'>, scenario: Pick<Scenario, 'bottlenecks'>): Stretch {
  return stretchFromVia(
    group.via,
    scenario.bottlenecks.map(({ id }) => id),
  );
}

/** The junction at which traffic enters the row. */
export function entryJunction(direction: Direction, { first, last }: Stretch): number {
  return direction === 'forward' ? first : last + 1;
}

/** The junction at which traffic leaves the row. */
export function exitJunction(direction: Direction, { first, last }: Stretch): number {
  return direction === 'forward' ? last + 1 : first;
}

/** Junctions at which a group of this direction can enter a row of `count` bottlenecks. */
export function entryChoices(direction: Direction, count: number): number[] {
  const from = direction === 'forward' ? 0 : 1;
  return Array.from({ length: count }, (_, index) => index + from);
}

/** Junctions at which a group of this direction, entering at `entry`, can leave. */
export function exitChoices(direction: Direction, entry: number, count: number): number[] {
  const junctions = Array.from({ length: count + 1 }, (_, index) => index);
  return junctions.filter((junction) => (direction === 'forward' ? junction > entry : junction < entry));
}

/** The stretch after moving the entry, the exit being pushed along where it would lie before it. */
export function withEntry(direction: Direction, stretch: Stretch, junction: number): Stretch {
  return direction === 'forward'
    ? { first: junction, last: Math.max(stretch.last, junction) }
    : { first: Math.min(stretch.first, junction - 1), last: junction - 1 };
}

/** The stretch after moving the exit, the entry being pushed along where it would lie after it. */
export function withExit(direction: Direction, stretch: Stretch, junction: number): Stretch {
  return direction === 'forward'
    ? { first: Math.min(stretch.first, junction - 1), last: junction - 1 }
    : { first: junction, last: Math.max(stretch.last, junction) };
}
