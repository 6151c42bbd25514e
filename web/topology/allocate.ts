/** Allocation of the space of the drawing: columns have a fixed size; tanks, then lines, get the rest. */
import { reverseQueues, type Drawn, type EdgeHome, type End } from './ends';
import type { Metrics } from './metrics';

/** Widths and positions along the axis, pixels. */
export interface Across {
  width: number;
  /** Widths of the left and the right column. */
  left: number;
  right: number;
  tank: number;
  /** Positions of the junctions, from the left. */
  junctions: number[];
}

/** Heights and positions across the axis, pixels. */
export interface Down {
  height: number;
  /** Middle of the line of the bottlenecks. */
  axis: number;
  tank: number;
  /** Distance from the axis to the lower end of a bottleneck. */
  under: number;
}

/** Allocates the width among columns, tanks and lines. */
export function shareWidth(
  ends: readonly End[],
  homes: readonly EdgeHome[],
  count: number,
  width: number,
  m: Metrics,
): Across {
  const column = (junction: number): number =>
    ends.some((end) => end.source && end.junction === junction) ? m.chip.w : m.sink.w;
  const edges = (junction: number): number =>
    homes.some((home) => home.junction === junction) ? m.edge.w + m.wire : 0;
  const left = m.pad + column(0) + edges(0);
  const right = edges(count) + column(count) + m.pad;
  const stage = 2 * m.junction + m.inlet + m.tank.min + m.outlet.min;
  const least = left + right + 2 * (m.wire + m.junction) + count * stage;

  let spare = Math.max(0, width - least);
  const widened = (min: number, max: number, share: number): number => {
    const each = Math.min((spare * share) / count, max - min);
    spare -= each * count;
    return min + each;
  };
  const tank = widened(m.tank.min, m.tank.max, 0.6);
  const outlet = widened(m.outlet.min, m.outlet.max, 0.5);
  const pitch = 2 * m.junction + m.inlet + tank + outlet;
  const start = left + m.wire + spare / 2 + m.junction;
  return {
    width: Math.max(width, least),
    left: column(0),
    right: column(count),
    tank,
    junctions: Array.from({ length: count + 1 }, (_, index) => start + index * pitch),
  };
}

/** Allocates the height: tanks above the axis, then reverse directions, then groups at inner junctions. */
export function shareHeight(scenario: Drawn, ends: readonly End[], height: number, m: Metrics): Down {
  const count = scenario.bottlenecks.length;
  const reverse = scenario.bottlenecks.some((each, index) => reverseQueues(each, index, scenario));
  const under = m.pipe / 2 + (reverse ? m.reverse.h + 16 : m.below);
  const inner = ends.filter(({ side }) => side === 'below').map(({ junction }) => junction);
  const hanging = Math.max(0, ...inner.map((junction) => columnHeight(ends, junction, m) + m.rowGap));
  const fixed = m.above + m.pipe / 2 + under + hanging;
  const columns = Math.max(columnHeight(ends, 0, m), columnHeight(ends, count, m)) + 2 * m.pad;
  const whole = Math.max(height, fixed + m.tankHeight.min, columns);
  // Columns that are higher than the window do not make the tank higher, so that it is visible as a whole.
  const tank = Math.min(Math.max(Math.min(height, whole) - fixed, m.tankHeight.min), m.tankHeight.max);
  const top = (whole - fixed - tank) / 2;
  return { height: whole, axis: top + m.above + tank + m.pipe / 2, tank, under };
}

/** Returns the height of the groups in one column. */
export function columnHeight(ends: readonly End[], junction: number, m: Metrics): number {
  const rows = ends.filter((end) => end.junction === junction);
  const sum = rows.reduce((total, { source }) => total + (source ? m.chip.h : m.sink.h), 0);
  return rows.length > 0 ? sum + (rows.length - 1) * m.rowGap : 0;
}
