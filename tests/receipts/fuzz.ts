/** Target of `tests/fuzz.mjs`: the reader of receipts. */
import type { FuzzTarget } from '../fuzz';
import { holds } from './holds';
import { mutated } from './mutate';
import { correct } from './samples';

/** The reader, with changes of values and of characters. */
export const target: FuzzTarget = {
  name: 'receipts',
  correct,
  mutated: (text, next) => mutated(text, correct, next),
  messagesOf: (text) => {
    const read = holds(text);
    return read.ok ? [] : [read.message];
  },
};
