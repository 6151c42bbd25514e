import { describe, expect, it } from 'vitest';
import { cases } from '../extent';
import { random } from '../links/random-scenario';
import { holds } from './holds';
import { mutated } from './mutate';
import { correct, parts } from './samples';

describe('a lesson with random changes', () => {
  it.each(correct.map((text, index) => [index, text] as const))(
    'is parsed soon, or its problems are sentences with a line: sample %i',
    (index, text) => {
      for (let seed = 0; seed < cases(40, 1000); seed++) {
        const changed = mutated(text, parts, random(1000 * index + seed));
        const start = performance.now();
        expect(() => holds(changed), `seed ${seed}: ${JSON.stringify(changed)}`).not.toThrow();
        // Half a second on an idle computer.
        expect(performance.now() - start).toBeLessThan(20_000);
      }
    },
    600_000,
  );
});
