/** Drawings of curves on two axes: answers that were drawn, and series of runs. */
import { paintAxes } from '../../plot/axes';
import type { Drawing } from '../../plot/drawing';
import { keyRows, paintKey, paintLine, type LineStyle } from '../../plot/marks';
import { extent, roundUp, scaleOf, ticksOf } from '../../plot/scale';
import { PAPER, type Theme } from '../../plot/theme';
import type { AnswerAxis } from '../format/lesson';
import type { RecordedSeries } from './runRecord';
import { CURVE } from './strings';

/** A curve with its label. */
export interface Line {
  label: string;
  points: readonly (readonly [number, number])[];
  style: LineStyle;
}

/** Style of the curve that a student drew. */
export const DRAWN: LineStyle = { color: 'accent', dash: [], marker: null };
/** Style of the curve that is compared with it. */
export const CORRECT: LineStyle = { color: 'model', dash: [6, 4], marker: null };
/** Style of the series of a run. */
const RUN: LineStyle = { color: 'tcp', dash: [], marker: null };

const WIDTH = 480;
const HEIGHT = 240;
const HEAD = 24;

/** Returns a drawing of curves. */
export function curveDrawing(
  title: string,
  x: AnswerAxis,
  y: AnswerAxis,
  lines: readonly Line[],
  theme: Theme = PAPER,
): Drawing {
  const shown = lines.filter(({ points }) => points.length > 0);
  const box = { x: 52, y: HEAD + 24, width: WIDTH - 64, height: HEIGHT - HEAD - 64 };
  const [xScale, yScale] = [scaleOf('linear', x.from, x.to), scaleOf('linear', y.from, y.to)];
  const xAt = (value: number): number => box.x + xScale.at(value) * box.width;
  const yAt = (value: number): number => box.y + (1 - yScale.at(value)) * box.height;
  return {
    width: WIDTH,
    height: HEIGHT,
    title,
    paint(renderer) {
      for (const { item, x: left } of keyRows(shown, ({ label }) => label, WIDTH)[0] ?? [])
        paintKey(renderer, item.style, item.label, [left, 12], theme);
      renderer.text(12, HEAD + 8, axisTitle(y), { color: theme.colors['ink-2'] });
      const axes = {
        x: ticksOf(xScale, 6).map(({ value, label }) => ({ at: xAt(value), label })),
        y: ticksOf(yScale, 4).map(({ value, label }) => ({ at: yAt(value), label })),
        title: axisTitle(x),
      };
      paintAxes(renderer, axes, box, theme);
      renderer.clipped(box, () => {
        for (const { points, style } of shown) {
          const places = points.map(([px, py]) => [xAt(px), yAt(py)] as const);
          paintLine(renderer, places, style, theme);
        }
      });
    },
  };
}

/** Returns a drawing of the series of a run; null if it has no values. */
export function seriesDrawing(
  { id, unit, t0_s, t1_s, values }: RecordedSeries,
  theme?: Theme,
): Drawing | null {
  const points = values.flatMap((value, i) => {
    const at = t0_s + ((t1_s - t0_s) * (i + 0.5)) / values.length;
    return value === null ? [] : [[at, value] as const];
  });
  if (points.length === 0 || !(t1_s > t0_s)) return null;
  const [lo, hi] = extent(points.map(([, value]) => value));
  const x = { label: CURVE.time, from: t0_s, to: t1_s, unit: 's' };
  const y = { label: CURVE.label(id), from: Math.min(0, lo), to: roundUp(hi) || 1, unit };
  return curveDrawing(CURVE.label(id), x, y, [{ label: CURVE.label(id), points, style: RUN }], theme);
}

function axisTitle({ label, unit }: AnswerAxis): string {
  return unit === '' ? label : `${label}, ${unit}`;
}
