/** Reads `:::reveal` and `:::explain`, which contain only text. */
import type { Block, Text } from '../lesson';
import { isId } from '../paths';
import { ACCEPTED, BLOCK } from '../strings';
import type { Source } from './block';

/** Most ids that a message names. */
const MOST_NAMED = 10;

/** Reads text that is hidden until a question is answered. */
export function readReveal(source: Source): Block {
  return { kind: 'reveal', ...hiddenText(source) };
}

/** Reads an explanation, which is shown at once unless it names a question. */
export function readExplain(source: Source): Block {
  return { kind: 'explain', ...hiddenText(source) };
}

/** Reads a text with the id of the question or task that opens it. */
function hiddenText(source: Source): { line: number; after: string | null; text: Text } {
  const { ids } = source.context;
  const after = source.attributes.optional('after', ACCEPTED.earlierId, (id) => (isId(id) ? id : null));
  source.attributes.finish();
  source.needsText();
  if (after !== null && !ids.has(after))
    source.report(BLOCK.unknownId(after, [...ids.keys()].slice(-MOST_NAMED)));
  return { line: source.line, after, text: source.text };
}
