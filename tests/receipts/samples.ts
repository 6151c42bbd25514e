/** Receipts from which random ones are made, and a lesson that has their questions. */
import { receiptHtml } from '../../web/lessons/handin/html';
import { curveTaskAndTable, receiptWith } from '../../web/lessons/handin/testing';
import { lessonOf } from '../../web/lessons/testing';

/** A lesson whose blocks are those of the sample. */
export const sampleLesson = lessonOf(`:::scene
\`\`\`yaml
preset: one-flow
\`\`\`
One sender.
:::

:::predict{#c}
Which?
\`\`\`answer
kind: choice
options: ["=one", two]
correct: two
\`\`\`
:::

:::predict{#o}
Order.
\`\`\`answer
kind: order
items: [a, b, c]
\`\`\`
:::

:::check{#n}
How many?
\`\`\`answer
kind: number
unit: packets
measure: bottlenecks.r0.max_queue_packets
within: 1
\`\`\`
:::

${curveTaskAndTable('series: link.r0.queue_packets')}`);

const receipts = [
  receiptWith(),
  receiptWith({ answers: [], tasks: [], tables: [], runs: [], finished: false, student: '' }),
  receiptWith({
    lesson: {
      title: 'Own',
      folder: 'lessons',
      id: null,
      packed: 'AAAA.01234567',
      checksum: '0123abcd',
      sha256: null,
    },
  }),
];

/** Correct receipts, as JSON and as HTML. */
export const correct: readonly string[] = receipts.flatMap((receipt) => [
  JSON.stringify(receipt),
  receiptHtml(receipt, sampleLesson, 'https://example.org/'),
]);
