/** Saving of a chart as a file that contains its origin: SVG, PNG or CSV. */
import { csvWith, type Origin } from '../url/carried';
import { download, stemOf } from '../url/file';
import { drawingFile } from '../plot/drawing';
import { figureOf, originText } from './figure';
import type { Picture } from './picture';
import { csvOf, tableOf } from './table';

/** Format of a saved chart. */
export type FileKind = 'svg' | 'png' | 'csv';

/** Creates the file and lets the browser save it. Resolves to false if the browser cannot create it. */
export async function saveChart(picture: Picture, origin: Origin, kind: FileKind): Promise<boolean> {
  const name = fileName(origin.title, picture.chart.id, kind);
  const blob = await fileOf(picture, origin, kind);
  if (blob) download(name, blob);
  return blob !== null;
}

/** Returns the name of a file: `one-reno-flow-queue.svg`. */
export function fileName(title: string, what: string, kind: string): string {
  return `${stemOf(title) || 'bufferlab'}-${what}.${kind}`;
}

async function fileOf(picture: Picture, origin: Origin, kind: FileKind): Promise<Blob | null> {
  if (kind !== 'csv') return drawingFile(kind, figureOf(picture, origin), originText(origin), origin);
  const { chart, frame, hidden } = picture;
  return new Blob([csvWith(csvOf(tableOf(chart, frame, hidden)), origin)], { type: 'text/csv' });
}
