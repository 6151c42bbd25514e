/** Hands a chart to the reader as a file: SVG, PNG or CSV. */
import { canvasFigure, svgFigure, type Origin } from './figure';
import type { Picture } from './picture';
import { csvOf, tableOf } from './table';

export type FileKind = 'svg' | 'png' | 'csv';

/** Makes the file and lets the browser save it. False when the browser cannot make it. */
export async function saveChart(picture: Picture, origin: Origin, kind: FileKind): Promise<boolean> {
  const blob = await fileOf(picture, origin, kind);
  if (!blob) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(origin.title, picture.chart.id, kind);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return true;
}

/** `one-reno-flow-queue.svg` */
export function fileName(title: string, chart: string, kind: FileKind): string {
  const stem = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${stem === '' ? 'bufferlab' : stem}-${chart}.${kind}`;
}

async function fileOf(picture: Picture, origin: Origin, kind: FileKind): Promise<Blob | null> {
  if (kind === 'svg') return new Blob([svgFigure(picture, origin)], { type: 'image/svg+xml' });
  if (kind === 'csv') {
    const { chart, frame, hidden } = picture;
    return new Blob([csvOf(tableOf(chart, frame, hidden))], { type: 'text/csv' });
  }
  const canvas = canvasFigure(picture, origin);
  return canvas ? new Promise((done) => canvas.toBlob(done, 'image/png')) : null;
}
