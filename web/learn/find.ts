/** Search in the glossary, and terms of the glossary in a text. */
import type { Entry } from './parse';

/** Returns the entries that contain all words of a query; entries whose name contains them come first. */
export function searchGlossary(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const containing = (text: (entry: Entry) => string) =>
    entries.filter((entry) => words.every((word) => text(entry).toLowerCase().includes(word)));
  const named = containing(namesText);
  const all = containing((entry) => `${namesText(entry)} ${entry.definition} ${entry.source}`);
  return [...named, ...all.filter((entry) => !named.includes(entry))];
}

const namesText = ({ term, symbol, also }: Entry): string => [term, symbol ?? '', ...also].join(' ');

/** Returns the entry with a name, in any case and also in the plural; null if there is none. */
export function entryNamed(entries: readonly Entry[], name: string): Entry | null {
  const wanted = [name, name.replace(/s$/u, '')].map((text) => text.toLowerCase());
  const has = ({ term, symbol, also }: Entry) =>
    [term, symbol ?? '', ...also].some((text) => wanted.includes(text.toLowerCase()));
  return entries.find(has) ?? null;
}

/** Piece of a text: plain, or a term of the glossary. */
export interface Piece {
  text: string;
  /** Entry of the term; null for plain text. */
  entry: Entry | null;
}

/** Terms that are everyday words in most texts, so that they are not marked. */
const EVERYDAY = new Set(
  'buffer,queue,drop,flow,segment,sender,tcp,udp,link,limit,load,mark,model,point,run,edit,step,figure,claim,study,measure,series,sample,transfer,video,curve,branch,scenario,preset,verdict,seed'.split(
    ',',
  ),
);

/** Other names that are everyday words. */
const EVERYDAY_NAMES = new Set(['source', 'connection', 'target', 'experiment', 'backlog']);

/** Most terms that are marked in one text. */
const MOST_TERMS = 4;

/** Finds the first occurrence of each term in a text. Everyday words, such as "queue", are not marked. */
export function withTerms(text: string, entries: readonly Entry[]): Piece[] {
  const names = namesOf(entries);
  const pieces: Piece[] = [];
  const found = new Set<Entry>();
  let from = 0;
  for (const match of text.matchAll(names.pattern)) {
    const entry = names.entryOf(match[1]!);
    if (!entry || found.has(entry) || found.size >= MOST_TERMS) continue;
    found.add(entry);
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), entry: null });
    pieces.push({ text: match[0], entry });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), entry: null });
  return pieces;
}

interface Names {
  /** Matches each name, the longest first; the name without a plural ending is the first group. */
  pattern: RegExp;
  /** Returns the entry of a name. Abbreviations must have the same capital letters. */
  entryOf(name: string): Entry | undefined;
}

const cache = new WeakMap<readonly Entry[], Names>();

function namesOf(entries: readonly Entry[]): Names {
  const known = cache.get(entries);
  if (known) return known;
  const byName = new Map<string, Entry>();
  for (const entry of entries.filter(({ id }) => !EVERYDAY.has(id))) {
    for (const name of [entry.term, entry.symbol ?? '', ...entry.also])
      if (/^\p{Letter}{3}/u.test(name) && !EVERYDAY_NAMES.has(name)) byName.set(keyOf(name), entry);
  }
  const alternatives = [...byName.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const names = {
    pattern: new RegExp(`(?<![\\p{Letter}\\d-])(${alternatives.join('|')})s?(?![\\p{Letter}\\d-])`, 'giu'),
    entryOf: (name: string) => byName.get(keyOf(name)),
  };
  cache.set(entries, names);
  return names;
}

/** An abbreviation or a name is found only as it is written; other words also with a capital letter. */
const keyOf = (name: string): string => (/\p{Uppercase}{2}/u.test(name) ? name : name.toLowerCase());
