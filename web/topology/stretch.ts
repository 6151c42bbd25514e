/**
 * The stretch of bottlenecks that a group crosses.
 *
 * A row of n bottlenecks has n + 1 junctions, numbered from the left: bottleneck i is between junctions i and i + 1. The
 * `via` of a group names the bottlenecks that it crosses (null: all). Together with the direction it determines the
 * junctions at which the group joins and leaves.
 */
import type { Group, Scenario } from '../scenario/types';

/** Indices of the first and the last bottleneck crossed, `first <= last`. */
export interface Stretch {
  first: number;
  last: number;
}

type Direction = Group['direction'];

/** Returns the stretch of a `via`; unknown bottlenecks are ignored. */
export function stretchFromVia(via: readonly string[] | null, order: readonly string[]): Stretch {
  const indices = (via ?? []).map((id) => order.indexOf(id)).filter((index) => index >= 0);
  if (indices.length === 0) return { first: 0, last: Math.max(0, order.length - 1) };
  return { first: Math.min(...indices), last: Math.max(...indices) };
}

/** Returns the `via` of a stretch: null for the whole row. */
export function viaFromStretch({ first, last }: Stretch, order: readonly string[]): string[] | null {
  if (first <= 0 && last >= order.length - 1) return null;
  return order.slice(first, last + 1);
}

/** Returns the stretch of a group. */
export function stretchOf(group: Pick<Group, 'via'>, scenario: Pick<Scenario, 'bottlenecks'>): Stretch {
  return stretchFromVia(
    group.via,
    scenario.bottlenecks.map(({ id }) => id),
  );
}

/** Returns the junction at which traffic joins the row. */
export function entryJunction(direction: Direction, { first, last }: Stretch): number {
  return direction === 'forward' ? first : last + 1;
}

/** Returns the junction at which traffic leaves the row. */
export function exitJunction(direction: Direction, { first, last }: Stretch): number {
  return direction === 'forward' ? last + 1 : first;
}

/** Returns the junctions at which a group of this direction can join a row of `count` bottlenecks. */
export function entryChoices(direction: Direction, count: number): number[] {
  const from = direction === 'forward' ? 0 : 1;
  return Array.from({ length: count }, (_, index) => index + from);
}

/** Returns the junctions at which a group that joins at `entry` can leave. */
export function exitChoices(direction: Direction, entry: number, count: number): number[] {
  const junctions = Array.from({ length: count + 1 }, (_, index) => index);
  return junctions.filter((junction) => (direction === 'forward' ? junction > entry : junction < entry));
}

/** Returns the stretch with another entry; the exit moves too if it would be before the entry. */
export function withEntry(direction: Direction, stretch: Stretch, junction: number): Stretch {
  return direction === 'forward'
    ? { first: junction, last: Math.max(stretch.last, junction) }
    : { first: Math.min(stretch.first, junction - 1), last: junction - 1 };
}

/** Returns the stretch with another exit; the entry moves too if it would be after the exit. */
export function withExit(direction: Direction, stretch: Stretch, junction: number): Stretch {
  return direction === 'forward'
    ? { first: Math.min(stretch.first, junction - 1), last: junction - 1 }
    : { first: junction, last: Math.max(stretch.last, junction) };
}
