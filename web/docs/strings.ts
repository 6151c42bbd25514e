/** Texts of the pages of the documentation that their script adds. */
import { count } from '../ui/language';

/** Texts of the search. */
export const DOCS_SEARCH = {
  results: 'Results',
  none: (query: string) => `No pages match “${query}”.`,
  found: (sections: number) => count(sections, { one: 'result', other: 'results' }),
  unread: 'The index of the search did not load. Check the connection.',
} as const;

/** Texts of the button that copies a command. */
export const COPY_COMMAND = {
  copy: 'Copy',
  label: 'Copy the command',
  copied: 'Copied',
  failed: 'Select the text to copy it',
} as const;
