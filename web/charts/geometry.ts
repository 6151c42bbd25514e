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
  /** Under the plot: senders' timeouts and recoveries. */
  states: Box | null;
}

/** Left edge and width of every plot in a stack `width` pixels wide. */
export function plotSpan(width: number): { x: number; width: number } {
  const narrow = width < 560;
  const left = narrow ? 44 : 56;
  const right = narrow ? 48 : 100;
  return { x: left, width: Math.max(16, width - left - right) };
}

export function geometryOf(chart: Chart, width: number, height: number): Geometry {
  const span = plotSpan(width);
  // A queue has a lane from the start, so that the plot does not move when the first data come.
  const least = chart.beside?.kind === 'histogram' ? 1 : 0;
  const laneCount = Math.max(least, chart.traces.filter(({ form }) => form === 'drops').length);
  const top = TOP + laneCount * LANE;
  const bottom = chart.states ? LANE + 2 : BOTTOM;
  const plot = { ...span, y: top, height: Math.max(8, height - top - bottom) };
  const end = plot.x + plot.width;
  return {
    plot,
    beside: { x: end + 8, y: plot.y, width: Math.max(0, width - end - 12), height: plot.height },
    lanes: Array.from({ length: laneCount }, (_, i) => ({ ...span, y: 2 + i * LANE, height: LANE })),
    states: chart.states ? { ...span, y: plot.y + plot.height + 2, height: LANE } : null,
  };
}

/** Half a line of text, which the topmost tick's label needs. */
const TOP = 7;
const BOTTOM = 5;
const LANE = 12;
