/** Texts of the glossary and of the terms in other texts. */
import { count, integer, plural } from '../ui/language';

const TERMS = { one: 'term', other: 'terms' };

/** The dialog with all terms. */
export const GLOSSARY_DIALOG = {
  title: 'Glossary',
  open: 'Open the glossary',
  about: 'The terms that Bufferlab uses, with their sources.',
  search: 'Find a term',
  all: (terms: number) => `${count(terms, TERMS)}.`,
  found: (found: number, terms: number) => `${integer(found)} of ${count(terms, TERMS)}.`,
  none: (query: string) => `No terms match “${query}”.`,
  sections: 'Sections',
  loading: 'The glossary is being loaded.',
} as const;

/** An entry of the glossary. */
export const ENTRY = {
  symbol: 'Symbol: ',
  also: (names: string) => `Also: ${names}`,
  source: 'Source: ',
  definitionOf: (term: string) => `Definition of ${term}`,
  inGlossary: 'Show in the glossary',
} as const;

/** Links to the lessons that explain a preset or a figure. */
export const LESSONS_ABOUT = {
  label: (lessons: number) => `${plural(lessons, { one: 'Lesson', other: 'Lessons' })}:`,
} as const;
