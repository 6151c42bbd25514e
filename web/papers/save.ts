/** A figure as a file that says where it comes from. */
import { pngOfDrawing, svgOfDrawing, type Drawing } from '../charts/onPaper';
import { csvWith, type Origin } from '../url/carried';
import { download } from '../url/file';
import { linkTo } from './address';
import { PAPER_HEIGHT, PAPER_WIDTH, paintFigure, type Drawn } from './paint';
import { csvOf } from './table';

export type FileKind = 'svg' | 'png' | 'csv';

/** Makes the file and lets the browser save it. False when the browser cannot make it. */
export async function saveFigure(drawn: Drawn, kind: FileKind): Promise<boolean> {
  const { artefact, chart } = drawn;
  const blob = await blobOf(drawn, originOf(drawn, location.href), kind);
  const name = artefact.charts.length > 1 ? `${artefact.id}-${chart.id}` : artefact.id;
  if (blob) download(`${name}.${kind}`, blob);
  return blob !== null;
}

/** The link leads to the figure. Its runs have seeds of their own, of which the first is named. */
export function originOf({ artefact, kept }: Drawn, page: string): Origin {
  return { title: artefact.title, seed: 1, engine: kept?.engine ?? null, link: linkTo(artefact.id, page) };
}

async function blobOf(drawn: Drawn, origin: Origin, kind: FileKind): Promise<Blob | null> {
  if (kind === 'csv')
    return new Blob([csvWith(csvOf(drawn.chart, drawn.curves), origin)], { type: 'text/csv' });
  if (kind === 'svg') return new Blob([svgOf(drawn, origin)], { type: 'image/svg+xml' });
  return pngOfDrawing(drawingOf(drawn, origin), origin);
}

/** The figure as SVG text. */
export function svgOf(drawn: Drawn, origin: Origin): string {
  return svgOfDrawing(drawingOf(drawn, origin), drawn.artefact.about, origin, 'figure');
}

function drawingOf(drawn: Drawn, origin: Origin): Drawing {
  return {
    width: PAPER_WIDTH,
    height: PAPER_HEIGHT,
    title: drawn.chart.title,
    paint: (pen) => paintFigure(pen, drawn, origin),
  };
}
