/** The words of the project: `web/learn/glossary.md` has those to use, `.ci/vocabulary.mjs` those to avoid. */
import { expect, it } from 'vitest';
import { checkVocabulary, typingSlips } from '../.ci/vocabulary.mjs';

const { read, findings } = checkVocabulary();

it('reads the texts and names of the repository', () => {
  expect(read).toBeGreaterThan(10_000);
});

it.each(Object.entries(findings))('%s', (_, found) => {
  expect(found, found.join('\n')).toEqual([]);
});

it.each([
  ['doc', 'engine/a.rs', '# Errors\\n[`Reason`] if there is no room.'],
  ['string', 'web/strings.ts', 'The first line\\nand the second'],
  ['string', 'web/strings.ts', 'Two  spaces between words'],
  ['string', 'engine/a.rs', 'a quote “that stays open'],
  ['doc', 'engine/a.rs', 'Reads a "quote that stays open.'],
  ['string', 'engine/papers/figures/a.json', 'The test of `enque` in ns-2'],
] as const)('finds a slip in the %s of %s: %s', (kind, file, text) => {
  expect(typingSlips([{ kind, file, line: 1, text }])).toHaveLength(1);
});

it.each([
  ['doc', 'engine/a.rs', 'Splits at "\\n" and at `\\n`.\n\n    command   its meaning'],
  ['string', 'engine/a.rs', 'Example:\\n    bufferlab presets'],
  ['string', 'web/strings.ts', 'A note “with quotes” and a word'],
] as const)('finds no slip in the %s of %s: %s', (kind, file, text) => {
  expect(typingSlips([{ kind, file, line: 1, text }])).toEqual([]);
});
