import { describe, expect, it } from 'vitest';
import { cases } from '../extent';
import { random } from '../links/random-scenario';
import { takesAtMost } from '../patience';
import { holds } from './holds';
import { mutated } from './mutate';
import { correct, parts } from './samples';

/** Longest time for a lesson on an idle machine, ms: four times the longest seen. */
const PATIENCE_MS = 2000;

describe('a lesson with random changes', () => {
  it.each(correct.map((text, index) => [index, text] as const))(
    'is parsed soon, or its problems are sentences with a line: sample %i',
    (index, text) => {
      for (let seed = 0; seed < cases(40, 1000); seed++) {
        const changed = mutated(text, parts, random(1000 * index + seed));
        const about = `seed ${seed}: ${JSON.stringify(changed)}`;
        const parse = () => expect(() => holds(changed), about).not.toThrow();
        expect(takesAtMost(PATIENCE_MS, parse), about).toBe(true);
      }
    },
    3_600_000,
  );
});
