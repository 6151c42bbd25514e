/** Saving a chart as a file that contains its origin. */
import { drawingFile, type Drawing } from '../plot/drawing';
import { csvWith, type Origin } from '../url/carried';
import { download } from '../url/file';
import { linkTo } from './address';
import { PAPER_HEIGHT, PAPER_WIDTH, paintFigure, type Drawn } from './paint';
import { csvOf } from './table';

/** Type of a saved file. */
export type FileKind = 'svg' | 'png' | 'csv';

/** Makes the file and lets the browser save it. Returns false if the browser cannot make it. */
export async function saveFigure(drawn: Drawn, kind: FileKind): Promise<boolean> {
  const { figure, chart } = drawn;
  const blob = await blobOf(drawn, originOf(drawn, location.href), kind);
  const name = figure.charts.length > 1 ? `${figure.id}-${chart.id}` : figure.id;
  if (blob) download(`${name}.${kind}`, blob);
  return blob !== null;
}

/** Returns the origin of a file: the link to the figure, its engine version, and seed 1, the first of its runs. */
export function originOf({ figure, result }: Drawn, page: string): Origin {
  return { title: figure.title, seed: 1, engine: result?.engine ?? null, link: linkTo(figure.id, page) };
}

async function blobOf(drawn: Drawn, origin: Origin, kind: FileKind): Promise<Blob | null> {
  if (kind === 'csv')
    return new Blob([csvWith(csvOf(drawn.chart, drawn.curves), origin)], { type: 'text/csv' });
  return drawingFile(kind, drawingOf(drawn, origin), drawn.figure.about, origin);
}

function drawingOf(drawn: Drawn, origin: Origin): Drawing {
  return {
    width: PAPER_WIDTH,
    height: PAPER_HEIGHT,
    title: drawn.chart.title,
    paint: (renderer) => paintFigure(renderer, drawn, origin),
  };
}
