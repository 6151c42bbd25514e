/** Marks of charts whose points are few: lines with symbols, bands between two values, and keys of legends. */
import { roughWidth, type Marker, type Renderer } from './renderer';
import { addPoint, areaShape, lineShape, pointsFor, segmentsShape } from './shapes';
import type { Color, Theme } from './theme';

/** Style of a line; dash and marker help people who cannot tell the colors apart. */
export interface LineStyle {
  color: Color;
  /** Lengths of dashes and gaps, CSS pixels; empty for a solid line. */
  dash: readonly number[];
  /** Symbol at each point; null for none. */
  marker: Marker | null;
}

/** Position in CSS pixels. A NaN in y breaks a line or a band. */
export type Position = readonly [x: number, y: number];

/** Paints a line through positions, with a symbol at each. */
export function paintLine(
  renderer: Renderer,
  places: readonly Position[],
  style: LineStyle,
  { colors }: Theme,
): void {
  const color = colors[style.color];
  paintStroke(renderer, places, { color, width: 2, dash: style.dash });
  if (!style.marker) return;
  const there = places.filter(([, y]) => !Number.isNaN(y));
  renderer.symbols(style.marker, there.flat(), 6, color, colors.surface);
}

/** Paints a line without symbols. */
export function paintStroke(
  renderer: Renderer,
  places: readonly Position[],
  stroke: Parameters<Renderer['stroke']>[1],
): void {
  const points = pointsFor(places.length);
  for (const [x, y] of places) addPoint(points, x, y);
  renderer.stroke(lineShape(points), stroke);
}

/** Interval at one x, in CSS pixels. */
export type Span = readonly [x: number, low: number, high: number];

/** Paints the area between the ends of intervals. */
export function paintBand(renderer: Renderer, spans: readonly Span[], color: string, alpha: number): void {
  const top = pointsFor(spans.length);
  for (const [x, , high] of spans) addPoint(top, x, high);
  const base = Float32Array.from(spans, ([, low]) => low);
  renderer.fill(areaShape(top, base), { color, alpha });
}

/** Paints the key of a line at `x`, with its label. */
export function paintKey(
  renderer: Renderer,
  { color: name, dash, marker }: LineStyle,
  label: string,
  [x, y]: Position,
  { colors }: Theme,
): void {
  const color = colors[name];
  renderer.stroke(segmentsShape([x, y, x + KEY, y]), { color, width: 2, dash });
  if (marker) renderer.symbols(marker, [x + KEY / 2, y], 7, color, colors.surface);
  renderer.text(x + KEY + 6, y, label, { color: colors['ink-2'] });
}

/** Breaks the keys of a legend into rows `width` pixels wide, by estimated text widths. */
export function keyRows<T>(
  items: readonly T[],
  labelOf: (item: T) => string,
  width: number,
): { item: T; x: number }[][] {
  const rows: { item: T; x: number }[][] = [];
  let x = Infinity;
  for (const item of items) {
    const wide = KEY + 22 + roughWidth(labelOf(item));
    if (x + wide > width - MARGIN) {
      rows.push([]);
      x = MARGIN;
    }
    rows.at(-1)?.push({ item, x });
    x += wide;
  }
  return rows;
}

/** Length of the line in a key, and space at both ends of a row, in pixels. */
const KEY = 26;
const MARGIN = 12;
