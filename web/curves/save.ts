/** Curves as files. A picture carries the link that opens the study again, its seed and the engine's version. */
import { pngOfDrawing, svgOfDrawing, type Drawing } from '../charts/onPaper';
import type { Origin } from '../url/carried';
import { download } from '../url/file';

/** Lets the person save a text under `name`. */
export function saveText(name: string, text: string, type: string): void {
  download(name, new Blob([text], { type }));
}

export function saveSvg(name: string, drawing: Drawing, origin: Origin): void {
  saveText(name, svgOfDrawing(drawing, originText(origin), origin, 'curve'), 'image/svg+xml');
}

/** False where the browser cannot draw it. */
export async function savePng(name: string, drawing: Drawing, origin: Origin): Promise<boolean> {
  const blob = await pngOfDrawing(drawing, origin);
  if (blob) download(name, blob);
  return blob !== null;
}

export function originText({ title, seed, engine }: Origin): string {
  return `${title} · seeds from ${seed} · Bufferlab${engine === null ? '' : ` ${engine}`}`;
}
