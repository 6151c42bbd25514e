import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkGoal, judge, readQuantity, runValue } from './judge';

const wasm = readFileSync(new URL('../../generated/bufferlab_judge_bg.wasm', import.meta.url));

const summary = {
  bottlenecks: [{ id: 'r0', utilization: 0.971, queue_delay_s: { mean: 0.0625 } }],
  groups: [{ id: 'tcp', timeouts: 0, jain_index: null }],
};
const scenario = {
  bottlenecks: [{ id: 'r0', queue: { kind: 'drop_tail', limit_packets: 22 } }],
  groups: [{ id: 'tcp' }],
};

beforeEach(() => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(wasm, { headers: { 'content-type': 'application/wasm' } })),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a goal is judged with a part for each statement', async () => {
  const goal = {
    all: [
      { at_least: ['bottlenecks.r0.utilization', '98 %'] },
      { at_most: ['bottlenecks.r0.queue.limit_packets', '25 packets'] },
      { at_least: ['groups.tcp.jain_index', 0.9] },
    ],
  };
  expect(await checkGoal(goal)).toEqual({
    ok: true,
    paths: ['bottlenecks.r0.utilization', 'bottlenecks.r0.queue.limit_packets', 'groups.tcp.jain_index'],
  });
  const answer = await judge(goal, summary, scenario);
  expect(answer).toMatchObject({
    ok: true,
    verdict: {
      outcome: 'fails',
      parts: [
        { outcome: 'fails', found: 'Utilization of r0 is 97.1 %, asked at least 98 %' },
        { outcome: 'holds', found: 'Buffer (packets) of r0 is 22 packets, asked at most 25 packets' },
        { outcome: 'unknown', found: 'Fairness of tcp has no value yet, asked at least 0.9' },
      ],
    },
  });
});

test('a problem names its place in the goal', async () => {
  const goal = { all: [{ at_least: ['bottlenecks.r0.utilization', '20 ms'] }] };
  expect(await checkGoal(goal)).toEqual({
    ok: false,
    problems: [
      {
        path: 'all.0.at_least',
        message: 'Utilization of r0 is a ratio, but 20 ms is a time; they cannot be compared',
      },
    ],
  });
});

test('values of a run and texts with units are read', async () => {
  expect(await runValue('bottlenecks.r0.queue_delay_s.mean', summary, scenario)).toEqual({
    ok: true,
    value: 0.0625,
    unit: 's',
    label: 'Queueing delay (mean) of r0',
    text: '62.5 ms',
  });
  expect(await runValue('bottlenecks.r1.utilization', summary, scenario)).toEqual({
    ok: false,
    message: 'this run has no bottlenecks.r1.utilization',
  });
  expect(await readQuantity('62.5 ms')).toEqual({ value: 0.0625, unit: 's' });
  expect(await readQuantity('soon')).toBeNull();
});
