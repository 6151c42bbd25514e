/**
 * Loading of a figure's files when it is opened. They are JSON files beside the page and not part of its code, so that
 * the first load stays small and an error in one file does not affect the page.
 */
import {
  readPaperFigure,
  readStoredResult,
  Unreadable,
  type PaperFigure,
  type StoredResult,
} from './paperFigure';
import { FIGURE_PAGE as STRINGS } from './strings';

/** A figure with its stored result. */
export interface Opened {
  figure: PaperFigure;
  /** Null if the figure was never checked, or if the result cannot be loaded: `problem` says which. */
  result: StoredResult | null;
  problem: string | null;
}

/** Result of loading a figure: its files, or an error message for users. */
export type Opening = { ok: true; opened: Opened } | { ok: false; message: string };

const PAPERS = import.meta.glob<string>('../../engine/papers/figures/*.json', {
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

/** Loads a figure with its stored result. */
export async function openFigure(
  id: string,
  load: Load = loadByHttp,
  papers = PAPERS,
  results = RESULTS,
): Promise<Opening> {
  const [paperUrl, resultUrl] = [urlOf(papers, 'figures', id), urlOf(results, 'results', id)];
  if (paperUrl === undefined) return { ok: false, message: STRINGS.unknown(id.slice(0, 60)) };
  const loading = resultUrl === undefined ? null : load(resultUrl).then(readStoredResult);
  // An error of the result is handled below, after the figure is loaded.
  loading?.catch(() => undefined);
  let figure: PaperFigure;
  try {
    figure = readPaperFigure(await load(paperUrl));
  } catch (error) {
    const message = error instanceof Unreadable ? STRINGS.fileUnreadable : STRINGS.fileMissing;
    return { ok: false, message: message(id, reasonOf(error)) };
  }
  if (!loading) return { ok: true, opened: { figure, result: null, problem: STRINGS.notChecked } };
  try {
    return { ok: true, opened: { figure, result: await loading, problem: null } };
  } catch (error) {
    return {
      ok: true,
      opened: { figure, result: null, problem: STRINGS.resultUnreadable(reasonOf(error)) },
    };
  }
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
