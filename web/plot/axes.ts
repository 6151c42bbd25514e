/** Drawing of the axes of a plot: grid, base line, ticks with their labels, and the title of the x axis. */
import type { Box, Renderer } from './renderer';
import { segmentsShape } from './shapes';
import type { Theme } from './theme';

/** Label of a tick with its position in CSS pixels. */
export interface Label {
  at: number;
  label: string;
}

/** Axes of a plot with their ticks. */
export interface Axes {
  x: readonly Label[];
  y: readonly Label[];
  /** Title of the x axis with its unit. */
  title: string;
}

/** Paints the axes around `box`. */
export function paintAxes(renderer: Renderer, { x, y, title }: Axes, box: Box, { colors }: Theme): void {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const gray = colors['ink-3'];
  const grid = y.flatMap(({ at }) => [box.x, at, right, at]);
  renderer.stroke(segmentsShape(grid), { color: colors.line, width: 1 });
  const ends = x.flatMap(({ at }) => [at, bottom, at, bottom + 4]);
  renderer.stroke(segmentsShape([box.x, bottom, right, bottom, ...ends]), { color: gray, width: 1 });
  for (const { at, label } of y) renderer.text(box.x - 6, at, label, { color: gray, align: 'right' });
  for (const { at, label } of x) renderer.text(at, bottom + 13, label, { color: gray, align: 'center' });
  renderer.text(right, bottom + 30, title, { color: colors['ink-2'], align: 'right' });
}
