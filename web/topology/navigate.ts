/** The element that an arrow key moves the focus to: the nearest one in its direction. */
import type { Box } from './layout';

/** Direction of an arrow key. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** Element that can have the focus. */
export interface Stop {
  key: string;
  box: Box;
}

/** Returns the key of the neighbor, or null if there is none in that direction. */
export function neighbor(stops: readonly Stop[], from: string, direction: Direction): string | null {
  const start = stops.find(({ key }) => key === from);
  if (!start) return stops[0]?.key ?? null;
  let best: { key: string; cost: number } | null = null;
  for (const { key, box } of stops) {
    if (key === from) continue;
    const cost = costOf(start.box, box, direction);
    if (cost !== null && (best === null || cost < best.cost)) best = { key, cost };
  }
  return best?.key ?? null;
}

/**
 * Distance ahead, and thrice the distance aside of what does not lie level; null for what is not ahead,
 * or more than twice as far aside as ahead.
 */
function costOf(from: Box, to: Box, direction: Direction): number | null {
  const dx = to.x + to.w / 2 - (from.x + from.w / 2);
  const dy = to.y + to.h / 2 - (from.y + from.h / 2);
  const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
  const sideways = direction === 'left' || direction === 'right';
  const level = sideways
    ? overlap(from.y, from.y + from.h, to.y, to.y + to.h)
    : overlap(from.x, from.x + from.w, to.x, to.x + to.w);
  const aside = level ? 0 : Math.abs(sideways ? dy : dx);
  return ahead > 4 && aside <= 2 * ahead ? ahead + 3 * aside : null;
}

function overlap(a0: number, a1: number, b0: number, b1: number): boolean {
  return a0 < b1 && b0 < a1;
}

/** Returns the key of the nearest element, first of the same kind; null if there is no other. */
export function nearest(stops: readonly Stop[], to: string): string | null {
  const start = stops.find(({ key }) => key === to);
  if (!start) return null;
  const kind = to.slice(0, to.indexOf(':'));
  const others = stops
    .filter(({ key }) => key !== to)
    .map(({ key, box }) => ({ key, far: !key.startsWith(`${kind}:`), distance: distance(start.box, box) }))
    .sort((a, b) => Number(a.far) - Number(b.far) || a.distance - b.distance);
  return others[0]?.key ?? null;
}

function distance(a: Box, b: Box): number {
  return Math.hypot(a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2);
}
