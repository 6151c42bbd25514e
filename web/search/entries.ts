/** Entries of the search: presets, lessons, figures of the papers, terms of the glossary, and commands of the page. */
import type { Preset } from '../engine/catalog';
import type { Entry as Term } from '../learn/parse';
import type { LessonLink } from '../learn/lessons';
import type { Card } from '../papers/catalog';
import { headingText, paperOf } from '../papers/library';
import { SEARCH, type ResultKind } from './strings';
import { USER_WORDS } from './userText';

/** Something that the search finds. */
export interface Entry {
  /** Kind and name: `preset:one-flow`. */
  id: string;
  kind: ResultKind;
  /** Name within its kind. */
  name: string;
  title: string;
  /** Line below the title. */
  about: string;
  /** Words of users, and keywords. */
  words: string;
  /** Further text that is searched. */
  text: string;
  /** Key that does the same; null for none. */
  key: string | null;
}

/** A command of the page. */
export interface Command {
  name: string;
  title: string;
  key: string | null;
}

/** Everything that can be found. */
export interface Sources {
  presets: readonly Preset[];
  lessons: readonly LessonLink[];
  figures: readonly Card[];
  terms: readonly Term[];
  commands: readonly Command[];
}

/** Returns all entries; of equal results, the first is best. */
export function entriesOf({ presets, lessons, figures, terms, commands }: Sources): Entry[] {
  return [
    ...presets.map(({ id, title, topic, notice, answer, source, keywords }) =>
      entry('preset', id, title, topic, keywords.join(' '), [notice, answer, source]),
    ),
    ...lessons.map(({ id, title, minutes }) =>
      entry('lesson', id, title, SEARCH.minutes(minutes), '', [id.replaceAll('-', ' ')]),
    ),
    ...commands.map(({ name, title, key }) => ({ ...entry('command', name, title, '', '', []), key })),
    ...terms.map(({ id, term, symbol, also, definition }) =>
      entry('term', id, term, definition, [symbol ?? '', ...also].join(' '), []),
    ),
    ...figures.map(({ id, title, paper, source, topics }) =>
      figure(id, title, SEARCH.figure(paperOf(paper).cited, headingText(id)), [
        paperOf(paper).title,
        source,
        ...topics,
      ]),
    ),
  ];
}

/** A figure is mostly looked for by its paper and number. */
function figure(id: string, title: string, place: string, texts: readonly string[]): Entry {
  return entry('figure', id, title, place, place, texts);
}

function entry(
  kind: ResultKind,
  name: string,
  title: string,
  about: string,
  words: string,
  texts: readonly string[],
): Entry {
  const id = `${kind}:${name}`;
  const text = [about, ...texts].join(' ');
  return {
    id,
    kind,
    name,
    title,
    about,
    words: `${words} ${(USER_WORDS[id] ?? []).join(' ')}`,
    text,
    key: null,
  };
}
