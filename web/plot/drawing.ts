/** Drawings as files: SVG with real text, or PNG at twice the size. Both contain their origin. */
import { pngWith, svgWith, type Origin } from '../url/carried';
import { CanvasRenderer, sharpContext } from './canvas';
import type { Renderer } from './renderer';
import { SvgRenderer } from './svg';
import { PAPER, type Theme } from './theme';

/** Drawing that any renderer can paint; its size is in CSS pixels. */
export interface Drawing {
  width: number;
  height: number;
  /** Title of the drawing, for screen readers. */
  title: string;
  paint(renderer: Renderer): void;
}

/** Returns a drawing as SVG markup of the page; empty before its size is known. Its texts are escaped. */
export function svgOnPage({ width, height, title, paint }: Drawing, { font }: Theme, id: string): string {
  if (width === 0) return '';
  const renderer = new SvgRenderer(id.replace(/\W/g, ''));
  paint(renderer);
  return renderer.finish({ width, height }, font, title, '');
}

/** Returns a drawing as SVG text. `prefix` keeps ids unique if a page has several drawings. */
export function svgOfDrawing(drawing: Drawing, description: string, origin: Origin, prefix: string): string {
  const renderer = new SvgRenderer(prefix);
  drawing.paint(renderer);
  return svgWith(renderer.finish(drawing, PAPER.font, drawing.title, description), origin);
}

/** Returns a drawing as a file; null if the browser cannot draw it. */
export async function drawingFile(
  kind: 'svg' | 'png',
  drawing: Drawing,
  description: string,
  origin: Origin,
): Promise<Blob | null> {
  if (kind === 'png') return pngOfDrawing(drawing, origin);
  return new Blob([svgOfDrawing(drawing, description, origin, 'drawing')], { type: 'image/svg+xml' });
}

async function pngOfDrawing(drawing: Drawing, origin: Origin): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const context = sharpContext(canvas, drawing.width, drawing.height, 2);
  if (!context) return null;
  drawing.paint(new CanvasRenderer(context, PAPER.font));
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!drawn) return null;
  return new Blob([pngWith(new Uint8Array(await drawn.arrayBuffer()), origin)], { type: 'image/png' });
}
