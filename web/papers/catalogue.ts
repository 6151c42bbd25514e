/**
 * The catalogue of the wall: of every artefact what its card shows, and of every heading of the papers that is no
 * artefact yet the reason. It is made of the files when the page is built (`.ci/papers.mjs`), so that the wall is
 * there at once and the figures themselves are fetched when they are opened.
 *
 * A file that cannot be read becomes a card that says so. Nothing here is written by hand.
 */
import { isRecord } from '../scenario/path';
import {
  readArtefact,
  readKept,
  Unreadable,
  type Artefact,
  type Kept,
  type KeptClaim,
  type Verdict,
} from './artefact';
import { paperOfId } from './library';
import { sketchOf, type Stroke } from './strokes';
import type { Counts, CountsByOwn } from './words';

export interface Catalogue {
  cards: Card[];
  missing: Missing[];
}

export interface Card {
  id: string;
  /** Further ids under which it is found. */
  covers: string[];
  title: string;
  paper: string;
  source: string;
  topics: string[];
  sketch: Stroke[];
  /** Claims by verdict, the paper's own and ours apart; null without a check. */
  verdicts: CountsByOwn | null;
  /** Claims that the last check left open. */
  open: number;
  checked: { date: string; engine: string; quick: boolean } | null;
  /** Why it cannot be shown; null if it can. */
  problem: string | null;
}

/** A heading that is no artefact yet. */
export interface Missing {
  id: string;
  why: string;
}

/** The texts of the files, by name without its end. */
export interface Files {
  headings: string;
  papers: Readonly<Record<string, string>>;
  results: Readonly<Record<string, string>>;
}

/** In the order of the headings; what has none comes last. */
export function catalogueOf({ headings, papers, results }: Files): Catalogue {
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
    const artefact = readArtefact(text);
    if (artefact.id !== name) throw new Unreadable(`its id is ${artefact.id}`);
    return { ...aboutOf(artefact), ...foundOf(artefact, result) };
  } catch (error) {
    return { ...EMPTY, id: name, title: name, paper: paperOfId(name)?.id ?? '', problem: reasonOf(error) };
  }
}

function aboutOf({ id, covers, title, paper, source, topics }: Artefact): Card {
  return { ...EMPTY, id, covers, title, paper, source, topics };
}

/** What the kept result says; a result that cannot be read is as none. */
function foundOf(artefact: Artefact, result: string | undefined): Partial<Card> {
  const kept = result === undefined ? null : keptOrNull(result);
  if (!kept) return { open: artefact.claims.length };
  const { date, engine, quick, claims } = kept;
  return {
    sketch: sketchOf(artefact, kept),
    verdicts: countsByOwn(artefact, claims),
    open: Math.max(0, artefact.claims.length - claims.length),
    checked: { date, engine, quick },
  };
}

function keptOrNull(text: string): Kept | null {
  try {
    return readKept(text);
  } catch {
    return null;
  }
}

/** The claims of an artefact by verdict, the paper's own and ours apart. */
export function countsByOwn({ claims }: Artefact, kept: readonly KeptClaim[]): CountsByOwn {
  const ours = new Set(claims.filter(({ own }) => own !== 'paper').map(({ text }) => text));
  const of = (wanted: boolean): Counts =>
    countsOf(kept.filter(({ text }) => ours.has(text) === wanted).map(({ verdict }) => verdict));
  return { paper: of(false), ours: of(true) };
}

function countsOf(verdicts: readonly Verdict[]): Counts {
  const counts: Counts = {};
  for (const verdict of verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

const EMPTY: Card = {
  id: '',
  covers: [],
  title: '',
  paper: '',
  source: '',
  topics: [],
  sketch: [],
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
  return error instanceof Unreadable ? error.message : 'it cannot be read';
}
