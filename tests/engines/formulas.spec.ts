/** A formula of a lesson in a link, in every engine: whatever it is, the page stays, and one that cannot be drawn says why. */
import { fragmentOf, COURSE_MAP } from '../../web/lessons/source/address';
import { packedText } from '../../web/lessons/source/packed';
import { expect, test } from './visitor';

const origin = `http://127.0.0.1:${process.env.BUFFERLAB_TEST_PORT ?? '4199'}`;

const HALF_WRITTEN = [
  'x^',
  '_',
  String.raw`\begin{CD}A`,
  String.raw`\href{a}{b`,
  `${'x^{'.repeat(1700)}1${'}'.repeat(1700)}`,
];

/** A lesson of one step with a good formula, another one, and a sentence after them. */
const lessonWith = (tex: string): string => `---
title: Formulas
level: 1
minutes: 5
goals: [Read formulas]
sources: [None]
---

## Formulas

First $a^2 + b^2$, then $${tex}$.

The text goes on.
`;

for (const tex of HALF_WRITTEN) {
  test(`a lesson with ${tex.slice(0, 12)} is read, and the formula is named`, async ({ visit }) => {
    const link = fragmentOf({ ...COURSE_MAP, packed: packedText(lessonWith(tex)) });
    const page = await visit(`${origin}/${link}`);
    const text = () => page.ask<string>('document.body.innerText');
    await expect.poll(text, { timeout: 60_000 }).toContain('The text goes on.');
    expect(await text()).toContain('This formula is not drawn');
    expect(await page.ask<number>(`document.querySelectorAll('.lesson-formula math').length`)).toBe(1);
  });
}
