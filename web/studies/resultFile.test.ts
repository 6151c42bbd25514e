import { describe, expect, it } from 'vitest';
import type { CaseLine } from '../types/engine';
import { csvWith, linesWith, type Origin } from '../url/carried';
import { curvesOf } from './data';
import { resultsIn, rowsOf } from './resultFile';
import { csvOf } from './table';
import { countWarnings } from './warningCounts';

const PATH = 'bottlenecks.r0.queue.limit_packets';
const LOSS = 'bottlenecks.r0.loss.udp';
const ORIGIN: Origin = { title: 'One, "two"', seed: 1, engine: '0.1.0', link: 'https://lab.test/#1.sabc' };

/** Lines as the engine writes them, with a failed run, numbers such as 5.0, and a warning. */
const LINES = [
  lineOf('a', 5, 1, '0.05', '[{"id":"slow","path":"","message":"m","remedy":"r"}]'),
  lineOf('b', 5, 2, '0.04', '[]'),
  lineOf('c', 10, 1, '1e-7', '[]'),
  lineOf('d', 10, 2, '5.0', '[]'),
];

function lineOf(name: string, limit: number, seed: number, loss: string, warnings: string): string {
  const summary = `{"now_s":2.0,"bottlenecks":[{"id":"r0","loss":{"udp":${loss},"ack":null}}],"warnings":${warnings}}`;
  return `{"key":"${name.repeat(32)}","point":{"${PATH}":${limit}},"seed":${seed},"summary":${summary}}`;
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
    const { lines, left } = resultsIn(table);
    expect(left).toBe(0);
    expect(curveOf(lines)).toEqual(curveOf(LINES));
    expect(csvOf(lines, [], [LOSS, 'now_s', 'warnings'])).toBe(csvOf(LINES, [], [LOSS, 'now_s', 'warnings']));
    expect(countWarnings(lines.map((text) => JSON.parse(text) as CaseLine))).toMatchObject([
      { id: 'slow', runs: 1 },
    ]);
  });

  it('are the same lines after lines of JSON were saved and opened', () => {
    const saved = linesWith(`${LINES.join('\n')}\n`, ORIGIN);
    expect(resultsIn(saved)).toEqual({ lines: LINES, left: 0 });
  });

  it('leave failed runs and rows of other types out, and count them', () => {
    const failed = `{"key":"${'e'.repeat(32)}","point":{},"seed":1,"error":"no, \\"never\\""}`;
    expect(resultsIn(csvOf([LINES[0]!, failed], [PATH], []))).toMatchObject({ left: 1 });
    for (const bad of [
      failed,
      '{"key":5}',
      'null',
      '{',
      LINES[0]!.replace('"summary":{', '"summary":[{').replace(/\}\}$/, '}]}'),
      LINES[0]!.replace(/"warnings":\[.*\]/, '"warnings":"x"'),
    ]) {
      expect(resultsIn(`${LINES[1]}\n${bad}`), bad).toEqual({ lines: [LINES[1]], left: 1 });
    }
  });

  it('are none in the document of a study, in one line or in many', () => {
    const study = { scenario: { title: 'T' }, over: ['seed=1,2'] };
    for (const spaces of [0, 2])
      expect(resultsIn(JSON.stringify(study, null, spaces))).toEqual({ lines: [], left: 0 });
  });

  it('are none in a table of means or in any other text', () => {
    for (const text of ['', 'a,b\n1,2\n', `${PATH},runs,${LOSS}_mean\n5,2,0.05\n`, '# only a comment'])
      expect(resultsIn(text), text).toEqual({ lines: [], left: 0 });
  });
});

it('reads quoted cells with commas, quotes and line ends', () => {
  expect(rowsOf('a,"b, ""c""",\r\n"d\ne",,f\n')).toEqual([
    ['a', 'b, "c"', ''],
    ['d\ne', '', 'f'],
  ]);
});
