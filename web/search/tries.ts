/** Steps of a search: first all words as they are, then with typing errors, then some of the words. */

/** How words are combined and whether they may have errors, in the order in which a search tries them. */
export const TRIES = [
  { combineWith: 'AND', errors: false },
  { combineWith: 'AND', errors: true },
  { combineWith: 'OR', errors: true },
] as const;

/** Returns how many letters of a word may differ; two letters that are swapped count as two. */
export function mostErrors(term: string): number | false {
  if (term.length > 4) return 2;
  return term.length > 3 ? 1 : false;
}
