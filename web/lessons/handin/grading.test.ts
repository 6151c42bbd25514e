import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { engineFromModule, type Engine } from '../../engine/wasm';
import * as bindings from '../../generated/bufferlab_wasm.js';
import type { Lab } from '../../lab/lab';
import type { Patch } from '../../scenario/types';
import { replay } from '../../sweep/replay';
import type { replayAll } from '../../sweep/replays';
import { encodeLink } from '../../url/codec';
import { packedText } from '../source/packed';
import { cellText } from '../session/measures';
import { duplicatesIn } from './duplicates';
import { Grading } from './grading';
import { csvText, safeCell } from '../../sweep/csv';
import { gradesCsv } from './grades';
import { choiceCounts } from './misconceptions';
import type { Receipt } from './receipt';
import { measuresOf, valuesOf } from './record';
import type { RunRecord } from './runRecord';
import { checksum } from '../../url/checksum';
import { lessonOf } from '../source/library';
import { digestOf } from './digest';
import { TABLE, withSumOf } from './testing';

const TEXT = `---
title: Test
level: 1
minutes: 5
sources: ['RFC 9293.']
---

## Step

:::scene
\`\`\`yaml
preset: one-flow
change: [bottlenecks.r0.queue.limit_packets]
\`\`\`
One sender.
:::

:::predict{#choice}
Which?
\`\`\`answer
kind: choice
options: [one, two]
correct: two
why: [Half., null]
\`\`\`
:::

:::check{#number}
How many?
\`\`\`answer
kind: number
unit: packets
correct: 0
measure: bottlenecks.r0.max_queue_packets
within: 1
\`\`\`
:::

:::check{#curve}
Draw the queue.
\`\`\`answer
kind: curve
x: { label: Time, from: 0, to: 10, unit: s }
y: { label: Queue, from: 0, to: 100, unit: packets }
series: link.r0.queue_packets
within: 5 %
\`\`\`
:::

:::task{#task}
Use a small buffer.
\`\`\`goal
at_most: [bottlenecks.r0.queue.limit_packets, 30 packets]
\`\`\`
\`\`\`hints
- One.
\`\`\`
\`\`\`solution
set: { bottlenecks.r0.queue.limit_packets: 22 }
until: 10 s
\`\`\`
So.
:::

${TABLE}
`.replace('correct: 0\n', '');

const LIMIT = 'bottlenecks.r0.queue.limit_packets';
const MAX = 'bottlenecks.r0.max_queue_packets';

let engine: Engine;

beforeAll(() => {
  const wasm = (name: string) => readFileSync(new URL(`../../generated/${name}_bg.wasm`, import.meta.url));
  bindings.initSync({ module: wasm('bufferlab_wasm') });
  engine = engineFromModule(bindings);
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('.md')) return Promise.resolve(new Response(TEXT));
    const headers = { 'content-type': 'application/wasm' };
    return Promise.resolve(new Response(wasm('bufferlab_judge'), { headers }));
  });
});

afterAll(() => vi.unstubAllGlobals());

/** The engine in this thread, as far as the grading view uses a Lab. */
const another = (): Lab =>
  ({
    ready: () => Promise.resolve(true),
    close: () => undefined,
    completed: (scenario: unknown) => {
      const checked = engine.check(scenario);
      return Promise.resolve(checked.ok ? checked.scenario : null);
    },
    applied: (scenario: unknown, set: Patch[]) => Promise.resolve(engine.apply(scenario, set)),
    store: {
      getState: () => ({
        catalog: engine.catalog(),
        presets: engine.presets(),
        engine: { version: engine.version() },
      }),
    },
  }) as unknown as Lab;

const replays: typeof replayAll = (requests, onReplayed) => {
  requests.forEach((request, index) =>
    onReplayed(
      index,
      replay(engine, request, () => undefined),
    ),
  );
  return Promise.resolve();
};

/** Records a run of a preset to 10 s. */
async function recorded(set: Patch[], preset = 'one-flow'): Promise<{ run: RunRecord; cells: string[] }> {
  const { scenario } = engine.presets().find(({ id }) => id === preset)!;
  const applied = engine.apply(scenario, set);
  const minimal = engine.minimal(applied.ok ? applied.scenario : null);
  const series = [{ id: 'link.r0.queue_packets', t0_s: 0, t1_s: 10 }];
  const request = { scenario: minimal, t_s: 10, most_events: 1e7, series, columns: 200 };
  const replayed = replay(engine, request, () => undefined);
  if (!replayed.ok) throw new Error(replayed.message);
  const { summary, current, columns } = replayed;
  const encoded = encodeLink(minimal);
  const run: RunRecord = {
    link: encoded.ok ? encoded.fragment : '',
    seed: summary.seed,
    t_s: 10,
    events: summary.events,
    digest: summary.digest,
    engine: summary.engine,
    measures: await measuresOf([LIMIT, MAX], summary, current),
    series: [{ ...series[0]!, unit: 'packets', values: valuesOf(columns[0]!) }],
  };
  const cells = await Promise.all(
    [LIMIT, 'bottlenecks.r0.utilization'].map((path) => cellText(path, summary, current, engine.catalog())),
  );
  return { run, cells };
}

/** Returns a receipt in which everything is right. */
async function honest(student = 'Ada'): Promise<Receipt> {
  const { run, cells } = await recorded([{ path: LIMIT, value: 20 }]);
  const points = run.series[0]!.values.map((value, i) => [(i + 0.5) / 20, value ?? 0] as const);
  const max = run.measures[1]![1]!;
  return {
    format: 'bufferlab-receipt',
    version: 1,
    saved: '2026-11-26T14:00:00.000Z',
    student,
    lesson: {
      title: 'Test',
      folder: 'lessons',
      id: null,
      packed: packedText(TEXT),
      checksum: '00000000',
      sha256: null,
    },
    finished: true,
    answers: [
      { id: 'choice', given: { kind: 'choice', option: 1 }, correct: true, run: null },
      { id: 'number', given: { kind: 'number', value: max, text: String(max) }, correct: true, run: 0 },
      { id: 'curve', given: { kind: 'curve', points }, correct: true, run: 0 },
    ],
    tasks: [{ id: 'task', met: true, hints: 0, shown: false, run: 0 }],
    tables: [{ id: 'table', rows: [{ cells, run: 0 }] }],
    runs: [run],
  };
}

/** Grades receipts, replays their runs, and returns the states of marks and runs. */
async function graded(...receipts: Receipt[]) {
  const grading = new Grading(another, replays);
  const files = receipts.map((receipt, i) => {
    const text = JSON.stringify(receipt);
    return { name: `${i}.json`, size: text.length, text: () => Promise.resolve(text) };
  });
  await grading.add(files);
  const before = grading.store.getState().submissions.map(({ marks }) => marks.map(({ state }) => state));
  const [lesson] = grading.store.getState().lessons;
  await grading.replay(lesson!.key);
  const { submissions, refused } = grading.store.getState();
  return {
    lesson: lesson!.lesson!,
    before,
    refused,
    marks: submissions.map(({ marks }) => marks),
    states: submissions.map(({ marks }) => marks.map(({ state }) => state)),
    runs: submissions.map(({ receipt }) => grading.checksOf(receipt).map(({ state }) => state)),
  };
}

const changed = (receipt: Receipt, run: Partial<RunRecord>): Receipt => ({
  ...receipt,
  runs: [{ ...receipt.runs[0]!, ...run }],
});

it('confirms an honest receipt once its run is replayed', async () => {
  const { before, states, runs } = await graded(await honest());
  expect(before[0]).toEqual(['right', 'claimed', 'claimed', 'claimed', 'claimed']);
  expect(states[0]).toEqual(['right', 'right', 'right', 'right', 'right']);
  expect(runs[0]).toEqual(['genuine']);
});

it('finds a wrong digest, a wrong measure, and a foreign, a long and an invalid run', async () => {
  const receipt = await honest();
  const [run] = receipt.runs;
  const { run: foreign } = await recorded([
    { path: LIMIT, value: 20 },
    { path: 'seed', value: 7 },
  ]);
  const { runs, states } = await graded(
    changed(receipt, { digest: '0123456789abcdef' }),
    changed(receipt, {
      measures: [
        [LIMIT, 20],
        [MAX, 5],
      ],
    }),
    changed(receipt, { t_s: run!.t_s + 1 }),
    changed(receipt, foreign),
    changed(receipt, { events: 1e12 }),
    changed(receipt, { link: '1.dAAAA.00000000' }),
  );
  expect(runs.flat()).toEqual(['differs', 'differs', 'differs', 'foreign', 'long', 'refused']);
  expect(states[0]).toEqual(['right', 'wrong', 'wrong', 'wrong', 'claimed']);
  expect(states[4]).toEqual(['right', 'claimed', 'claimed', 'claimed', 'claimed']);
});

it('accepts a run of another version whose replay is the same, and judges none whose replay differs', async () => {
  const receipt = await honest();
  const { runs, states } = await graded(
    changed(receipt, { engine: '0.0.9' }),
    changed(receipt, { engine: '0.0.9', digest: '0123456789abcdef' }),
  );
  expect(runs.flat()).toEqual(['genuine', 'version']);
  expect(states[0]).toEqual(['right', 'right', 'right', 'right', 'right']);
  expect(states[1]).toEqual(['right', 'claimed', 'claimed', 'claimed', 'claimed']);
});

const records = new URL('../../../tests/promises/', import.meta.url);
const versions = readdirSync(records).filter((name) => /^\d/.test(name));

it.each(versions)('grades the receipt of version %s', async (version) => {
  const text = readFileSync(new URL(`${version}/receipt.json`, records), 'utf8');
  const receipt = JSON.parse(text) as Receipt;
  expect(receipt.runs.map((run) => run.engine)).toEqual([version]);
  const { refused, states, runs } = await graded(receipt);
  expect(refused).toEqual([]);
  // Another version may have other rules.
  expect(version === engine.version() ? ['genuine'] : ['genuine', 'version']).toContain(runs[0]![0]);
  const { answers, tasks, tables } = receipt;
  expect(states[0]).toHaveLength(answers.length + tasks.length + tables.length);
  const expected = runs[0]![0] === 'genuine' ? ['right'] : ['right', 'claimed'];
  for (const state of states[0]!) expect(expected).toContain(state);
});

it('judges again what a receipt claims', async () => {
  const receipt = await honest();
  const { run } = await recorded([{ path: LIMIT, value: 50 }]);
  const { marks } = await graded({
    ...receipt,
    answers: [
      { id: 'choice', given: { kind: 'choice', option: 0 }, correct: true, run: null },
      { id: 'number', given: { kind: 'number', value: 1e9, text: '1e9' }, correct: true, run: 0 },
      {
        id: 'curve',
        given: {
          kind: 'curve',
          points: [
            [0, 99],
            [10, 99],
          ],
        },
        correct: true,
        run: 0,
      },
      { id: 'other', given: { kind: 'choice', option: 0 }, correct: true, run: null },
    ],
    tables: [{ id: 'table', rows: [{ cells: ['20 packets', '100 %'], run: 0 }] }],
    runs: [run],
  });
  expect(marks[0]!.map(({ state, isForged }) => [state, isForged])).toEqual(Array(5).fill(['wrong', true]));
  expect(marks[0]![0]!.note).toContain('says right');
});

it('does not accept the same receipt twice, and says whose drawing is equal', async () => {
  const [one, other] = [await honest(), await honest('Bob')];
  const { refused, states } = await graded(one, other, one);
  expect(states).toHaveLength(2);
  expect(refused).toEqual([{ file: '2.json', message: 'The receipt is already in the table.' }]);
  expect(duplicatesIn([one, other])).toEqual([
    [{ other: 1, likeness: 'all' }],
    [{ other: 0, likeness: 'all' }],
  ]);
  const alone = { ...other, answers: [] };
  expect(duplicatesIn([one, alone])).toEqual([[], []]);
  const moment = { ...alone, runs: [{ ...alone.runs[0]!, t_s: 3.123456 }] };
  expect(duplicatesIn([moment, { ...moment, tables: [] }])[0]).toEqual([{ other: 1, likeness: 'moment' }]);
});

/** Opens receipts in this order, without replays. */
async function opened(...receipts: Receipt[]) {
  const grading = new Grading(another, replays);
  const files = receipts.map((receipt) => {
    const text = JSON.stringify(receipt);
    return { name: `${receipt.student}.json`, size: text.length, text: () => Promise.resolve(text) };
  });
  await grading.add(files);
  return grading;
}

/** Returns the row of each student: the mark of the choice, the origin of the text that decides it, and the remarks. */
function rowsOf(grading: Grading): Record<string, unknown> {
  const { submissions, lessons } = grading.store.getState();
  const originOf = (key: string) => lessons.find((one) => one.key === key)?.origin;
  return Object.fromEntries(
    submissions.map(({ receipt, marks, lesson, remarks }) => [
      receipt.student,
      [marks[0]?.state, originOf(lesson), remarks],
    ]),
  );
}

/** The text in which the wrong option is correct. */
const CHANGED = TEXT.replace('correct: two', 'correct: one');

const HONEST = { checksum: checksum(TEXT), sha256: digestOf(TEXT) };

/** Returns a receipt with the choice of an option; `lesson` describes its text. */
async function choosing(
  student: string,
  option: number,
  lesson: Partial<Receipt['lesson']>,
): Promise<Receipt> {
  const receipt = await honest(student);
  const [, ...others] = receipt.answers;
  return {
    ...receipt,
    lesson: { ...receipt.lesson, ...HONEST, ...lesson },
    answers: [{ id: 'choice', given: { kind: 'choice', option }, correct: true, run: null }, ...others],
  };
}

/** Receipts with a wrong choice that their text calls right; the CRC-32 of the second text is that of the lesson. */
async function forged(): Promise<Receipt[]> {
  const collided = withSumOf(TEXT, `${CHANGED}\n`);
  expect([checksum(collided), collided === TEXT]).toEqual([checksum(TEXT), false]);
  const parts = withSumOf(packedText(TEXT), `${packedText(CHANGED)}.`);
  expect(checksum(parts)).toBe(checksum(packedText(TEXT)));
  return [
    await choosing('Changed', 0, { packed: packedText(CHANGED) }),
    await choosing('Collided', 0, { packed: packedText(collided), sha256: null }),
    await choosing('Parts', 0, { packed: parts }),
  ];
}

it('names three forged receipts that are opened first, and changes no other grade', async () => {
  const others = [await choosing('Ada', 1, {}), await choosing('Bob', 0, {})];
  const grading = await opened(...(await forged()), ...others);
  expect(grading.store.getState().refused).toEqual([
    {
      file: 'Parts.json',
      message:
        'The receipt cannot be read at lesson.packed: expected the compressed text of a lesson and its checksum, with one dot between them.',
    },
  ]);
  const text = 'The checksum in the receipt is not that of the text that it contains.';
  expect(rowsOf(grading)).toEqual({
    Changed: ['right', 'receipt', [text]],
    Collided: ['right', 'receipt', []],
    Ada: ['right', 'receipt', []],
    Bob: ['wrong', 'receipt', []],
  });
  // Three texts: none decides the grade of another.
  const keys = grading.store.getState().submissions.map(({ lesson }) => lesson);
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 2, 2]);
});

it('grades all receipts of a title by the lesson that the lecturer opens', async () => {
  const [changedText, collided] = await forged();
  const grading = await opened(
    changedText!,
    collided!,
    await choosing('Ada', 1, {}),
    await choosing('Bob', 0, {}),
  );
  await grading.replay(grading.store.getState().submissions[2]!.lesson);
  expect(await grading.gradeBy(Promise.resolve(lessonOf('no lesson')))).not.toEqual([]);
  expect(await grading.gradeBy(Promise.resolve(lessonOf(TEXT)))).toEqual([]);
  const remark = expect.stringMatching(
    /^The receipt contains another text of the lesson \([0-9a-f]{8}\)/,
  ) as string;
  expect(rowsOf(grading)).toMatchObject({
    Changed: ['wrong', 'own', [remark, expect.anything()]],
    Collided: ['wrong', 'own', [remark]],
    Ada: ['right', 'own', []],
    Bob: ['wrong', 'own', []],
  });
  // Runs were checked against another text, so they are replayed again.
  const { submissions } = grading.store.getState();
  expect(submissions.flatMap(({ receipt }) => grading.checksOf(receipt)).map(({ state }) => state)).toEqual(
    Array(4).fill('waiting'),
  );
});

it('grades by the lesson of the course a receipt that brings its own text of it', async () => {
  const [changedText] = await forged();
  const ofCourse = await choosing('Ada', 1, { id: 'test', packed: null });
  const old = await choosing('Old', 1, { id: 'test', packed: null, checksum: '00000000', sha256: null });
  const grading = await opened(changedText!, ofCourse, old);
  expect(rowsOf(grading)).toMatchObject({
    Changed: ['wrong', 'course', [expect.stringContaining('another text'), expect.anything()]],
    Ada: ['right', 'course', []],
    Old: ['right', 'course', ['Another version of the lesson (00000000).']],
  });
});

it.each([
  ['a;b', '"a;b"'],
  ['a;=1', '"a;\'=1"'],
  ['a\n=1', '"a\n\'=1"'],
  ['\uff1d1', "'\uff1d1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff\u2060@x', "'\ufeff\u2060@x"],
  ['\u00a0+1', "'\u00a0+1"],
  ['\tx', `"'\tx"`],
  ['x; -5', `"x;' -5"`],
  ['-5', '-5'],
  ['a-b', 'a-b'],
])('writes the cell %j as %j', (cell, written) => {
  expect(csvText([[safeCell(cell)]])).toBe(`${written}\r\n`);
});

it('counts choices, and writes a table without formulas', async () => {
  const receipt = await honest('=HYPERLINK("http://a.b")');
  const { lesson, marks } = await graded(receipt);
  expect(choiceCounts(lesson, [receipt])).toMatchObject([
    {
      id: 'choice',
      answered: 1,
      options: [
        { text: 'one', why: 'Half.', count: 0 },
        { count: 1, isCorrect: true },
      ],
    },
  ]);
  const row = { receipt, file: '@x.json', marks: marks[0]!, checks: [], remarks: [] };
  const [heads, line] = gradesCsv(lesson, [row]).split('\r\n');
  expect(heads).toMatch(
    /^Student,File,Saved,Version of the lesson,Which\? \[choice\],Which\? \[choice\] judged,/,
  );
  expect(line).toMatch(/^"'=HYPERLINK\(""http:\/\/a.b""\)",'@x.json,/);
  expect([' =1', '\t=1', '-1', '-1+2', '+1', 'a=1', '1'].map(safeCell)).toEqual([
    "' =1",
    "'\t=1",
    '-1',
    "'-1+2",
    "'+1",
    'a=1',
    '1',
  ]);
});
