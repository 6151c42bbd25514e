/** Checks that each example of CONTRIBUTING.md applies to the present sources; `npm run accept` makes them again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examplesOf, refreshed, refusal } from '../.ci/examples.mjs';

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

describe('the examples of CONTRIBUTING.md', () => {
  it('are four', () => {
    expect(examplesOf(guide)).toHaveLength(4);
  });

  it.each(examplesOf(guide))('apply: $heading', ({ diff }) => {
    expect(refusal(root, diff)).toBe('');
  });

  it('are made again if the lines around them have changed', () => {
    const [first] = examplesOf(guide);
    const stale = guide.replace(' pub mod by_rule;\n', ' pub mod by_order;\n');
    expect(stale).not.toBe(guide);
    expect(refusal(root, examplesOf(stale)[0]!.diff)).not.toBe('');
    expect(examplesOf(refreshed(root, stale))[0]!.diff).toBe(first!.diff);
  });

  it('are left to a person if nothing around them is the same', () => {
    const stale = guide.replace(
      ' pub mod codel;\n+pub mod drop_nth;\n pub mod drop_tail;\n',
      ' a;\n+b;\n c;\n',
    );
    expect(() => refreshed(root, stale)).toThrow(/A queue discipline.*by hand/);
  });
});
