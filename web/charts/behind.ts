/**
 * The run that is kept behind the one in front: its lines, thinner and pale, without markers or fills.
 *
 * They have the colors and dashes of the lines in front, on the same axes. A line above the charts names the two,
 * and saved pictures do (`Picture.remark`).
 */
import { isMean } from './chart';
import { columnPlaces, drawn, yOf, type BehindPicture, type Picture } from './picture';
import { levelPoints } from './axisDrawing';
import type { Renderer } from './renderer';
import { lineShape, pointsFor } from './shapes';
import { bandPoints, heightPoints } from './traces';

export function paintBehind(pen: Renderer, picture: Picture, { chart, frame }: BehindPicture): void {
  const { shown, geometry, theme } = picture;
  if (!frame) return;
  const y = yOf(picture);
  const places = columnPlaces(frame, shown, geometry.plot);
  for (const { value, steps } of chart.levels) {
    const corners = levelPoints(steps.length > 0 ? steps : [{ from_s: 0, value }], shown, geometry.plot, y);
    pen.stroke(lineShape(corners), { color: theme.colors.ink, width: 1, dash: [7, 4], alpha: PALE });
  }
  const lines = drawn({ ...picture, chart, frame }, 'level', 'mean', 'band', 'line', 'area').reverse();
  for (const { trace, columns } of lines) {
    const at = (value: number): number => y(value * trace.per);
    if (isMean(trace)) heightPoints(columns.mean, at, places, points);
    else bandPoints(columns, at, places, points);
    const { color, dash } = trace.style;
    pen.stroke(lineShape(points), { color: theme.colors[color], width: 1, dash, alpha: PALE });
  }
}

const PALE = 0.5;

/** Scratch memory: at most 4096 columns, two points and a gap each. */
const points = pointsFor(3 * 4096);
