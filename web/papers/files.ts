/**
 * The files of an artefact, each fetched when it is opened. They are plain JSON beside the page, since code would be
 * fetched with it, and what is wrong in one of them is no fault of the page's.
 */
import { readArtefact, readKept, Unreadable, type Artefact, type Kept } from './artefact';

export interface Opened {
  artefact: Artefact;
  /** Null of what was never checked, and where the result cannot be read or had: `lacking` says which. */
  kept: Kept | null;
  lacking: string | null;
}

export type Opening = { ok: true; opened: Opened } | { ok: false; message: string };

const PAPERS = import.meta.glob<string>('../../engine/artefacts/papers/*.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const RESULTS = import.meta.glob<string>('../../engine/artefacts/results/*.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

export type Get = (url: string) => Promise<string>;

/** Fetches and reads an artefact with its kept result. */
export async function openArtefact(
  id: string,
  get: Get = fetched,
  papers = PAPERS,
  results = RESULTS,
): Promise<Opening> {
  const [paper, result] = [urlOf(papers, 'papers', id), urlOf(results, 'results', id)];
  if (paper === undefined) return { ok: false, message: `There is no artefact ${id.slice(0, 60)}.` };
  const coming = result === undefined ? null : get(result).then(readKept);
  // What becomes of the result is looked at when the artefact is there.
  coming?.catch(() => undefined);
  let artefact: Artefact;
  try {
    artefact = readArtefact(await get(paper));
  } catch (error) {
    const what =
      error instanceof Unreadable ? `The file of ${id} cannot be shown` : `${id} could not be fetched`;
    return { ok: false, message: `${what}: ${reasonOf(error)}.` };
  }
  if (!coming) return { ok: true, opened: { artefact, kept: null, lacking: 'It was not checked yet.' } };
  try {
    return { ok: true, opened: { artefact, kept: await coming, lacking: null } };
  } catch (error) {
    const lacking = `The result of its last check cannot be shown: ${reasonOf(error)}.`;
    return { ok: true, opened: { artefact, kept: null, lacking } };
  }
}

function urlOf(urls: Readonly<Record<string, string>>, folder: string, id: string): string | undefined {
  const name = `../../engine/artefacts/${folder}/${id}.json`;
  return Object.hasOwn(urls, name) ? urls[name] : undefined;
}

async function fetched(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return answer.text();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
