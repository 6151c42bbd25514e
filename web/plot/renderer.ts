/**
 * Interface for drawing charts: strokes, fills, symbols and text, on a canvas or as SVG.
 *
 * Painters use only this interface; `canvas.ts` and `svg.ts` implement it. A shape is a d3-shape generator with
 * its data: with a canvas context it draws into the context, with null it returns the path as SVG text. Coordinates are
 * in CSS pixels.
 */

/** Rectangle on the screen, in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Shape of the symbols on a line. */
export type Marker = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'star';
/** Pattern of an area. */
export type Hatch = 'plain' | 'diagonal' | 'dots';

/** Path that is drawn into a context, or returned as SVG text without one. */
export type Shape = (context: CanvasRenderingContext2D | null) => string | null;

/** Style of a line; lengths are in CSS pixels. */
export interface Stroke {
  color: string;
  width: number;
  dash?: readonly number[];
  alpha?: number;
}

/** Style of an area. */
export interface Fill {
  color: string;
  hatch?: Hatch;
  alpha?: number;
}

/** Style of a text. */
export interface TextStyle {
  color: string;
  align?: 'left' | 'center' | 'right';
  /** Line of the text at `y`; the middle by default. */
  baseline?: 'top' | 'middle' | 'bottom';
  size?: number;
  bold?: boolean;
  /** A rim of this color keeps the text legible over data. */
  halo?: string;
}

/** Drawing methods for one target: canvas or SVG. */
export interface Renderer {
  stroke(shape: Shape, stroke: Stroke): void;
  fill(shape: Shape, fill: Fill): void;
  /** Draws filled symbols at `places`: x, y, x, y, … `rim` is the color of their outlines. */
  symbols(marker: Marker, places: readonly number[], size: number, color: string, rim: string): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  /** Clips everything that `draw` draws to the box. */
  clipped(box: Box, draw: () => void): void;
}

/** Text size of charts in CSS pixels, the smallest of the page's four text sizes. */
export const TEXT_SIZE = 12;

/** Returns the estimated width of a text, in pixels, for any font of the page. */
export function roughWidth(words: string): number {
  return words.length * TEXT_SIZE * 0.56;
}
