import { expect, it } from 'vitest';
import { cases } from '../extent';
import { random } from '../links/random-scenario';
import { holds } from './holds';
import { mutated } from './mutate';
import { correct } from './samples';

it.each(correct.map((text, index) => [index, text] as const))(
  'a receipt with random changes is read and shown, or refused with a sentence: sample %i',
  (index, text) => {
    let accepted = 0;
    for (let seed = 0; seed < cases(60, 2000); seed++) {
      const changed = mutated(text, correct, random(1000 * index + seed));
      expect(
        () => (accepted += Number(holds(changed).ok)),
        `seed ${seed}: ${changed.slice(0, 2000)}`,
      ).not.toThrow();
    }
    expect(holds(text).ok).toBe(true);
    expect(accepted).toBeGreaterThan(0);
  },
  120_000,
);
