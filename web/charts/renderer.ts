/**
 * What it takes to draw a chart: strokes, fills, symbols and text, on a screen's canvas or into SVG.
 *
 * The painters know only this interface; `canvas.ts` and `svg.ts` implement it. A shape is a d3-shape
 * generator already holding its data: given a canvas context it draws into it, given null it returns
 * the path as SVG text. Coordinates are CSS pixels.
 */
import type { Box } from './axis';
import type { Hatch, Marker } from './chart';

export type Shape = (context: CanvasRenderingContext2D | null) => string | null;

export interface Stroke {
  color: string;
  width: number;
  dash?: readonly number[];
  alpha?: number;
}

export interface Fill {
  color: string;
  hatch?: Hatch;
  alpha?: number;
}

export interface TextStyle {
  color: string;
  align?: 'left' | 'center' | 'right';
  /** Where `y` is on the text; default its middle. */
  baseline?: 'top' | 'middle' | 'bottom';
  size?: number;
  bold?: boolean;
  /** A rim of this color keeps the text legible over data. */
  halo?: string;
}

export interface Renderer {
  stroke(shape: Shape, stroke: Stroke): void;
  fill(shape: Shape, fill: Fill): void;
  /** Filled symbols at `places`: x, y, x, y, … `rim` parts them from what is beneath. */
  symbols(marker: Marker, places: readonly number[], size: number, color: string, rim: string): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  /** Everything drawn by `draw` is cut off at the box. */
  clipped(box: Box, draw: () => void): void;
}

/** Text size of charts, CSS pixels: the smallest of the page's four. */
export const TEXT_SIZE = 12;

/** How wide a text is about, pixels: an estimate that holds for any of the page's fonts. */
export function roughWidth(words: string): number {
  return words.length * TEXT_SIZE * 0.56;
}
