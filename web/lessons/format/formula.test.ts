// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { drawFormula, type Reason } from './formula';

describe('a formula', () => {
  // In a line: jsdom has no styles of MathML, which a block needs.
  it.each(['W = \\frac{Q}{C}', '\\sum_{i=1}^{n} x_i^2', '\\sqrt{\\sqrt{\\sqrt{x}}}'])(
    'is drawn as MathML: %s',
    (tex) => {
      const drawn = drawFormula(tex, false);
      expect(drawn.ok && drawn.element.tagName.toLowerCase()).toBe('math');
    },
  );

  const kind = (tex: string): Reason['kind'] | 'drawn' => {
    const drawn = drawFormula(tex, false);
    return drawn.ok ? 'drawn' : drawn.reason.kind;
  };

  it.each([
    ['a half-written power', 'x^', 'incomplete'],
    ['an index without a base and a text', '_', 'incomplete'],
    ['an environment without an end', '\\begin{CD}A', 'tex'],
    ['an alignment outside of a table', '&', 'tex'],
    ['a brace too many', '}', 'tex'],
    ['a delimiter without its partner', '\\left(', 'tex'],
    ['a macro that expands for ever', '\\def\\a{\\a\\a}\\a', 'tex'],
    ['1,700 nested powers', 'x^{'.repeat(1700) + '}'.repeat(1700), 'long'],
    ['400 nested powers', 'x^{'.repeat(400) + '1' + '}'.repeat(400), 'deep'],
    ['100 nested roots', `${'\\sqrt{'.repeat(100)}x${'}'.repeat(100)}`, 'deep'],
  ])('that is %s is not drawn, with a reason', (_, tex, reason) => {
    expect(kind(tex)).toBe(reason);
  });

  it('never throws, whatever the text', () => {
    const pieces = [
      'x',
      '^',
      '_',
      '{',
      '}',
      '\\',
      '\\frac',
      '\\begin{CD}',
      '\\href{a}{b}',
      '&',
      '#',
      '$',
      '\\left',
      '%',
      '~',
    ];
    let state = 7;
    const random = (n: number): number => (state = (state * 48271) % 2147483647) % n;
    for (let i = 0; i < 2000; i++) {
      const tex = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('');
      expect(() => drawFormula(tex, random(2) === 0)).not.toThrow();
    }
  });
});
