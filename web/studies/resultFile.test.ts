import { describe, expect, it } from 'vitest';
import type { CaseLine, MeasureAbout } from '../types/engine';
import { csvWith, linesWith, type Origin } from '../url/carried';
import { curvesOf } from './data';
import * as file from './resultFile';
import { rowsOf, type FileResults } from './resultFile';
import { lineReaders } from './resultLine';
import { csvOf } from './table';
import { countWarnings } from './warningCounts';

const PATH = 'bottlenecks.r0.queue.limit_packets';
const LOSS = 'bottlenecks.r0.loss.udp';
const ORIGIN: Origin = { title: 'One, "two"', seed: 1, engine: '0.1.0', link: 'https://lab.test/#1.sabc' };

const measure = (of: string, id: string, unit: string, asked = 'no') =>
  ({ of, id, unit, asked }) as MeasureAbout;

/** Readers of lines with a few measures of each kind. */
const READERS = lineReaders({
  measures: [
    measure('run', 'now_s', 's'),
    measure('link', 'loss.udp', 'ratio'),
    measure('link', 'loss.ack', 'ratio'),
    measure('link', 'utilization', 'ratio'),
    measure('link', 'burstiness_in', '', 'with_interval'),
    measure('group', 'video.qoe', ''),
  ],
});

const resultsIn = (text: string): FileResults => file.resultsIn(text, READERS);

const ALL = { failed: 0, wrong: 0, problems: [] };

/** Lines as the engine writes them, with a failed run, numbers such as 1.0, and a warning. */
const LINES = [
  lineOf('a', 5, 1, '0.05', '[{"id":"slow","path":"","sentence":"m","remedy":"r"}]'),
  lineOf('b', 5, 2, '0.04', '[]'),
  lineOf('c', 10, 1, '1e-7', '[]'),
  lineOf('d', 10, 2, '1.0', '[]'),
];

function lineOf(name: string, limit: number, seed: number, loss: string, warnings: string): string {
  const summary = `{"now_s":2.0,"bottlenecks":[{"id":"r0","loss":{"udp":${loss},"ack":null}}],"warnings":${warnings}}`;
  return `{"key":"${name.repeat(32)}","point":{"${PATH}":${limit}},"seed":${seed},"summary":${summary}}`;
}

/** The first line with a part replaced. */
function changed(part: string | RegExp, by: string): string {
  return LINES[0]!.replace(part, by);
}

/** Curve of the lines, with the point of each run as a study gives it. */
function curveOf(lines: readonly string[]) {
  const read = lines.map((text, i) => ({
    ...(JSON.parse(text) as CaseLine),
    point: (JSON.parse(LINES[i]!) as CaseLine).point,
  }));
  const { curves } = curvesOf(read, PATH, LOSS);
  return curves.map(({ points }) => points.map(({ x, mean, half, n }) => ({ x, mean, half, n })));
}

describe('results of a study in a file', () => {
  it('have the same curve after a table of runs was saved and opened', () => {
    const table = csvWith(csvOf(LINES, [PATH], []), ORIGIN);
    const { lines, ...others } = resultsIn(table);
    expect(others).toEqual(ALL);
    expect(curveOf(lines)).toEqual(curveOf(LINES));
    expect(csvOf(lines, [], [LOSS, 'now_s', 'warnings'])).toBe(csvOf(LINES, [], [LOSS, 'now_s', 'warnings']));
    expect(countWarnings(lines.map((text) => JSON.parse(text) as CaseLine))).toMatchObject([
      { id: 'slow', runs: 1 },
    ]);
  });

  it('are the same lines after lines of JSON were saved and opened', () => {
    const saved = linesWith(`${LINES.join('\n')}\n`, ORIGIN);
    expect(resultsIn(saved)).toEqual({ ...ALL, lines: LINES });
  });

  it('leave failed runs out, and count them', () => {
    const failed = `{"key":"${'e'.repeat(32)}","point":{},"seed":1,"error":"no, \\"never\\""}`;
    expect(resultsIn(csvOf([LINES[0]!, failed], [PATH], []))).toMatchObject({ failed: 1, wrong: 0 });
    expect(resultsIn(`${LINES[0]}\n${failed}`)).toEqual({ ...ALL, lines: [LINES[0]], failed: 1 });
  });

  it.each([
    ['null', 'Line 2: expected a run as a JSON object of at most 32 levels.'],
    ['{', 'Line 2: expected a run as a JSON object of at most 32 levels.'],
    ['{"key":5}', 'Line 2, key: expected the key of a run, 32 hexadecimal digits.'],
    [changed('"seed":1', '"seed":-1'), 'Line 2, seed: expected a whole number from 0 to'],
    [
      changed('"udp":0.05', '"udp":true'),
      'Line 2, summary.bottlenecks[0].loss.udp: expected a number from 0 to 1.',
    ],
    [
      changed('"udp":0.05', '"udp":1.5'),
      'Line 2, summary.bottlenecks[0].loss.udp: expected a number from 0 to 1.',
    ],
    [
      changed('"now_s":2.0', '"now_s":1e999'),
      'Line 2, summary.now_s: expected a finite number of at least 0.',
    ],
    [
      changed('"loss":{"udp":0.05,"ack":null}', '"loss":7'),
      'Line 2, summary.bottlenecks[0].loss: expected an object',
    ],
    [changed('"id":"r0"', '"id":5'), 'Line 2, summary.bottlenecks[0].id: expected a text'],
    [changed('"sentence":"m"', '"sentence":{}'), 'Line 2, summary.warnings[0].sentence: expected a text'],
    [changed(/"warnings":.*\]/, '"warnings":"x"'), 'Line 2, summary.warnings: expected a list'],
    [changed('"summary":{', '"error":["a"],"results":{'), 'Line 2, error: expected a text'],
    [
      changed('"loss":{', '"burstiness_in":{"100ms":0.2,"1.5s":"x"},"loss":{'),
      'Line 2, summary.bottlenecks[0].burstiness_in.1.5s: expected an object',
    ],
  ])('leave the wrong line %s out, and say where it is wrong', (line, problem) => {
    const { problems, ...found } = resultsIn(`${LINES[1]}\n${line}\n\n${LINES[2]}`);
    expect(found).toEqual({ lines: [LINES[1], LINES[2]], failed: 0, wrong: 1 });
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it('leave wrong rows of a table out, and say where they are wrong', () => {
    const [head, one, two, ...rest] = csvWith(csvOf(LINES, [PATH], []), ORIGIN).split(/(?<=\n)(?!#)/);
    const row = `${'f'.repeat(32)},1,5`;
    const table = [head, one, `${row}\n`, `${row},"a"b\n`, two?.replace(',0.05,', ',5 %,'), ...rest].join('');
    const { lines, ...others } = resultsIn(table);
    expect(lines).toHaveLength(3);
    expect(others.wrong).toBe(3);
    expect(others.problems).toEqual([
      'Line 6 has 3 cells: expected 8, as in the heading.',
      'Line 7: a cell with a quotation mark is not in quotation marks as a whole.',
      'Line 8, summary.bottlenecks.r0.loss.udp: expected a number from 0 to 1.',
    ]);
  });

  it('describe the first of many wrong lines, and count the others', () => {
    expect(resultsIn('{}\n'.repeat(50))).toMatchObject({ wrong: 50, problems: { length: 3 } });
  });

  it('are lines as the engine writes them, also of a program that writes other spaces and another order', () => {
    const { key, seed, summary } = JSON.parse(LINES[0]!) as CaseLine & { summary: object };
    const other = JSON.stringify({ summary, seed, point: { summary: 1 }, key }, null, 1).replaceAll('\n', '');
    expect(resultsIn(other).lines).toEqual([JSON.stringify({ key, point: {}, seed, summary })]);
  });

  it('are none in the document of a study, in one line or in many', () => {
    const study = { scenario: { title: 'T' }, over: ['seed=1,2'] };
    for (const spaces of [0, 2])
      expect(resultsIn(JSON.stringify(study, null, spaces))).toEqual({ ...ALL, lines: [] });
  });

  it('are none in a table of means or in any other text', () => {
    for (const text of ['', 'a,b\n1,2\n', `${PATH},runs,${LOSS}_mean\n5,2,0.05\n`, '# only a comment'])
      expect(resultsIn(text), text).toEqual({ ...ALL, lines: [] });
  });
});

it('reads quoted cells with commas, quotes and line ends', () => {
  expect(rowsOf('a,"b, ""c""",\r\n"d\ne",,f\n\n"g"h\ni,')).toEqual([
    { line: 1, cells: ['a', 'b, "c"', ''] },
    { line: 2, cells: ['d\ne', '', 'f'] },
    { line: 5, cells: null },
    { line: 6, cells: ['i', ''] },
  ]);
});
