/** Receipts for tests. */
import { checksum } from '../../url/checksum';
import type { Receipt } from './receipt';
import type { RunRecord } from './runRecord';

/** A recorded run with a digest made of one digit. */
export function runWith(digit: string, change: Partial<RunRecord> = {}): RunRecord {
  return {
    link: '1.dAAAA.00000000',
    seed: 1,
    t_s: 60,
    events: 1000,
    digest: digit.repeat(16),
    engine: '0.1.0',
    measures: [['bottlenecks.r0.utilization', 0.98]],
    series: [{ id: 'link.r0.queue_packets', unit: 'packets', t0_s: 0, t1_s: 60, values: [0, 5, 10, null] }],
    ...change,
  };
}

/** A receipt with each kind of answer, a task and a table. */
export function receiptWith(change: Partial<Receipt> = {}): Receipt {
  return {
    format: 'bufferlab-receipt',
    version: 1,
    saved: '2026-11-26T14:00:00.000Z',
    student: 'Ada',
    lesson: {
      title: 'Buffers',
      folder: 'lessons',
      id: 'buffer',
      packed: null,
      checksum: '0123abcd',
      sha256: null,
    },
    finished: true,
    answers: [
      { id: 'c', given: { kind: 'choice', option: 1 }, correct: true, run: null },
      { id: 'n', given: { kind: 'number', value: 40, text: '40' }, correct: false, run: 0 },
      { id: 'o', given: { kind: 'order', order: [0, 2, 1] }, correct: null, run: null },
      {
        id: 'd',
        given: {
          kind: 'curve',
          points: [
            [0, 1],
            [1, 2],
          ],
        },
        correct: true,
        run: null,
      },
    ],
    tasks: [{ id: 't', met: true, hints: 1, shown: false, run: 1 }],
    tables: [
      {
        id: 'table',
        rows: [
          { cells: ['20 packets', '98 %'], run: 1 },
          { cells: ['a', '–'], run: null },
        ],
      },
    ],
    runs: [runWith('a'), runWith('b')],
    ...change,
  };
}

/** Blocks of a lesson with the curve, the task and the table of `receiptWith`; `correct` is the field of the curve that says it. */
export const curveTaskAndTable = (correct: string): string => `:::predict{#d}
Draw it.
\`\`\`answer
kind: curve
x: { label: Time, from: 0, to: 2, unit: s }
y: { label: Queue, from: 0, to: 4, unit: packets }
${correct}
within: 10 %
\`\`\`
:::

:::task{#t}
Do it.
\`\`\`goal
at_least: [bottlenecks.r0.utilization, 98 %]
\`\`\`
\`\`\`hints
- One.
\`\`\`
\`\`\`solution
set: { bottlenecks.r0.queue.limit_packets: 22 }
until: 60 s
\`\`\`
So.
:::

${TABLE}`;

/** Block of a lesson with the table of `receiptWith`. */
export const TABLE = `:::data{#table}
\`\`\`columns
- measure: bottlenecks.r0.queue.limit_packets
  label: Buffer
- measure: bottlenecks.r0.utilization
\`\`\`
Fill it.
:::`;

/** Number of letters that compensate a change; the CRC-32 needs 32 that are independent. */
const LETTERS = 48;

/** Letters that are changed, one bit each, and the bits of the CRC-32 that this flips. */
interface Flip {
  bits: number;
  letters: bigint;
}

/** Returns an ASCII text with letters “a” and “b” behind it, so that its CRC-32 is that of `model`: the sum is linear over bits. */
export function withSumOf(model: string, text: string): string {
  const lettersOf = (changed: bigint): string =>
    Array.from({ length: LETTERS }, (_, i) => ((changed >> BigInt(i)) & 1n ? 'b' : 'a')).join('');
  const sumWith = (changed: bigint): number => Number.parseInt(checksum(text + lettersOf(changed)), 16);
  const base = sumWith(0n);
  const rows: Flip[] = [];
  for (let i = 0; i < LETTERS; i += 1) {
    const letters = 1n << BigInt(i);
    const row = reduced({ bits: (sumWith(letters) ^ base) >>> 0, letters }, rows);
    if (row.bits !== 0) rows.push(row);
  }
  const wanted = (Number.parseInt(checksum(model), 16) ^ base) >>> 0;
  const { bits, letters } = reduced({ bits: wanted, letters: 0n }, rows);
  if (bits !== 0) throw new Error('The letters do not reach every sum.');
  return text + lettersOf(letters);
}

/** Removes the leading bits of earlier rows (Gaussian elimination). */
function reduced(row: Flip, rows: readonly Flip[]): Flip {
  return rows.reduce(
    (at, other) =>
      (at.bits >>> (31 - Math.clz32(other.bits))) & 1
        ? { bits: (at.bits ^ other.bits) >>> 0, letters: at.letters ^ other.letters }
        : at,
    row,
  );
}
