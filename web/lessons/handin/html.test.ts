import { expect, it } from 'vitest';
import { lessonOf } from '../testing';
import { receiptHtml } from './html';
import { readReceipt } from './read';
import { curveTaskAndTable, receiptWith } from './testing';

/** A lesson whose blocks are those of the receipt. */
const lesson = lessonOf(`:::scene
\`\`\`yaml
preset: one-flow
\`\`\`
One sender.
:::

:::predict{#c}
A *choice* with $x^2$?
\`\`\`answer
kind: choice
options: ["<b>one</b>", two]
correct: two
\`\`\`
:::

${curveTaskAndTable('correct: [[0, 0], [2, 4]]')}`);

const hostile = '</pre><script>alert(1)</script>&amp;"\'<img src=x>';

it('the HTML file contains the receipt, which is read again', () => {
  const receipt = receiptWith({ student: hostile });
  const file = receiptHtml(receipt, lesson, 'https://example.org/lab/#learn/x');
  expect(readReceipt(file)).toEqual({ ok: true, receipt });
});

it('the HTML file shows answers, tasks, rows and charts, and has no script', () => {
  const file = receiptHtml(receiptWith({ student: hostile }), lesson, 'https://example.org/lab/#learn/x');
  expect(file).not.toMatch(/<script|<img|<b>/);
  expect(file).toContain("default-src 'none'");
  expect(file).toContain('A choice with x^2?');
  expect(file).toContain('✓ done, 1 hint');
  expect(file).toContain('<td>98 %</td><td>Run 2</td>');
  expect(file).toContain('href="https://example.org/lab/#1.dAAAA.00000000"');
  // The drawn curve, and the queue of each run.
  expect(file.match(/<svg/g)).toHaveLength(3);
});
