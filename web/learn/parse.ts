/**
 * Parser of the glossary (`glossary.md`).
 *
 * The file has sections (`##`) with entries (`###`). An entry is a line with symbol and other names, if it has any, then
 * the definition, then the source.
 */

/** Entry of the glossary. */
export interface Entry {
  /** Id in the page, made from the term: `round-trip-time`. */
  id: string;
  term: string;
  /** Heading of the section that the entry is in. */
  section: string;
  /** Symbol of a quantity, such as `RTT`; null if there is none. */
  symbol: string | null;
  /** Other names and abbreviations of the term. */
  also: readonly string[];
  /** Definition, one paragraph of plain text. */
  definition: string;
  /** Source of the definition; parts in backticks are names of files or code. */
  source: string;
}

/** Reads the entries of a glossary; throws an error that names the entry if one has another form. */
export function parseGlossary(text: string): Entry[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [section = '', ...entries] = part.split(/^### /m);
      return entries.map((entry) => parseEntry(entry, section.trim()));
    });
}

function parseEntry(text: string, section: string): Entry {
  const [term = '', ...lines] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const names = lines[0]?.startsWith('*') === true ? lines.shift()! : '';
  const source = /^Source: (.+)\.$/.exec(lines.pop() ?? '')?.[1];
  if (source === undefined || lines.length === 0)
    throw new Error(`Glossary, “${term}”: needs a definition and a line “Source: …”.`);
  return {
    id: idOf(term),
    term,
    section,
    symbol: /\*Symbol: `([^`]+)`\.\*/.exec(names)?.[1] ?? null,
    also: /\*Also: ([^*]+)\.\*/.exec(names)?.[1]?.split(', ') ?? [],
    definition: lines.join(' '),
    source,
  };
}

/** Returns the id of a term: small letters and digits, joined by hyphens. */
export function idOf(term: string): string {
  return term
    .toLowerCase()
    .replace(/[^\p{Letter}\d]+/gu, '-')
    .replace(/^-|-$/g, '');
}
