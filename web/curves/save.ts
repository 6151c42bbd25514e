/** Curves as files. A picture carries the link that opens the study again, its seed and the engine's version. */
import { CanvasPen, sharpContext } from '../charts/canvas';
import type { Pen } from '../charts/pen';
import { SvgPen } from '../charts/svg';
import { PAPER } from '../charts/theme';
import { pngWith, svgWith, type Origin } from '../url/carried';
import { download } from '../url/file';

/** A picture of some size, to be drawn with any pen. */
export interface Drawing {
  width: number;
  height: number;
  title: string;
  paint(pen: Pen): void;
}

/** Lets the person save a text under `name`. */
export function saveText(name: string, text: string, type: string): void {
  download(name, new Blob([text], { type }));
}

export function saveSvg(name: string, drawing: Drawing, origin: Origin): void {
  const pen = new SvgPen('curve');
  drawing.paint(pen);
  const svg = pen.finish(drawing, PAPER.font, drawing.title, originText(origin));
  saveText(name, svgWith(svg, origin), 'image/svg+xml');
}

/** False where the browser cannot draw it. */
export async function savePng(name: string, drawing: Drawing, origin: Origin): Promise<boolean> {
  const canvas = document.createElement('canvas');
  const context = sharpContext(canvas, drawing.width, drawing.height, 2);
  if (!context) return false;
  drawing.paint(new CanvasPen(context, PAPER.font));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) return false;
  const bytes = pngWith(new Uint8Array(await blob.arrayBuffer()), origin);
  download(name, new Blob([bytes], { type: 'image/png' }));
  return true;
}

export function originText({ title, seed, engine }: Origin): string {
  return `${title} · seeds from ${seed} · Bufferlab${engine === null ? '' : ` ${engine}`}`;
}
