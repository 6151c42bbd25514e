/** Reads `:::reveal` and `:::explain`, which contain only text. */
import type { Block } from '../lesson';
import { isId } from '../paths';
import { ACCEPTED, BLOCK } from '../strings';
import type { Source } from './block';

/** Most ids that a message names. */
const MOST_NAMED = 10;

/** Reads text that is hidden until a question is answered. */
export function readReveal(source: Source): Block {
  const { ids } = source.context;
  const after = source.attributes.optional('after', ACCEPTED.earlierId, (id) => (isId(id) ? id : null));
  source.attributes.finish();
  source.needsText();
  if (after !== null && !ids.has(after))
    source.report(BLOCK.unknownId(after, [...ids.keys()].slice(-MOST_NAMED)));
  return { kind: 'reveal', line: source.line, after, text: source.text };
}

/** Reads an explanation, which is shown at once. */
export function readExplain(source: Source): Block {
  source.attributes.finish();
  source.needsText();
  return { kind: 'explain', line: source.line, text: source.text };
}
