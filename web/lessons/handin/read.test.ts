import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BrowserStore } from '../../storage/browserStore';
import { NOT_BEGUN, Progress } from '../session/progress';
import {
  ENTRIES,
  NAME_LENGTH,
  POINTS,
  RECEIPT_BYTES,
  RECEIPTS,
  REPLAYED_EVENTS,
  ROWS,
  RUNS,
  SERIES,
} from './limits';
import { readReceipt, readReceiptFile } from './read';
import { receiptOf } from './receipt';
import { nameOfRun } from './runRecord';
import { receiptWith, runWith } from './testing';

/** Returns the message about a receipt with a change. */
function refusal(change: object): string {
  const read = readReceipt(JSON.stringify({ ...receiptWith(), ...change }));
  return read.ok ? 'accepted' : read.message;
}

describe('a receipt as JSON', () => {
  it('is read as it was written', () => {
    const read = readReceipt(`\ufeff ${JSON.stringify(receiptWith())}`);
    expect(read).toEqual({ ok: true, receipt: receiptWith() });
  });

  it('may have unknown fields, which are left out', () => {
    const read = readReceipt(JSON.stringify({ ...receiptWith(), later: 1 }));
    expect(read).toEqual({ ok: true, receipt: receiptWith() });
  });

  it.each([
    ['text', 'no JSON {', 'The receipt is damaged or cut off'],
    ['another document', '{"version": 1}', 'The file is no receipt.'],
    ['a web page', '<!doctype html><script>alert(1)</script>', 'The file is no receipt.'],
    ['an unfinished page', '<pre id="bufferlab-receipt">{"format":', 'The file is no receipt.'],
    ['a later version', JSON.stringify({ ...receiptWith(), version: 2 }), 'version 2 of the format'],
    ['deep nesting', `{"format":${'['.repeat(1e5)}`, 'levels of nesting'],
    ['a huge text', ' '.repeat(RECEIPT_BYTES + 1), 'at most 4 MB'],
  ])('is refused with a sentence: %s', (_, file, message) => {
    const read = readReceipt(file);
    expect(read).toMatchObject({ ok: false });
    expect(read.ok ? '' : read.message).toContain(message);
  });

  it.each([
    [{ student: 7 }, 'student: expected a text of at most 80 characters'],
    [{ student: 'x'.repeat(81) }, 'student'],
    [{ answers: Array.from({ length: 301 }, () => receiptWith().answers[0]) }, 'answers: expected a list'],
    [{ answers: [{ id: '__proto__', given: { kind: 'choice', option: 1 } }] }, 'answers[0].id'],
    [{ answers: [{ id: 'constructor', given: { kind: 'choice', option: 1 } }] }, 'answers[0].id'],
    [
      { answers: [{ id: 'a', given: { kind: 'toString' } }] },
      'answers[0].given.kind: expected one of choice',
    ],
    [{ answers: [{ id: 'a', given: { kind: 'choice', option: -1 } }] }, 'answers[0].given.option'],
    [{ answers: [{ id: 'a', given: { kind: 'number', value: null, text: '' } }] }, 'answers[0].given.value'],
    [{ tasks: [{ ...receiptWith().tasks[0], run: 2 }] }, 'tasks[0].run'],
    [{ runs: [] }, 'run: expected null, since there are no runs'],
    [{ runs: [runWith('a', { digest: 'x' })] }, 'runs[0].digest: expected 16 hexadecimal digits'],
    [{ runs: [runWith('a', { link: 'javascript:alert(1)' })] }, 'runs[0].link'],
    [{ runs: [runWith('a', { measures: [['__proto__', 1]] })] }, 'accepted'],
    [{ runs: [runWith('a', { t_s: -1 })] }, 'runs[0].t_s'],
    [{ lesson: { ...receiptWith().lesson, folder: '../secret' } }, 'lesson: expected'],
    [{ lesson: { ...receiptWith().lesson, folder: 'https://a.b/c' } }, 'lesson.folder: expected'],
    [{ lesson: { ...receiptWith().lesson, id: 'a/b' } }, 'lesson.id: expected'],
    [{ lesson: { ...receiptWith().lesson, id: null } }, 'lesson: expected'],
    [{ lesson: { ...receiptWith().lesson, folder: '\ud800' } }, 'lesson.folder: expected'],
    [{ saved: '<b>' }, 'saved'],
  ])('is refused with the place and what is accepted: %j', (change, message) => {
    expect(
      refusal({ ...(message === 'accepted' && { answers: [], tasks: [], tables: [] }), ...change }),
    ).toContain(message);
  });

  it('leaves no property behind on other objects', () => {
    const hostile = JSON.stringify(receiptWith()).replace('{', '{"__proto__": {"polluted": true}, ');
    const read = readReceipt(hostile);
    expect(read.ok).toBe(true);
    expect('polluted' in {}).toBe(false);
    expect(read.ok && 'polluted' in read.receipt).toBe(false);
  });

  it('reports a file that is too large, or that cannot be read', async () => {
    const text = (): Promise<string> => Promise.reject(new Error('gone'));
    expect(await readReceiptFile({ name: 'a', size: 5e6, text })).toMatchObject({ ok: false });
    const read = await readReceiptFile({ name: 'a', size: 5, text });
    expect(read).toEqual({ ok: false, message: 'The file could not be read. gone' });
  });
});

describe('the documentation', () => {
  const text = readFileSync(new URL('../../../public/lessons/RECEIPTS.md', import.meta.url), 'utf8');

  it('has an example that is read', () => {
    const [, example = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
    expect(readReceipt(example.replace('1.d…', '1.dAAAA.00000000'))).toMatchObject({ ok: true });
  });

  it.each([
    [`at most ${RECEIPT_BYTES / 1e6} MB`],
    [`${ENTRIES} answers, tasks or tables`],
    [`${ROWS} rows of a table`],
    [`${RUNS} runs`],
    [`${SERIES} series`],
    [`${POINTS} points`],
    [`${NAME_LENGTH} characters of a name`],
    [`${RECEIPTS} receipts are graded`],
    [`${REPLAYED_EVENTS.toLocaleString('en')} events`],
  ])('states the limit: %s', (limit) => {
    expect(text.replace(/\s+/g, ' ')).toContain(limit);
  });
});

describe('the receipt of a progress', () => {
  const [used, other] = [runWith('a'), runWith('b')];
  const name = nameOfRun(used);

  it('numbers the runs to which answers, tasks and rows refer', () => {
    const receipt = receiptOf(receiptWith(), {
      ...NOT_BEGUN,
      answers: { n: { given: { kind: 'number', value: 1, text: '1' }, correct: true, run: 'unknown' } },
      tasks: { t: { met: true, hints: 0, shown: false, run: name } },
      tables: { d: [['1'], ['2']] },
      rowRuns: { d: [null, name] },
      runs: { [nameOfRun(other)]: other, [name]: used },
    });
    expect(receipt.answers[0]?.run).toBeNull();
    expect(receipt.tasks[0]?.run).toBe(1);
    expect(receipt.tables).toEqual([
      {
        id: 'd',
        rows: [
          { cells: ['1'], run: null },
          { cells: ['2'], run: 1 },
        ],
      },
    ]);
    expect(readReceipt(JSON.stringify(receipt))).toEqual({ ok: true, receipt });
  });

  it('keeps a run as long as something refers to it', () => {
    const progress = new Progress(new BrowserStore(null));
    progress.change('a', { runs: { [name]: used }, tables: { d: [['1']] }, rowRuns: { d: [name] } });
    expect(progress.of('a').runs).toEqual({ [name]: used });
    progress.change('a', { tables: { d: [] }, rowRuns: { d: [] } });
    expect(progress.of('a').runs).toEqual({});
  });

  it('is read from values that an earlier version has stored', () => {
    const stored = new Map([
      ['bufferlab.lesson.old', JSON.stringify({ step: 2, tables: { d: [['1']] }, tasks: {}, answers: {} })],
      [
        'bufferlab.lesson.odd',
        JSON.stringify({ runs: { a: { digest: 7 } }, rowRuns: { d: [7], e: [null] } }),
      ],
    ]);
    const storage = {
      length: stored.size,
      key: (i: number) => [...stored.keys()][i] ?? null,
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: () => undefined,
      removeItem: () => undefined,
    };
    const progress = new Progress(new BrowserStore(storage));
    expect(progress.of('old')).toEqual({ ...NOT_BEGUN, step: 2, tables: { d: [['1']] } });
    expect(progress.of('odd')).toEqual({ ...NOT_BEGUN, rowRuns: { e: [null] } });
  });
});
