/** Lines between groups, edge routers and junctions, as SVG path data. */
import type { Box, PlacedEdge, PlacedEnd } from './layout';
import type { Side } from './ends';
import type { Point } from './viewport';

/** Returns the line from the senders to their joint, or from the joint to the receivers, in the direction of the packets. */
export function endWire({ source, port, joint, side, edge, straight }: PlacedEnd): string {
  if (side === 'below' && edge === null) return hanging(port, joint, !source);
  const bend = { x: straight, y: port.y };
  const line = straight === port.x ? '' : `L${at(source ? bend : port)}`;
  return source ? `M${at(port)}${line}${curve(bend, joint)}` : `M${at(joint)}${curve(joint, bend)}${line}`;
}

/** Returns the line from an edge router to its junction. */
export function edgeWire({ outlet, joint, side }: PlacedEdge): string {
  return side === 'below' ? hanging(outlet, joint) : flowing(outlet, joint);
}

/** Returns the reverse line of a bottleneck: from the right end of the link, below it, to its left end. */
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

/** Returns the line to the pointer while a group is being connected. */
export function looseWire(from: Point, to: Point, side: Side): string {
  return side === 'below' ? `M${at(from)}L${at(to)}` : flowing(from, to);
}

/** Returns a curve that starts and ends horizontally. */
function flowing(from: Point, to: Point): string {
  return `M${at(from)}${curve(from, to)}`;
}

function curve(from: Point, to: Point): string {
  const middle = round((from.x + to.x) / 2);
  return `C${middle} ${round(from.y)} ${middle} ${round(to.y)} ${at(to)}`;
}

/** Returns a line that goes horizontally to below the joint, then up to it, with a rounded corner. */
function hanging(from: Point, to: Point, back = false): string {
  const r = 8;
  const corner = `${round(to.x)} ${round(from.y)}`;
  const side = `${round(to.x + r)} ${round(from.y)}`;
  const up = `${round(to.x)} ${round(from.y - r)}`;
  return back
    ? `M${at(to)}L${up}Q${corner} ${side}L${at(from)}`
    : `M${at(from)}L${side}Q${corner} ${up}L${at(to)}`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
