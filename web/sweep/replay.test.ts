import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineFromModule, type Engine } from '../engine/wasm';
import * as bindings from '../generated/bufferlab_wasm.js';
import { LocalWorker } from '../rpc/testing/local-worker';
import { Thread } from '../rpc/thread';
import { replay, type ReplayApi, type Replayed, type ReplayRequest } from './replay';
import { replayAll } from './replays';

let engine: Engine;

beforeAll(() => {
  const module = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module });
  engine = engineFromModule(bindings);
});

const request = (scenario: unknown, change: Partial<ReplayRequest> = {}): ReplayRequest => ({
  scenario,
  t_s: 1,
  most_events: 10_000_000,
  series: [],
  columns: 50,
  ...change,
});

const again = (scenario: unknown, change: Partial<ReplayRequest> = {}): Replayed =>
  replay(engine, request(scenario, change), () => undefined);

describe('a replay', () => {
  it('has the digest and the measures of each preset’s run, which was paused at some moment', () => {
    for (const { id, scenario } of engine.presets()) {
      const run = engine.open(scenario);
      // A slice ends within an instant; a pause then processes the other events of that instant.
      for (let i = 0; i < 9; i++) run.advance(2, 777);
      run.advance(run.now_s(), 20_000);
      const summary = run.summary();
      run.advance(run.now_s() + 0.01, 1000);
      const replayed = again(engine.minimal(scenario), { t_s: summary.now_s });
      expect(replayed, id).toMatchObject({ ok: true, summary });
    }
  });

  it('repeats the edits of its document', () => {
    const scenario = engine.presets().find(({ id }) => id === 'one-flow')!.scenario as object;
    const set = [{ path: 'bottlenecks.r0.queue.limit_packets', value: 20 }];
    const plain = again(scenario, { t_s: 10 });
    const edited = again({ ...scenario, edits: [{ at_s: 2, set }] }, { t_s: 10 });
    expect(plain.ok && edited.ok && plain.summary.digest !== edited.summary.digest).toBe(true);
  });

  it('reads series, and null for a series that the run does not have', () => {
    const { scenario } = engine.presets().find(({ id }) => id === 'one-flow')!;
    const interval = { t0_s: 0, t1_s: 5 };
    const series = [
      { id: 'link.r0.queue_packets', ...interval },
      { id: 'link.no.queue_packets', ...interval },
    ];
    const replayed = again(scenario, { t_s: 5, series });
    expect(replayed.ok && replayed.columns[0]!.length).toBe(150);
    expect(replayed.ok && Math.max(...replayed.columns[0]!)).toBeGreaterThan(50);
    expect(replayed.ok && replayed.columns[1]).toBeNull();
  });

  it.each([
    ['refused', null, {}],
    ['refused', { bottlenecks: 7 }, {}],
    ['long', undefined, { t_s: 60, most_events: 40_000 }],
  ])('is given up as %s', (fault, scenario, change) => {
    const { scenario: preset } = engine.presets().find(({ id }) => id === 'one-flow')!;
    expect(again(scenario === undefined ? preset : scenario, change)).toMatchObject({ ok: false, fault });
  });
});

describe('many replays', () => {
  const done: Replayed = { ok: false, fault: 'files', message: '' };
  const spawn = (answer: (request: ReplayRequest) => Promise<Replayed>) => () =>
    new Thread<ReplayApi, number>(new LocalWorker<number>({ replay: answer }), 'failed');

  it('report each run once, and a failed thread is replaced', async () => {
    const reported: (string | undefined)[] = [];
    const answer = ({ t_s }: ReplayRequest): Promise<Replayed> =>
      t_s === 2 ? Promise.reject(new Error('broken')) : Promise.resolve(done);
    const requests = [1, 2, 3, 4, 5].map((t_s) => request(null, { t_s }));
    await replayAll(
      requests,
      (index, replayed) => (reported[index] = replayed.ok ? 'ok' : replayed.fault),
      new AbortController().signal,
      { size: 2, spawn: spawn(answer) },
    );
    expect(reported).toEqual(['files', 'failed', 'files', 'files', 'files']);
  });

  it('end when they are canceled, and keep what was reported', async () => {
    const cancel = new AbortController();
    const reported: number[] = [];
    const answer = ({ t_s }: ReplayRequest): Promise<Replayed> =>
      t_s > 2 ? new Promise(() => undefined) : Promise.resolve(done);
    const all = replayAll(
      [1, 2, 3, 4].map((t_s) => request(null, { t_s })),
      (index) => {
        reported.push(index);
        if (index === 1) setTimeout(() => cancel.abort());
      },
      cancel.signal,
      { size: 1, spawn: spawn(answer) },
    );
    await all;
    expect(reported).toEqual([0, 1]);
  });
});
