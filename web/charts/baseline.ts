/**
 * Drawing of the baseline below the current run: thinner and lighter lines, without markers and fills.
 *
 * The lines have the colors, dashes and axes of the current run. The bar above the charts names both runs, and so do
 * saved pictures (`Picture.remark`).
 */
import { isMean } from './chart';
import { columnPlaces, drawn, yOf, type BaselinePicture, type Picture } from './picture';
import { levelPoints } from './axisDrawing';
import type { Renderer } from '../plot/renderer';
import { lineShape, pointsFor } from '../plot/shapes';
import { bandPoints, heightPoints } from './traces';

/** Paints the levels and lines of the baseline. */
export function paintBaseline(renderer: Renderer, picture: Picture, { chart, frame }: BaselinePicture): void {
  const { shown, geometry, theme } = picture;
  if (!frame) return;
  const y = yOf(picture);
  const places = columnPlaces(frame, shown, geometry.plot);
  for (const { value, steps } of chart.levels) {
    const corners = levelPoints(steps.length > 0 ? steps : [{ from_s: 0, value }], shown, geometry.plot, y);
    renderer.stroke(lineShape(corners), { color: theme.colors.ink, width: 1, dash: [7, 4], alpha: OPACITY });
  }
  const lines = drawn({ ...picture, chart, frame }, 'level', 'mean', 'band', 'line', 'area').reverse();
  for (const { trace, columns } of lines) {
    const at = (value: number): number => y(value * trace.per);
    if (isMean(trace)) heightPoints(columns.mean, at, places, points);
    else bandPoints(columns, at, places, points);
    const { color, dash } = trace.style;
    renderer.stroke(lineShape(points), { color: theme.colors[color], width: 1, dash, alpha: OPACITY });
  }
}

/** Opacity of the lines. */
const OPACITY = 0.5;

/** Scratch memory: at most 4096 columns with two points and a gap each. */
const points = pointsFor(3 * 4096);
