/**
 * The run that is kept behind the one in front: its lines, thinner and pale, without markers or fills.
 *
 * They have the colours and dashes of the lines in front, on the same axes. A line above the charts names the two,
 * and saved pictures do (`Picture.remark`).
 */
import { isMean } from './chart';
import { columnPlaces, drawn, yOf, type BehindPicture, type Picture } from './picture';
import { levelPoints } from './furniture';
import type { Pen } from './pen';
import { lineShape, pointsFor } from './shapes';
import { bandPoints, heightPoints } from './traces';

export function paintBehind(pen: Pen, picture: Picture, { chart, frame }: BehindPicture): void {
  const { shown, geometry, theme } = picture;
  if (!frame) return;
  const y = yOf(picture);
  const places = columnPlaces(frame, shown, geometry.plot);
  for (const { value, steps } of chart.levels) {
    const corners = levelPoints(steps.length > 0 ? steps : [{ from_s: 0, value }], shown, geometry.plot, y);
    pen.stroke(lineShape(corners), { colour: theme.colours.ink, width: 1, dash: [7, 4], alpha: PALE });
  }
  const lines = drawn({ ...picture, chart, frame }, 'level', 'mean', 'band', 'line', 'area').reverse();
  for (const { trace, columns } of lines) {
    const at = (value: number): number => y(value * trace.per);
    if (isMean(trace)) heightPoints(columns.mean, at, places, points);
    else bandPoints(columns, at, places, points);
    const { colour, dash } = trace.ink;
    pen.stroke(lineShape(points), { colour: theme.colours[colour], width: 1, dash, alpha: PALE });
  }
}

const PALE = 0.5;

/** Scratch memory: at most 4096 columns, two points and a gap each. */
const points = pointsFor(3 * 4096);
