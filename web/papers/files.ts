/**
 * Loading of a figure's files when it is opened. They are JSON files beside the page and not part of its code, so that
 * the first load stays small and an error in one file does not affect the page. The engine reads them.
 */
import type { AnalysisApi, FigureAnswer } from '../sweep/analysis';
import type { Opened as Read } from '../types/papers';
import { FIGURE_PAGE as STRINGS } from './strings';

/** A figure with its stored result. */
export interface Opened extends Read {
  /** Text of the figure's file, which requests to the engine contain. */
  text: string;
}

/** Result of loading a figure: its files, or an error message for users. */
export type Opening = { ok: true; opened: Opened } | { ok: false; message: string };

/** Reads the texts of a figure and of its stored result with the engine. */
export type ReadFigure = AnalysisApi['readFigure'];

const FIGURES = import.meta.glob<string>('../../engine/papers/figures/*.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const RESULTS = import.meta.glob<string>('../../engine/papers/results/*.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** Loads the text of a file; rejects with an error whose message can be shown. */
export type Load = (url: string) => Promise<string>;

/** Loads a figure with its stored result. A problem of the result is shown with the figure. */
export async function openFigure(
  id: string,
  read: ReadFigure,
  load: Load = loadByHttp,
  figures = FIGURES,
  results = RESULTS,
): Promise<Opening> {
  const [figureUrl, resultUrl] = [urlOf(figures, 'figures', id), urlOf(results, 'results', id)];
  if (figureUrl === undefined) return { ok: false, message: STRINGS.unknown(id.slice(0, 60)) };
  const [figure, result] = await Promise.allSettled([
    load(figureUrl),
    resultUrl === undefined ? null : load(resultUrl),
  ]);
  if (figure.status === 'rejected') {
    return { ok: false, message: STRINGS.fileMissing(id, reasonOf(figure.reason)) };
  }
  const text = figure.value;
  const answer = await read(text, result.status === 'fulfilled' ? result.value : null).catch(
    (error: unknown): FigureAnswer => ({ ok: false, message: reasonOf(error) }),
  );
  if (!answer.ok) return { ok: false, message: STRINGS.fileUnreadable(id, answer.message) };
  const reason = result.status === 'rejected' ? reasonOf(result.reason) : answer.opened.problem;
  const problem = reason === null ? null : STRINGS.resultUnreadable(reason);
  const missing = resultUrl === undefined ? STRINGS.notChecked : null;
  return { ok: true, opened: { ...answer.opened, text, problem: missing ?? problem } };
}

function urlOf(urls: Readonly<Record<string, string>>, folder: string, id: string): string | undefined {
  const name = `../../engine/papers/${folder}/${id}.json`;
  return Object.hasOwn(urls, name) ? urls[name] : undefined;
}

async function loadByHttp(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(STRINGS.httpStatus(response.status));
  return response.text();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
