/** The entries of the glossary, read from `glossary.md`. */
import text from './glossary.md?raw';
import { parseGlossary } from './parse';

export { entryNamed, searchGlossary, withTerms } from './find';

/** All entries, in the order of the file. */
export const ENTRIES = parseGlossary(text);
