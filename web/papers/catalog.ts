/**
 * Catalog of the gallery: the content of each figure's card, and the figures of the papers that are not reproduced yet
 * with the reason. `.ci/papers.mjs` makes it from the files when the page is built, so that the gallery needs no
 * request; the files of a figure are loaded when it is opened.
 *
 * A file that cannot be read becomes a card with an error message.
 */
import { isRecord } from '../scenario/path';
import {
  readPaperFigure,
  readStoredResult,
  Unreadable,
  type PaperFigure,
  type StoredResult,
  type StoredClaim,
} from './paperFigure';
import { paperOfId } from './library';
import { FILE_PROBLEM } from './strings';
import { thumbnailOf, type Stroke } from './thumbnailStrokes';
import type { CountsByOwn } from './format';
import { shownVerdict } from './verdict';

/** Cards of the gallery, and the figures that are not reproduced yet. */
export interface Catalog {
  cards: Card[];
  missing: Missing[];
}

/** Card of a figure. */
export interface Card {
  id: string;
  /** Ids of further figures that this one shows as well. */
  covers: string[];
  title: string;
  paper: string;
  source: string;
  topics: string[];
  thumbnail: Stroke[];
  /** Number of claims by verdict, the paper's own and the added ones apart; null if the figure was never checked. */
  verdicts: CountsByOwn | null;
  /** Number of claims that the last check did not include. */
  open: number;
  checked: { date: string; engine: string; quick: boolean } | null;
  /** Reason why the figure cannot be shown; null if it can. */
  problem: string | null;
}

/** Figure of a paper that is not reproduced yet. */
export interface Missing {
  id: string;
  why: string;
}

/** Contents of the files, by name without extension. */
export interface Files {
  headings: string;
  papers: Readonly<Record<string, string>>;
  results: Readonly<Record<string, string>>;
}

/** Makes the catalog, in the order of the papers; figures that `headings.json` does not list come last. */
export function catalogOf({ headings, papers, results }: Files): Catalog {
  const listed = headingsOf(headings);
  const place = new Map(listed.map(({ id }, i) => [id, i]));
  const placeOf = (id: string): number => place.get(id) ?? Infinity;
  const cards = Object.entries(papers)
    .map(([name, text]) => cardOf(name, text, results[name]))
    .sort((a, b) => {
      const [first, second] = [placeOf(a.id), placeOf(b.id)];
      return first === second ? (a.id < b.id ? -1 : 1) : first - second;
    });
  const there = new Set(cards.flatMap(({ id, covers }) => [id, ...covers]));
  return { cards, missing: listed.filter(({ id }) => !there.has(id)) };
}

function cardOf(name: string, text: string, result: string | undefined): Card {
  try {
    const figure = readPaperFigure(text);
    if (figure.id !== name) throw new Unreadable(FILE_PROBLEM.wrongId(figure.id));
    return { ...aboutOf(figure), ...foundOf(figure, result) };
  } catch (error) {
    return { ...EMPTY, id: name, title: name, paper: paperOfId(name)?.id ?? '', problem: reasonOf(error) };
  }
}

function aboutOf({ id, covers, title, paper, source, topics }: PaperFigure): Card {
  return { ...EMPTY, id, covers, title, paper, source, topics };
}

/** Returns the part of a card that comes from the stored result; an unreadable result counts as none. */
function foundOf(figure: PaperFigure, file: string | undefined): Partial<Card> {
  const result = file === undefined ? null : resultOrNull(file);
  if (!result) return { open: figure.claims.length };
  const { date, engine, quick, claims } = result;
  return {
    thumbnail: thumbnailOf(figure, result),
    verdicts: countsByOwn(figure, claims),
    open: Math.max(0, figure.claims.length - claims.length),
    checked: { date, engine, quick },
  };
}

function resultOrNull(text: string): StoredResult | null {
  try {
    return readStoredResult(text);
  } catch {
    return null;
  }
}

/** Counts the claims of a figure by verdict, the paper's own and the added ones apart. */
export function countsByOwn({ claims }: PaperFigure, stored: readonly StoredClaim[]): CountsByOwn {
  const counts: CountsByOwn = { paper: {}, ours: {} };
  for (const { text, verdict } of stored) {
    const claim = claims.find((one) => one.text === text);
    const of = counts[claim === undefined || claim.own === 'paper' ? 'paper' : 'ours'];
    const shown = claim === undefined ? verdict : shownVerdict(claim, verdict);
    of[shown] = (of[shown] ?? 0) + 1;
  }
  return counts;
}

const EMPTY: Card = {
  id: '',
  covers: [],
  title: '',
  paper: '',
  source: '',
  topics: [],
  thumbnail: [],
  verdicts: null,
  open: 0,
  checked: null,
  problem: null,
};

function headingsOf(text: string): Missing[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list
    .filter(isRecord)
    .flatMap(({ id, not_yet }) =>
      typeof id === 'string' ? [{ id, why: typeof not_yet === 'string' ? not_yet : '' }] : [],
    );
}

function reasonOf(error: unknown): string {
  return error instanceof Unreadable ? error.message : FILE_PROBLEM.unreadable;
}
