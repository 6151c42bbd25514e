/** The lines between groups, edge routers and junctions, as SVG path data. */
import type { Box, PlacedEdge, PlacedEnd } from './layout';
import type { Side } from './ends';
import type { Point } from './viewport';

/** From the sources to their joint, or from the joint to the sinks: always in the packets' direction. */
export function endWire({ source, port, joint, side, edge }: PlacedEnd): string {
  const shape = side === 'below' && edge === null ? hanging : flowing;
  return source ? shape(port, joint) : reversed(shape, port, joint);
}

export function edgeWire({ outlet, joint, side }: PlacedEdge): string {
  return side === 'below' ? hanging(outlet, joint) : flowing(outlet, joint);
}

/** The other direction of a bottleneck: out of the line's right end, below it, and back into its left end. */
export function reverseLine(below: Box, line: Box): string {
  const [left, right] = [below.x + 6, below.x + below.w - 6];
  const top = line.y + line.h;
  const y = below.y + below.h / 2;
  const r = 8;
  return (
    `M${right} ${top}V${y - r}Q${right} ${y} ${right - r} ${y}` +
    `H${left + r}Q${left} ${y} ${left} ${y - r}V${top}`
  );
}

/** The line that follows the pointer while a group is being connected. */
export function looseWire(from: Point, to: Point, side: Side): string {
  return side === 'below' ? `M${at(from)}L${at(to)}` : flowing(from, to);
}

type Shape = (from: Point, to: Point, back?: boolean) => string;

/** An S that leaves and arrives horizontally. */
function flowing(from: Point, to: Point, back = false): string {
  const middle = (from.x + to.x) / 2;
  const [a, b] = back ? [to, from] : [from, to];
  return `M${at(a)}C${round(middle)} ${round(a.y)} ${round(middle)} ${round(b.y)} ${at(b)}`;
}

/** Sideways to below the joint, then up to it, with a rounded corner. */
function hanging(from: Point, to: Point, back = false): string {
  const r = 8;
  const corner = `${round(to.x)} ${round(from.y)}`;
  const side = `${round(to.x + r)} ${round(from.y)}`;
  const up = `${round(to.x)} ${round(from.y - r)}`;
  return back
    ? `M${at(to)}L${up}Q${corner} ${side}L${at(from)}`
    : `M${at(from)}L${side}Q${corner} ${up}L${at(to)}`;
}

function reversed(shape: Shape, from: Point, to: Point): string {
  return shape(from, to, true);
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
