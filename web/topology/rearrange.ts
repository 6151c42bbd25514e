/** Effect of dropping a dragged element: a new position in its list, or the other side for a group. */
import type { Scenario } from '../scenario/types';
import { sourceOf, type Box, type Placement } from './layout';

/** Effect of a drop; `at` is the place that the element takes. */
export type Drop = { kind: 'move'; steps: number; at: Box } | { kind: 'flip' } | null;

/** Returns the effect of dragging a group by (dx, dy): beyond the middle it is reversed, else it changes its row. */
export function dropOfGroup(
  scenario: Scenario,
  placement: Placement,
  id: string,
  dx: number,
  dy: number,
): Drop {
  const source = sourceOf(placement, id);
  if (!source) return null;
  const middle = placement.size.w / 2;
  const before = source.box.x + source.box.w / 2 < middle;
  const after = source.box.x + source.box.w / 2 + dx < middle;
  if (source.side !== 'below' && before !== after) return { kind: 'flip' };

  const column = placement.ends.filter(({ junction }) => junction === source.junction);
  const center = source.box.y + source.box.h / 2 + dy;
  const above = column.filter((end) => end !== source && end.box.y + end.box.h / 2 < center).length;
  const replaced = column[above];
  const place = (group: string | undefined): number => scenario.groups.findIndex((each) => each.id === group);
  const steps = place(replaced?.id) - place(id);
  return replaced && steps !== 0 ? { kind: 'move', steps, at: replaced.box } : null;
}

/** Returns the effect of dragging a bottleneck by dx: it takes the place of the one whose tank it covers. */
export function dropOfBottleneck(placement: Placement, id: string, dx: number): Drop {
  const from = placement.bottlenecks.findIndex((each) => each.id === id);
  const moved = placement.bottlenecks[from];
  if (!moved) return null;
  const others = placement.bottlenecks.filter((each) => each.id !== id);
  const to = others.filter(({ tank }) => tank.x < moved.tank.x + dx).length;
  const replaced = placement.bottlenecks[to];
  return replaced && to !== from ? { kind: 'move', steps: to - from, at: replaced.tank } : null;
}
