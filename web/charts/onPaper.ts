/** Any drawing as a file: SVG whose words are text, or PNG at twice its size. Both carry where they come from. */
import { pngWith, svgWith, type Origin } from '../url/carried';
import { CanvasRenderer, sharpContext } from './canvas';
import type { Renderer } from './renderer';
import { SvgRenderer } from './svg';
import { PAPER } from './theme';

/** A picture of some size, CSS pixels, to be drawn with any pen. */
export interface Drawing {
  width: number;
  height: number;
  /** What it shows, for those who cannot see it. */
  title: string;
  paint(pen: Renderer): void;
}

/** `prefix` keeps ids apart when several drawings share a page. */
export function svgOfDrawing(drawing: Drawing, description: string, origin: Origin, prefix: string): string {
  const pen = new SvgRenderer(prefix);
  drawing.paint(pen);
  return svgWith(pen.finish(drawing, PAPER.font, drawing.title, description), origin);
}

/** Null where the browser cannot draw it. */
export async function pngOfDrawing(drawing: Drawing, origin: Origin): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const context = sharpContext(canvas, drawing.width, drawing.height, 2);
  if (!context) return null;
  drawing.paint(new CanvasRenderer(context, PAPER.font));
  return pngOfCanvas(canvas, origin);
}

/** Null where the browser cannot write it. */
export async function pngOfCanvas(canvas: HTMLCanvasElement, origin: Origin): Promise<Blob | null> {
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!drawn) return null;
  return new Blob([pngWith(new Uint8Array(await drawn.arrayBuffer()), origin)], { type: 'image/png' });
}
