/** Shapes as d3-shape generators, which draw to a canvas or return SVG path text from the same data. */
import { area, line } from 'd3-shape';
import {
  symbolCircle,
  symbolCross,
  symbolDiamond2,
  symbolSquare2,
  symbolStar,
  symbolTriangle2,
} from 'd3-shape';
import type { SymbolType } from 'd3-shape';
import type { Box } from './axis';
import type { Marker } from './chart';
import type { Shape } from './renderer';

/** Points on the screen, of which the first `n` are used. NaN in `y` is a gap in the line. */
export interface Points {
  x: Float32Array;
  y: Float32Array;
  n: number;
}

/** Returns an empty list with room for `capacity` points. */
export function pointsFor(capacity: number): Points {
  return { x: new Float32Array(capacity), y: new Float32Array(capacity), n: 0 };
}

/** Appends a point. The list must have room for it. */
export function addPoint(points: Points, x: number, y: number): void {
  points.x[points.n] = x;
  points.y[points.n] = y;
  points.n++;
}

/** Returns a polyline through the points. */
export function lineShape({ x, y, n }: Points): Shape {
  const draw = line<number>()
    .defined((i) => !Number.isNaN(y[i]))
    .x((i) => x[i] as number)
    .y((i) => y[i] as number);
  return (context) => {
    if (!context) return draw(indices(n));
    for (let i = 0, within = false; i < n; i++) {
      const height = y[i] as number;
      const there = !Number.isNaN(height);
      if (there && within) context.lineTo(x[i] as number, height);
      else if (there) context.moveTo(x[i] as number, height);
      within = there;
    }
    return null;
  };
}

/** Returns the area between the points and its other edge, whose y at each point is in `base`. */
export function areaShape({ x, y, n }: Points, base: Float32Array): Shape {
  const draw = area<number>()
    .defined((i) => !Number.isNaN(y[i]) && !Number.isNaN(base[i]))
    .x((i) => x[i] as number)
    .y0((i) => base[i] as number)
    .y1((i) => y[i] as number);
  return (context) => {
    if (!context) return draw(indices(n));
    for (let start = 0, i = 0; i <= n; i++) {
      if (i < n && !Number.isNaN(y[i]) && !Number.isNaN(base[i])) continue;
      if (i > start) ringThrough(context, x, y, base, start, i);
      start = i + 1;
    }
    return null;
  };
}

/** Draws an area: along `y` from point `start` to before `end`, and back along `base`. */
function ringThrough(
  context: CanvasRenderingContext2D,
  x: Float32Array,
  y: Float32Array,
  base: Float32Array,
  start: number,
  end: number,
): void {
  context.moveTo(x[start] as number, y[start] as number);
  for (let i = start + 1; i < end; i++) context.lineTo(x[i] as number, y[i] as number);
  for (let i = end - 1; i >= start; i--) context.lineTo(x[i] as number, base[i] as number);
  context.closePath();
}

/** Returns separate straight lines; `ends` has x0, y0, x1, y1 of each. */
export function segmentsShape(ends: readonly number[]): Shape {
  const draw = line<number>()
    .defined((i) => i % 3 !== 2)
    .x((i) => ends[segmentIndex(i)] as number)
    .y((i) => ends[segmentIndex(i) + 1] as number);
  return (context) => (context ? draw.context(context) : draw.context(null))(indices((ends.length / 4) * 3));
}

/**
 * Returns rectangles; `sides` has x, y, width, height of each.
 *
 * On a canvas they are drawn by `rect`. With `closePath`, Chromium measures all outlines before it, which took 3 ms of
 * every frame for a thousand marks.
 */
export function boxesShape(sides: readonly number[]): Shape {
  const draw = area<number>()
    .defined((i) => i % 3 !== 2)
    .x((i) => (sides[boxIndex(i)] as number) + (i % 3 === 1 ? (sides[boxIndex(i) + 2] as number) : 0))
    .y0((i) => (sides[boxIndex(i) + 1] as number) + (sides[boxIndex(i) + 3] as number))
    .y1((i) => sides[boxIndex(i) + 1] as number);
  return (context) => {
    if (!context) return draw(indices((sides.length / 4) * 3));
    for (let i = 0; i + 3 < sides.length; i += 4) {
      const [x, y, width, height] = [sides[i], sides[i + 1], sides[i + 2], sides[i + 3]] as number[];
      context.rect(x as number, y as number, width as number, height as number);
    }
    return null;
  };
}

/** Returns a box as a shape. */
export function boxShape({ x, y, width, height }: Box): Shape {
  return boxesShape([x, y, width, height]);
}

/** Generators of d3-shape by marker. */
export const SYMBOLS: Record<Marker, SymbolType> = {
  circle: symbolCircle,
  square: symbolSquare2,
  triangle: symbolTriangle2,
  diamond: symbolDiamond2,
  cross: symbolCross,
  star: symbolStar,
};

let counting = Uint32Array.from({ length: 4096 }, (_, i) => i);

/** Returns the numbers 0, 1, …, n − 1 from a shared array. */
function indices(n: number): Uint32Array {
  if (n > counting.length) counting = Uint32Array.from({ length: 2 * n }, (_, i) => i);
  return counting.subarray(0, n);
}

/** Maps an index to an end of a segment. Of each three indices, two are its ends and the third is the gap after it. */
function segmentIndex(i: number): number {
  return Math.floor(i / 3) * 4 + (i % 3 === 1 ? 2 : 0);
}

function boxIndex(i: number): number {
  return Math.floor(i / 3) * 4;
}
