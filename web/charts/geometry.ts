/**
 * Layout of a chart within its canvas. The plots of all charts have the same left and right edges, so that a time is at the
 * same x position in the whole stack.
 */
import type { Box } from '../plot/renderer';
import type { Chart } from './chart';

/** Boxes of the parts of a chart, in CSS pixels. */
export interface Geometry {
  plot: Box;
  /** Box to the right of the plot, for the distribution or the second axis. */
  beside: Box;
  /** One lane per class of drops, above the plot. */
  lanes: Box[];
  /** Lane of the states of senders, below the plot. */
  states: Box | null;
  /** Legend of the lane: to the right of plot and lane, or below the lane in a narrow chart. */
  keys: Box | null;
}

/** Returns the left edge and the width of every plot in a stack that is `width` pixels wide. */
export function plotSpan(width: number): { x: number; width: number } {
  const narrow = isNarrow(width);
  const left = narrow ? 44 : 56;
  const right = narrow ? 48 : 100;
  return { x: left, width: Math.max(16, width - left - right) };
}

function isNarrow(width: number): boolean {
  return width < 480;
}

/** Returns the layout of a chart in a canvas of this size, in CSS pixels. */
export function geometryOf(chart: Chart, width: number, height: number): Geometry {
  const span = plotSpan(width);
  // A distribution always has a lane for its title, so that the plot does not move when the first data arrive.
  const least = chart.beside && chart.beside.kind !== 'percent' ? 1 : 0;
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

/** Height of a line in the legend of states, in pixels. */
export const KEY_LINE = 13;

/** Half a line of text, for the label of the topmost tick. */
const TOP = 7;
const BOTTOM = 5;
const LANE = 12;

/** Returns the heights below the plot: of the lane with so many rows, and of its legend if it is below the lane. */
function underPlot(rows: number, width: number): { states: number; keys: number } {
  const states = Math.max(15, Math.min(27, 6 * rows));
  return { states, keys: isNarrow(width) ? 2 * KEY_LINE + 2 : 0 };
}

function keysBox(states: Box, beside: Box, width: number): Box {
  if (isNarrow(width))
    return { x: 8, y: states.y + states.height + 2, width: width - 16, height: 2 * KEY_LINE };
  return { ...beside, height: states.y + states.height - beside.y };
}
