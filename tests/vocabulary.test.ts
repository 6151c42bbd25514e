/** The words of the project: `web/learn/glossary.md` has those to use, `.ci/vocabulary.mjs` those to avoid. */
import { expect, it } from 'vitest';
import { checkVocabulary } from '../.ci/vocabulary.mjs';

const { read, findings } = checkVocabulary();

it('reads the texts and names of the repository', () => {
  expect(read).toBeGreaterThan(10_000);
});

it.each(Object.entries(findings))('%s', (_, found) => {
  expect(found, found.join('\n')).toEqual([]);
});
