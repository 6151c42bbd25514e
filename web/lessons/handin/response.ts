/** Reader of the answers to questions. */
import type { Response } from '../session/progress';
import { POINTS } from './limits';
import { byKind, integer, list, number, object, pair, text, type Reader } from '../../url/untrusted';

/** Reads the answer to a question. */
export const response: Reader<Response> = byKind<Response>({
  choice: object<{ option: number }>({ option: integer(0, 1000) }),
  number: object<{ value: number; text: string }>({ value: number(), text: text(100) }),
  order: object<{ order: readonly number[] }>({ order: list(integer(0, 1000), 100) }),
  curve: object<{ points: readonly (readonly [number, number])[] }>({
    points: list(pair(number(), number()), POINTS),
  }),
});
