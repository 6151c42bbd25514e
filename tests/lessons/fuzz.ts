/** Target of `tests/fuzz.mjs`: the parser of lessons. */
import type { FuzzTarget } from '../fuzz';
import { holds } from './holds';
import { mutated } from './mutate';
import { correct, parts } from './samples';

/** The parser, with changes that take parts of other lessons. */
export const target: FuzzTarget = {
  name: 'lessons',
  correct,
  mutated: (text, next) => mutated(text, parts, next),
  messagesOf: (text) => {
    const parsed = holds(text);
    return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
  },
};
