/**
 * Layout of the dumbbell: pure functions from a scenario and a window to boxes.
 *
 * The bottlenecks are in a row on one axis, between junctions. Groups that join or leave at the ends of the row are in
 * columns at its left and right. Groups that do so at an inner junction are below it. Coordinates are pixels at scale 1,
 * from the upper left corner.
 */
import type { Bottleneck } from '../scenario/types';
import { edgeHomes, endsOf, reverseQueues, type Drawn, type EdgeHome, type End, type Side } from './ends';
import { layoutsFor, type Metrics } from './metrics';
import { columnHeight, shareHeight, shareWidth, type Across, type Down } from './allocate';
import { fitScale, type Point, type Size } from './viewport';

/** Rectangle in the drawing. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Bottleneck with its place. */
export interface PlacedBottleneck {
  id: string;
  /** Area of the whole element, for the focus ring and for the pointer. */
  box: Box;
  /** Full height of the buffer, above the line. */
  tank: Box;
  /** Link from junction to junction; its thickness is that of a link that is always busy. */
  line: Box;
  /** Reverse direction; null if packets cannot queue there. */
  reverse: { line: Box; tank: Box } | null;
}

/** Senders or receivers of a group, with their place. */
export interface PlacedEnd {
  id: string;
  source: boolean;
  side: Side;
  junction: number;
  box: Box;
  /** Ends of its line: `port` at the group, `joint` at the junction or the edge router. */
  port: Point;
  joint: Point;
  /** Id of the edge router at the end of its line; null without one. */
  edge: string | null;
  /** Horizontal position up to which its line is straight, past the edge routers of its column. */
  straight: number;
}

/** Edge router with its place. */
export interface PlacedEdge {
  id: string;
  side: Side;
  junction: number;
  box: Box;
  tank: Box;
  /** End of the lines of its groups, and start and end of its own line. */
  inlet: Point;
  outlet: Point;
  joint: Point;
}

/** Layout of a scenario. */
export interface Placement {
  metrics: Metrics;
  size: Size;
  junctions: Point[];
  bottlenecks: PlacedBottleneck[];
  ends: PlacedEnd[];
  edges: PlacedEdge[];
}

/** Returns the layout that fills `window` with the least shrinking, and its scale. */
export function placementFor(scenario: Drawn, window: Size): { placement: Placement; k: number } {
  const layouts = layoutsFor(window.w).map((metrics) => {
    const least = place(scenario, { w: 0, h: 0 }, metrics).size;
    return {
      metrics,
      share: Math.min(window.w / least.w, window.h / least.h, 1),
      k: fitScale(least, window),
    };
  });
  const { metrics, k } = layouts.reduce((best, one) => (one.share > best.share + 0.01 ? one : best));
  return { placement: place(scenario, { w: window.w / k, h: window.h / k }, metrics), k };
}

/** Returns the layout in `space`, or in a larger space if it is needed. */
export function place(scenario: Drawn, space: Size, metrics: Metrics): Placement {
  const ends = endsOf(scenario);
  const homes = edgeHomes(scenario, ends);
  const across = shareWidth(ends, homes, scenario.bottlenecks.length, space.w, metrics);
  const down = shareHeight(scenario, ends, space.h, metrics);
  const plan: Plan = { across, down, metrics, homes };

  const rows = placeRows(ends, plan);
  const edges = placeEdges(rows, plan);
  return {
    metrics,
    size: { w: across.width, h: down.height },
    junctions: across.junctions.map((_, index) => junctionAt(index, plan)),
    bottlenecks: scenario.bottlenecks.map((each, index) =>
      placeBottleneck(each, index, reverseQueues(each, index, scenario), plan),
    ),
    ends: rows.map((row) => placeEnd(row, hangingOffset(row, rows), edges, plan)),
    edges,
  };
}

/** Returns the senders of a group. */
export function sourceOf(placement: Placement, group: string): PlacedEnd | undefined {
  return placement.ends.find(({ id, source }) => source && id === group);
}

/** Returns the receivers of a group. */
export function sinkOf(placement: Placement, group: string): PlacedEnd | undefined {
  return placement.ends.find(({ id, source }) => !source && id === group);
}

interface Plan {
  across: Across;
  down: Down;
  metrics: Metrics;
  homes: readonly EdgeHome[];
}

interface Row {
  end: End;
  box: Box;
}

function junctionAt(index: number, { across, down }: Plan): Point {
  return { x: across.junctions[index] ?? 0, y: down.axis };
}

function placeBottleneck({ id }: Bottleneck, index: number, reverse: boolean, plan: Plan): PlacedBottleneck {
  const { down, across, metrics: m } = plan;
  const from = junctionAt(index, plan).x + m.junction;
  const to = junctionAt(index + 1, plan).x - m.junction;
  const line = { x: from, y: down.axis - m.pipe / 2, w: to - from, h: m.pipe };
  const tank = { x: from + m.inlet, y: line.y - down.tank, w: across.tank, h: down.tank };
  const top = tank.y - m.above + (m.beside ? 4 : 8);
  return {
    id,
    box: { x: from, y: top, w: to - from, h: down.axis + down.under - 4 - top },
    tank,
    line,
    reverse: reverse ? placeReverse(line, m) : null,
  };
}

/** Places the reverse direction below the link, with its queue at the right, where its packets wait. */
function placeReverse(forward: Box, { reverse, pipe }: Metrics): PlacedBottleneck['reverse'] {
  const y = forward.y + pipe + reverse.h - reverse.pipe;
  const { w, h } = reverse.tank;
  return {
    line: { x: forward.x, y, w: forward.w, h: reverse.pipe },
    tank: { x: forward.x + forward.w - w - 16, y: y - h, w, h },
  };
}

/** Places the groups: columns are centered on the axis if there is space; groups at inner junctions are below them. */
function placeRows(ends: readonly End[], plan: Plan): Row[] {
  const { across, down, metrics: m, homes } = plan;
  const next = new Map<number, number>();
  return ends.map((end) => {
    const size = end.source ? m.chip : m.sink;
    const stack = columnHeight(ends, end.junction, m);
    const middle = within(down.axis, m.pad + stack / 2, down.height - m.pad - stack / 2);
    const y = next.get(end.junction) ?? (end.side === 'below' ? down.axis + down.under : middle - stack / 2);
    next.set(end.junction, y + size.h + m.rowGap);
    const behindEdge = end.source && homes.some(({ junction }) => junction === end.junction);
    const x = {
      left: m.pad,
      right: across.width - m.pad - across.right,
      below: junctionAt(end.junction, plan).x + 2 * m.rowGap + (behindEdge ? m.edge.w + m.wire : 0),
    }[end.side];
    return { end, box: { x, y, ...size } };
  });
}

/** Places the edge routers at the height of their groups, or below the previous one if they would overlap. */
function placeEdges(rows: readonly Row[], plan: Plan): PlacedEdge[] {
  const { homes, metrics: m } = plan;
  const free = new Map<number, number>();
  const placed = homes
    .map((home) => ({ home, level: levelOf(home, rows, plan) }))
    .sort((a, b) => a.level - b.level)
    .map(({ home, level }) => {
      const y = Math.max(level - m.edge.h / 2, free.get(home.junction) ?? 0);
      free.set(home.junction, y + m.edge.h + m.rowGap);
      return { home, y };
    });
  // Edge routers are taller than groups: a column of them may begin above its groups, so that its end stays visible.
  const lift = ({ junction, side }: EdgeHome): number => {
    const over = (free.get(junction) ?? 0) - m.rowGap - (plan.down.height - m.pad);
    return side === 'below' ? 0 : Math.max(0, over);
  };
  return homes.flatMap(({ id }) =>
    placed.filter(({ home }) => home.id === id).map(({ home, y }) => placeEdge(home, y - lift(home), plan)),
  );
}

/** Returns the middle height of the groups of an edge router; the axis if it has none. */
function levelOf(home: EdgeHome, rows: readonly Row[], plan: Plan): number {
  const users = rows.filter(({ end }) => end.edge === home.id && end.junction === home.junction);
  const sum = users.reduce((total, { box }) => total + box.y + box.h / 2, 0);
  return users.length > 0 ? sum / users.length : plan.down.axis;
}

function placeEdge(home: EdgeHome, y: number, plan: Plan): PlacedEdge {
  const { across, metrics: m } = plan;
  const joint = junctionAt(home.junction, plan);
  const x = {
    left: m.pad + across.left + m.wire,
    right: across.width - m.pad - across.right - m.wire - m.edge.w,
    below: joint.x + 2 * m.rowGap,
  }[home.side];
  const { w, h } = m.edge;
  const ends = [
    { x, y: y + h / 2 },
    { x: x + w, y: y + h / 2 },
  ] as const;
  const [inlet, outlet] = home.side === 'left' ? ends : ([ends[1], ends[0]] as const);
  return {
    ...home,
    box: { x, y, w, h },
    // Like every queue, on the side of its line to the row.
    tank: { x: home.side === 'right' ? x + 8 : x + w - 40, y: y + 8, w: 32, h: h - 16 },
    inlet,
    outlet,
    joint,
  };
}

/** Returns the horizontal offset of a line below a junction, so that lines do not overlap; upper rows are at the right. */
function hangingOffset({ end }: Row, rows: readonly Row[]): number {
  if (end.side !== 'below') return 0;
  const column = rows.filter((row) => row.end.junction === end.junction);
  const at = column.findIndex((row) => row.end === end);
  return ((column.length - 1) / 2 - at) * Math.min(10, 24 / column.length);
}

function placeEnd({ end, box }: Row, offset: number, edges: readonly PlacedEdge[], plan: Plan): PlacedEnd {
  const edge = edges.find(({ id, junction }) => id === end.edge && junction === end.junction);
  const port = { x: end.side === 'left' ? box.x + box.w : box.x, y: box.y + box.h / 2 };
  const { x, y } = junctionAt(end.junction, plan);
  const joint = edge?.inlet ?? { x: x + offset, y };
  const past = !edge && plan.homes.some(({ junction }) => junction === end.junction) ? edgeColumn(plan) : 0;
  const straight = port.x + (end.side === 'left' ? past : -past);
  return { ...end, box, port, joint, edge: edge?.id ?? null, straight };
}

/** Returns the width of the column of edge routers with the space before it. */
function edgeColumn({ metrics }: Plan): number {
  return metrics.wire + metrics.edge.w;
}

function within(value: number, min: number, max: number): number {
  return min > max ? (min + max) / 2 : Math.min(Math.max(value, min), max);
}
