/**
 * Layout of a chart: scales, ticks and curves, in CSS pixels. The page and the saved files use the same layout.
 */
import type { Axes } from '../plot/axes';
import type { Position, Span } from '../plot/marks';
import type { Box } from '../plot/renderer';
import type { Chart, Scale as Spacing } from '../types/papers';
import type { Curve } from './curves';
import { scaleOver, ticksOf, type Scale } from '../plot/scale';
import { axisText } from './format';
import { scaleOfY } from './scale';

/** Layout of a chart. */
export interface Plot {
  /** Area of the data. */
  box: Box;
  x: (value: number) => number;
  axes: Axes;
  /** Title of the y axis with its unit. */
  yTitle: string;
  curves: PlacedCurve[];
}

/** Curve with the positions of its points. */
export interface PlacedCurve {
  curve: Curve;
  /** Position of each mean that the scales can show. */
  means: Position[];
  /** Positions of confidence intervals. */
  bars: Span[];
  live: Position[];
}

const EDGE = { left: 64, right: 16, top: 28, bottom: 44 };

/** Returns the layout of a chart in an area of this size, `down` pixels below the top. */
export function plotOf(
  chart: Chart,
  curves: readonly Curve[],
  width: number,
  height: number,
  down = 0,
): Plot {
  const box = {
    x: EDGE.left,
    y: down + EDGE.top,
    width: Math.max(60, width - EDGE.left - EDGE.right),
    height: Math.max(60, height - EDGE.top - EDGE.bottom),
  };
  const points = curves.flatMap(({ points, live }) => [...points, ...live]);
  const scaleX = scaleOver(
    points.map(({ x }) => x),
    chart.x.scale,
    chart.x.categories.length > 0 ? 0.15 : 0.03,
  );
  const scaleY = scaleOfY(heightsOf(points, chart.y.scale), chart.y.scale);
  const x = (value: number): number => box.x + scaleX.at(value) * box.width;
  const y = (value: number): number => box.y + (1 - scaleY.at(value)) * box.height;
  const xTicks = xTicksOf(chart, points, scaleX, box);
  return {
    box,
    x,
    axes: {
      x: xTicks.map(({ value, label }) => ({ at: x(value), label })),
      y: ticksOf(scaleY, box.height / 44).map(({ value, label }) => ({ at: y(value), label })),
      title: axisText(chart.x),
    },
    yTitle: axisText(chart.y),
    curves: curves.map((curve) => placed(curve, x, y, box)),
  };
}

/**
 * Returns the values that the y axis must include: all means, and the ends of intervals, limited to a margin around the
 * means. Intervals of two or three values can be many times as large as the range of the curve.
 */
function heightsOf(points: Curve['points'], spacing: Spacing): number[] {
  const means = points.map(({ mean }) => mean).filter((mean) => spacing === 'linear' || mean > 0);
  const [lo, hi] = [Math.min(...means), Math.max(...means)];
  const margin = spacing === 'log' ? [lo / 1.5, hi * 1.5] : [lo - 0.15 * (hi - lo), hi + 0.15 * (hi - lo)];
  const limited = (value: number): number => Math.min(margin[1]!, Math.max(margin[0]!, value));
  const ends = points.flatMap(({ mean, half_width }) =>
    half_width === null ? [] : [limited(mean - half_width), limited(mean + half_width)],
  );
  // If no mean is below 0, an interval does not extend the axis below 0.
  return [...means, ...(lo >= 0 ? ends.map((end) => Math.max(0, end)) : ends)];
}

/** Places a curve. A logarithmic axis omits values that are not above 0; intervals end at the edges. */
function placed(curve: Curve, x: Plot['x'], y: Plot['x'], box: Box): PlacedCurve {
  const positionsOf = (points: Curve['points']): Position[] =>
    points
      .map((point): Position => [x(point.x), y(point.mean)])
      .filter((position) => position.every(Number.isFinite));
  const bottom = box.y + box.height;
  const limited = (at: number): number =>
    Number.isFinite(at) ? Math.min(bottom, Math.max(box.y, at)) : bottom;
  const bars = curve.points.flatMap(({ x: at, mean, half_width }): Span[] => {
    if (half_width === null || !(half_width > 0) || !Number.isFinite(y(mean))) return [];
    return [[x(at), limited(y(mean - half_width)), limited(y(mean + half_width))]];
  });
  return { curve, means: positionsOf(curve.points), bars, live: positionsOf(curve.live) };
}

/** Returns the names of categories, or as many values as fit. */
function xTicksOf(chart: Chart, points: Curve['points'], scale: Scale, box: Box) {
  const { categories } = chart.x;
  if (categories.length === 0) return ticksOf(scale, box.width / 70);
  const there = new Set(points.map(({ x }) => Math.round(x)));
  return categories
    .map((label, i) => ({ value: i + 1, label }))
    .filter(({ value }) => there.size === 0 || there.has(value));
}
