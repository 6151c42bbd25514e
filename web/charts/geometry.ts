/**
 * Where things stand within a chart's canvas. All charts have the same left and right edges of the
 * plot, so that one moment is one vertical line through the stack.
 */
import type { Box } from './axis';
import type { Chart } from './chart';

export interface Geometry {
  plot: Box;
  /** Right of the plot: the distribution or the second axis. */
  beside: Box;
  /** One lane per class of drops, above the plot. */
  lanes: Box[];
  /** Under the plot: what senders are doing. */
  states: Box | null;
  /** The legend of that: beside plot and lane, or below the lane where there is no room beside. */
  keys: Box | null;
}

/** Left edge and width of every plot in a stack `width` pixels wide. */
export function plotSpan(width: number): { x: number; width: number } {
  const narrow = isNarrow(width);
  const left = narrow ? 44 : 56;
  const right = narrow ? 48 : 100;
  return { x: left, width: Math.max(16, width - left - right) };
}

function isNarrow(width: number): boolean {
  return width < 480;
}

export function geometryOf(chart: Chart, width: number, height: number): Geometry {
  const span = plotSpan(width);
  // A queue has a lane from the start, so that the plot does not move when the first data come.
  const least = chart.beside?.kind === 'histogram' ? 1 : 0;
  const laneCount = Math.max(least, chart.traces.filter(({ form }) => form === 'drops').length);
  const top = TOP + laneCount * LANE;
  const under = chart.states ? underPlot(chart.states.rows.length, width) : null;
  const bottom = under ? 2 + under.states + under.keys : BOTTOM;
  const plot = { ...span, y: top, height: Math.max(8, height - top - bottom) };
  const end = plot.x + plot.width;
  const beside = { x: end + 8, y: plot.y, width: Math.max(0, width - end - 12), height: plot.height };
  const states = under ? { ...span, y: plot.y + plot.height + 2, height: under.states } : null;
  return {
    plot,
    beside,
    lanes: Array.from({ length: laneCount }, (_, i) => ({ ...span, y: 2 + i * LANE, height: LANE })),
    states,
    keys: states && keysBox(states, beside, width),
  };
}

/** Height of a line of the legend of states, pixels. */
export const KEY_LINE = 13;

/** Half a line of text, which the topmost tick's label needs. */
const TOP = 7;
const BOTTOM = 5;
const LANE = 12;

/** Heights under the plot: of the lane with so many rows, and of its legend where that is below it. */
function underPlot(rows: number, width: number): { states: number; keys: number } {
  const states = Math.max(15, Math.min(27, 6 * rows));
  return { states, keys: isNarrow(width) ? 2 * KEY_LINE + 2 : 0 };
}

function keysBox(states: Box, beside: Box, width: number): Box {
  if (isNarrow(width))
    return { x: 8, y: states.y + states.height + 2, width: width - 16, height: 2 * KEY_LINE };
  return { ...beside, height: states.y + states.height - beside.y };
}
