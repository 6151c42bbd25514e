/** Ranked search with MiniSearch: words of users and titles before texts, with beginnings of words and typing errors. */
import MiniSearch from 'minisearch';
import type { Entry } from './entries';
import type { ResultKind } from './strings';
import { mostErrors, TRIES } from './tries';
import { USER_WORDS } from './userText';

/** Most results of a query. */
const MOST = 30;

/** Weight of each kind: an experiment shows more than a term or a figure with the same word. */
const OF_KIND: Readonly<Record<ResultKind, number>> = {
  preset: 1.3,
  lesson: 1.25,
  command: 1.1,
  term: 1,
  figure: 0.7,
};

/** Index of all entries. */
export class Search {
  private readonly index: MiniSearch<Entry>;
  private readonly byId: ReadonlyMap<string, Entry>;

  constructor(entries: readonly Entry[]) {
    this.byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.index = new MiniSearch({ fields: ['title', 'words', 'text'], processTerm: plain });
    this.index.addAll(entries);
  }

  /** Returns the entries that match all words of a query, or else with typing errors, or else some of them; the best first. */
  find(query: string): Entry[] {
    for (const { combineWith, errors } of TRIES) {
      const found = this.results(query, combineWith, errors);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Results whose phrase of a user is in the query come first, then those with the query as title or name. */
  private results(query: string, combineWith: 'AND' | 'OR', errors: boolean): Entry[] {
    const found = this.index.search(query, {
      combineWith,
      boost: { title: 4, words: 3 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => errors && mostErrors(term),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      boostDocument: (id) => OF_KIND[this.byId.get(id as string)!.kind],
    });
    const ranked = found.map(({ id }) => this.byId.get(id as string)!);
    const asked = ranked.filter(({ id }) => USER_WORDS[id]?.some((phrase) => contains(query, phrase)));
    const named = ranked
      .filter(({ title }) => isNamed(title, query))
      .sort((a, b) => OF_KIND[b.kind] - OF_KIND[a.kind]);
    return [...new Set([...asked, ...named, ...ranked])].slice(0, MOST);
  }
}

/** Returns whether a title is the query itself, or the query is its name before a colon. */
function isNamed(title: string, query: string): boolean {
  const name = plain(query.trim());
  return plain(title) === name || plain(title).startsWith(`${name}:`);
}

/** Returns whether a query has a phrase as whole words. */
function contains(query: string, phrase: string): boolean {
  return ` ${words(query)} `.includes(` ${words(phrase)} `);
}

/** Returns the words of a text with one space between them. */
function words(text: string): string {
  return plain(text)
    .split(/[^\p{Letter}\d]+/u)
    .filter(Boolean)
    .join(' ');
}

/** Returns a word in small letters and without accents. */
function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
