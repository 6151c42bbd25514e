/**
 * Undoes changes that mail and chat programs make to links.
 *
 * These programs escape characters (sometimes twice), wrap lines, add invisible characters, and include the full stop of
 * a sentence in the address. A wrong repair cannot yield another experiment, since the checksum is verified afterwards.
 */

/** Returns the fragment, without `#`, of a pasted link or address; the text itself if it has no `#`. */
export function repairedFragment(text: string): string {
  const plain = unescaped(text.replace(INVISIBLE, ''));
  const hash = plain.lastIndexOf('#');
  return withoutTail(plain.slice(hash + 1).replace(LEADING, ''));
}

/** Removes trailing punctuation, from the end: a pattern with `$` would try every position, 8 s for 64,000 brackets. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && TRAILING.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** White space, zero-width characters, soft hyphens, byte-order marks, directional marks. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const LEADING = /^[<("'\u2018\u201c\u00ab[]+/;
const TRAILING = '>)"\'\u2019\u201d\u00bb].,;:!?*';

/** Resolves percent escapes until none are left, at most four times. */
function unescaped(text: string): string {
  let current = text;
  for (let round = 0; round < 4 && current.includes('%'); round++) {
    try {
      const next = decodeURIComponent(current);
      if (next === current) break;
      current = next;
    } catch {
      return current;
    }
  }
  return current.replace(INVISIBLE, '').replaceAll('&amp;', '&');
}
