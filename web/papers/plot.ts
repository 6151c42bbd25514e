/**
 * A figure as places: scales, ticks, and where each curve goes, in CSS pixels. The screen and the files are drawn
 * from the same.
 */
import type { Box } from '../charts/axis';
import type { Chart, Spacing } from './artefact';
import type { Curve } from './curves';
import { scaleOfY, scaleOver, ticksOf, type Scale } from './scale';

export interface Plot {
  width: number;
  height: number;
  /** Where data is. */
  box: Box;
  x: (value: number) => number;
  y: (value: number) => number;
  xTicks: PlacedTick[];
  yTicks: PlacedTick[];
  curves: PlacedCurve[];
}

export interface PlacedTick {
  at: number;
  label: string;
}

export interface PlacedCurve {
  curve: Curve;
  /** x, y of each mean that has a place. */
  means: Place[];
  /** x, then the ends of the interval. */
  bars: [x: number, low: number, high: number][];
  live: Place[];
}

export type Place = [x: number, y: number];

const EDGE = { left: 64, right: 16, top: 28, bottom: 44 };

export function plotOf(chart: Chart, curves: readonly Curve[], width: number, height: number): Plot {
  const box = {
    x: EDGE.left,
    y: EDGE.top,
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
  return {
    width,
    height,
    box,
    x,
    y,
    xTicks: xTicks(chart, points, scaleX, box).map(({ value, label }) => ({ at: x(value), label })),
    yTicks: ticksOf(scaleY, box.height / 44).map(({ value, label }) => ({ at: y(value), label })),
    curves: curves.map((curve) => placed(curve, x, y, box)),
  };
}

/**
 * What the axis has to reach: all means, and the ends of intervals that are not far outside of them. The intervals of
 * two or three values can be many times as wide as the curve is high.
 */
function heightsOf(points: Curve['points'], spacing: Spacing): number[] {
  const means = points.map(({ mean }) => mean).filter((mean) => spacing === 'linear' || mean > 0);
  const [lo, hi] = [Math.min(...means), Math.max(...means)];
  const room = spacing === 'log' ? [lo / 1.5, hi * 1.5] : [lo - 0.15 * (hi - lo), hi + 0.15 * (hi - lo)];
  const held = (value: number): number => Math.min(room[1]!, Math.max(room[0]!, value));
  const ends = points.flatMap(({ mean, halfWidth }) =>
    halfWidth === null ? [] : [held(mean - halfWidth), held(mean + halfWidth)],
  );
  // Where nothing is below 0, an interval is no reason to show what is.
  return [...means, ...(lo >= 0 ? ends.map((end) => Math.max(0, end)) : ends)];
}

/** Of a logarithmic axis what is not above 0 has no place; intervals end at the edges. */
function placed(curve: Curve, x: Plot['x'], y: Plot['y'], box: Box): PlacedCurve {
  const places = (points: Curve['points']): Place[] =>
    points.map((point): Place => [x(point.x), y(point.mean)]).filter((place) => place.every(Number.isFinite));
  const bottom = box.y + box.height;
  const held = (at: number): number => (Number.isFinite(at) ? Math.min(bottom, Math.max(box.y, at)) : bottom);
  const bars = curve.points.flatMap(({ x: at, mean, halfWidth }): PlacedCurve['bars'] => {
    if (halfWidth === null || !(halfWidth > 0) || !Number.isFinite(y(mean))) return [];
    return [[x(at), held(y(mean - halfWidth)), held(y(mean + halfWidth))]];
  });
  return { curve, means: places(curve.points), bars, live: places(curve.live) };
}

/** Names where x has names; else as many values as there is room for. */
function xTicks(chart: Chart, points: Curve['points'], scale: Scale, box: Box) {
  const { categories } = chart.x;
  if (categories.length === 0) return ticksOf(scale, box.width / 70);
  const there = new Set(points.map(({ x }) => Math.round(x)));
  return categories
    .map((label, i) => ({ value: i + 1, label }))
    .filter(({ value }) => there.size === 0 || there.has(value));
}

/** An SVG path through places. */
export function pathThrough(places: readonly Place[]): string {
  return places.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');
}

/** The band of a curve's intervals. */
export function bandThrough(bars: PlacedCurve['bars']): string {
  if (bars.length < 2) return '';
  const there = bars.map(([x, low]): Place => [x, low]);
  const back = bars.map(([x, , high]): Place => [x, high]).reverse();
  return `${pathThrough([...there, ...back])}Z`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
