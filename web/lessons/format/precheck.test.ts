import { describe, expect, it } from 'vitest';
import { everyTest } from '../../../tests/extent';
import { hostile } from '../../../tests/lessons/hostile';
import { parseLesson } from './parse';
import { refusedText } from './precheck';
import { FRONT, problemsIn, problemsOf, SCENE } from '../testing';
import { takesAtMost } from '../../../tests/patience';

describe('a text', () => {
  it.each([
    ['of many bytes', 'é'.repeat(100_001), '1: The file is too large. At most 200,000 bytes are accepted.'],
    ['with a long line', `a\n${'b'.repeat(20_001)}`, '2: The line is too long. At most 20,000 characters'],
    ['with deep quotations', `a\n\n${'> '.repeat(9)}b`, '3: The text is nested too deeply'],
    ['with deep lists on a line', `a\n\n${'1. - '.repeat(5)}b`, '3: The text is nested too deeply'],
    ['with an indented list', `a\n\n${' '.repeat(41)}- b`, '3: The text is nested too deeply'],
    [
      'with many open blocks',
      ':::explain\n'.repeat(4),
      '4: Several blocks begin above this line and do not end',
    ],
    [
      'with blocks that end with fewer colons',
      '::::explain\n:::\n'.repeat(4),
      '7: Several blocks begin above this line',
    ],
  ])('%s is refused before it is parsed', (_, text, message) => {
    expect(problemsOf(text)).toHaveLength(1);
    expect(problemsOf(text)[0]).toContain(message);
  });

  it('with many special characters is refused at the line where they are too many', () => {
    const [problem] = problemsOf('*a '.repeat(3000) + '\n*b\n'.repeat(3000));
    expect(problem).toMatch(/^\d+: The text up to this line has too many lines and special characters/);
  });

  it('of 50,000 bytes with blocks and paragraphs is accepted', () => {
    const block = `${SCENE}\nA *paragraph* with [a link](b.md), $x_i$ and \`code\`. ${'Words and words. '.repeat(20)}\n\n- a\n- b\n\n`;
    const body = block.repeat(Math.floor(50_000 / block.length));
    expect(problemsIn(body)).toEqual([]);
  });

  it('with the largest document of a scenario and 20,000 bytes of text is accepted', () => {
    const rows = Array.from(
      { length: 400 },
      (_, i) => `    - { id: r${i}, rate_bps: 5000000, delay_s: 0.01 }`,
    );
    const scenario = `scenario:\n  version: 1\n  bottlenecks:\n${rows.join('\n').slice(0, 19_000).replace(/\n.*$/, '')}`;
    const scene = `:::scene\n\`\`\`yaml\n${scenario}\n\`\`\`\nText.\n:::\n\n`;
    expect(problemsIn(scene + `${'Words, *marks* and `code`. '.repeat(10)}\n\n`.repeat(70))).toEqual([]);
  });

  it('with blocks that end in another line is not counted twice', () => {
    expect(problemsIn(':::explain\nA.\n\n:::explain\nB.\n:::\n'.repeat(3))[0]).toMatch(
      /^1: The block :::explain|^4: /,
    );
  });
});

/** Longest time on an idle machine, ms; the estimate is 750 ms on a slow one. */
const PATIENCE_MS = 2000;

describe('a hostile text, cut where it is accepted,', () => {
  it.each(everyTest ? hostile : hostile.filter((_, index) => index % 8 === 0))(
    'is parsed soon: %s',
    (_, make) => {
      const text = `${FRONT}\n## Step\n\n${make(200_000)}`;
      let [accepted, refused] = [0, text.length];
      while (refused - accepted > 500) {
        const middle = Math.floor((accepted + refused) / 2);
        if (refusedText(text.slice(0, middle)) === null) accepted = middle;
        else refused = middle;
      }
      const longest = text.slice(0, accepted);
      expect(takesAtMost(PATIENCE_MS, () => parseLesson(longest))).toBe(true);
    },
  );
});
