/** Shapes as d3-shape generators, which draw to a canvas or return SVG path text from the same data. */
import { area, curveStep, line } from 'd3-shape';
import {
  symbolCircle,
  symbolCross,
  symbolDiamond2,
  symbolSquare2,
  symbolStar,
  symbolTriangle2,
} from 'd3-shape';
import type { Area, Line, SymbolType } from 'd3-shape';
import type { Shape, Box, Marker } from './renderer';

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
  return (context) => drawn(draw, context, n);
}

/** Returns the area between the points and its other edge, whose y at each point is in `base`. */
export function areaShape(points: Points, base: Float32Array): Shape {
  const draw = areaOf(points, base);
  return (context) => drawn(draw, context, points.n);
}

/**
 * Returns the area between columns of pixels and its other edge. On a canvas it has steps between columns: without a
 * graphics card, the steep edges of a noisy area would take Chromium twice the time.
 */
export function columnsShape(points: Points, base: Float32Array): Shape {
  const [smooth, steps] = [areaOf(points, base), areaOf(points, base).curve(curveStep)];
  return (context) => drawn(context ? steps : smooth, context, points.n);
}

function areaOf({ x, y }: Points, base: Float32Array): Area<number> {
  return area<number>()
    .defined((i) => !Number.isNaN(y[i]) && !Number.isNaN(base[i]))
    .x((i) => x[i] as number)
    .y0((i) => base[i] as number)
    .y1((i) => y[i] as number);
}

/** Draws the first `n` points into the context, or returns SVG text without one. */
function drawn(
  draw: Line<number> | Area<number>,
  context: CanvasRenderingContext2D | null,
  n: number,
): string | null {
  return (context ? draw.context(context) : draw.context(null))(indices(n));
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
