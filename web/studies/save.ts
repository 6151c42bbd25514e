/** Files of curves. An image contains the link that opens the study, its seed and the version of the engine. */
import { pngOfDrawing, svgOfDrawing, type Drawing } from '../plot/drawing';
import type { Origin } from '../url/carried';
import { download } from '../url/file';
import { TOOLS } from './strings';

/** Offers a text as a download named `name`. */
export function saveText(name: string, text: string, type: string): void {
  download(name, new Blob([text], { type }));
}

/** Offers a drawing as an SVG file. */
export function saveSvg(name: string, drawing: Drawing, origin: Origin): void {
  saveText(name, svgOfDrawing(drawing, originText(origin), origin, 'curve'), 'image/svg+xml');
}

/** Offers a drawing as a PNG file; false if the browser cannot draw it. */
export async function savePng(name: string, drawing: Drawing, origin: Origin): Promise<boolean> {
  const blob = await pngOfDrawing(drawing, origin);
  if (blob) download(name, blob);
  return blob !== null;
}

/** Returns the line at the foot of an image: title, first seed, and version of the engine. */
export function originText({ title, seed, engine }: Origin): string {
  return TOOLS.origin(title, seed, engine);
}
