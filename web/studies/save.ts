/** Files of curves. An image contains the link that opens the study, its seed and the version of the engine. */
import { drawingFile, type Drawing } from '../plot/drawing';
import type { Origin } from '../url/carried';
import { download } from '../url/file';
import { TOOLS } from './strings';

/** Offers a text as a download named `name`. */
export function saveText(name: string, text: string, type: string): void {
  download(name, new Blob([text], { type }));
}

/** Offers a drawing as a file; false if the browser cannot draw it. */
export async function saveDrawing(
  kind: 'svg' | 'png',
  stem: string,
  drawing: Drawing,
  origin: Origin,
): Promise<boolean> {
  const blob = await drawingFile(kind, drawing, originText(origin), origin);
  if (blob) download(`${stem}.${kind}`, blob);
  return blob !== null;
}

/** Returns the line at the foot of an image: title, first seed, and version of the engine. */
export function originText({ title, seed, engine }: Origin): string {
  return TOOLS.origin(title, seed, engine);
}
