/**
 * Catalog of the gallery: the content of each figure's card, and the figures of the papers that are not reproduced yet
 * with the reason. `.ci/papers.mjs` makes it from the files when the page is built, so that the gallery needs no
 * request; the files of a figure are loaded when it is opened.
 *
 * A file that cannot be read becomes a card with an error message.
 */
import type { Figure, StoredClaim, StoredResult } from '../types/papers';
import type { FigureAnswer } from '../sweep/analysis';
import { paperOfId, PAPERS } from './library';
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
  figures: Readonly<Record<string, string>>;
  results: Readonly<Record<string, string>>;
}

/** Reads the texts of a figure and of its stored result with the engine. */
export type Read = (figure: string, result: string | undefined) => FigureAnswer;

/** Makes the catalog, in the order of the papers and of the figures' places in them. */
export function catalogOf({ figures, results }: Files, read: Read, papers = PAPERS): Catalog {
  const paperIndex = ({ paper }: Card): number => papers.findIndex(({ id }) => id === paper);
  const cards = Object.entries(figures)
    .map(([name, text]) => placedCardOf(name, read(text, results[name])))
    .sort((a, b) => paperIndex(a.card) - paperIndex(b.card) || a.place - b.place)
    .map(({ card }) => card);
  const missing = papers.flatMap(({ not_yet = {} }) =>
    Object.entries(not_yet).map(([id, why]) => ({ id, why })),
  );
  return { cards, missing };
}

/** Makes a card, with the place of the figure in its paper. */
function placedCardOf(name: string, answer: FigureAnswer): { card: Card; place: number } {
  if (!answer.ok) return { card: brokenCardOf(name, answer.message), place: 0 };
  const { figure, result } = answer.opened;
  if (figure.id !== name) return { card: brokenCardOf(name, FILE_PROBLEM.wrongId(figure.id)), place: 0 };
  const { id, covers, title, paper, source, topics, place } = figure;
  const card = { ...EMPTY, id, covers, title, paper, source, topics, ...foundOf(figure, result) };
  return { card, place };
}

function brokenCardOf(name: string, problem: string): Card {
  return { ...EMPTY, id: name, title: name, paper: paperOfId(name)?.id ?? '', problem };
}

/** Returns the part of a card that comes from the stored result; an unreadable result counts as none. */
function foundOf(figure: Figure, result: StoredResult | null): Partial<Card> {
  if (!result) return { open: figure.claims.length };
  const { date, engine, quick, claims } = result;
  return {
    thumbnail: thumbnailOf(figure, result),
    verdicts: countsByOwn(figure, claims),
    open: Math.max(0, figure.claims.length - claims.length),
    checked: { date, engine, quick },
  };
}

/** Counts the claims of a figure by verdict, the paper's own and the added ones apart. */
export function countsByOwn({ claims }: Figure, stored: readonly StoredClaim[]): CountsByOwn {
  const counts: CountsByOwn = { paper: {}, ours: {} };
  for (const { id, verdict } of stored) {
    const claim = claims.find((one) => one.id === id);
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
