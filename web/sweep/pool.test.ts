import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStudies } from '../../tests/both-engines';
import * as studies from '../generated/bufferlab_studies.js';
import * as engine from '../generated/bufferlab_wasm.js';
import type { CaseId, CaseLine, StudyDocument } from '../types/engine';
import { LocalWorker } from '../rpc/testing/local-worker';
import { spawnStudyThread, workerCount } from './workers';
import { SILENCE_S, runStudy, type StudyOptions, type StudyRun } from './pool';
import { MAX_RUNS, type CaseProgress, type Plan, type Round, type StudyApi } from './protocol';

/** A thread of a study in the thread of this test. */
type PoolWorker = LocalWorker<CaseProgress>;

const CASES: CaseId[] = Array.from({ length: 6 }, (_, i) => ({ key: `k${i}`, point: {}, seed: i }));
const STUDY: StudyDocument = { scenario: {} };

/** Functions of a thread; those left out do nothing. */
type Work = (poolWorker: () => PoolWorker) => Partial<StudyApi>;

/** Plans `CASES`, and leaves what a case does to `onCase`; without it, cases are done at once. */
function obedient(onCase: (index: number, poolWorker: PoolWorker) => Promise<string> = done): Work {
  return (poolWorker) => ({
    plan: () => Promise.resolve({ ok: true, cases: CASES }),
    run: (index) => onCase(index, poolWorker()),
  });
}

function done(index: number): Promise<string> {
  return Promise.resolve(JSON.stringify({ ...CASES[index], summary: {} }));
}

function never(): Promise<string> {
  return new Promise(() => undefined);
}

/** Workers of this kind, with what they received and returned. */
function workers(size: number, work: Work) {
  const poolWorkers: PoolWorker[] = [];
  const lines: (string | undefined)[] = [];
  const order: number[] = [];
  const held: boolean[] = [];
  const spawn = () => {
    const api = work(() => poolWorker);
    const poolWorker: PoolWorker = new LocalWorker<CaseProgress>({
      load: () => undefined,
      ...api,
      run: (index: number) => {
        order.push(index);
        return api.run?.(index);
      },
      hold: (isHeld: boolean) => held.push(isHeld),
    });
    poolWorkers.push(poolWorker);
    return spawnStudyThread(poolWorker);
  };
  const onLine = (index: number, text: string): void => {
    expect(lines[index], `case ${index} is told once`).toBeUndefined();
    lines[index] = text;
  };
  const begin = (options?: StudyOptions, study = STUDY): StudyRun =>
    runStudy(study, { spawn, size }, { onLine }, options);
  const run = (options?: StudyOptions, study = STUDY) => begin(options, study).ended;
  return { poolWorkers, lines, order, held, begin, run };
}

describe('a pool of workers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts the cases in the given order, and ends all workers', async () => {
    const { poolWorkers, lines, order, run } = workers(1, obedient());
    const ending = run({ order: () => [5, 3, 0, 1, 2, 4] });
    await vi.runAllTimersAsync();
    expect(await ending).toEqual({ how: 'done' });
    expect(order).toEqual([5, 3, 0, 1, 2, 4]);
    expect(lines).toHaveLength(6);
    expect(poolWorkers.every((poolWorker) => poolWorker.terminated)).toBe(true);
  });

  it('has at most one worker per case, up to its size', async () => {
    for (const [size, wanted] of [
      [2, 2],
      [8, 6],
    ] as const) {
      const { poolWorkers, run } = workers(size, obedient());
      const ending = run();
      await vi.runAllTimersAsync();
      expect(await ending).toEqual({ how: 'done' });
      expect(poolWorkers).toHaveLength(wanted);
    }
  });

  it('ends all workers when canceled, and keeps finished lines', async () => {
    const stop = new AbortController();
    const endless = (index: number) => (index < 2 ? done(index) : never());
    const { poolWorkers, lines, run } = workers(2, obedient(endless));
    const ending = run({ signal: stop.signal });
    await vi.advanceTimersByTimeAsync(500);
    stop.abort();
    expect(poolWorkers.every((poolWorker) => poolWorker.terminated)).toBe(true);
    expect(await ending).toEqual({ how: 'canceled' });
    expect(lines.filter((line) => line !== undefined)).toHaveLength(2);
  });

  it('does not start after a cancellation', async () => {
    const { poolWorkers, run } = workers(2, obedient());
    expect(await run({ signal: AbortSignal.abort() })).toEqual({ how: 'canceled' });
    expect(poolWorkers).toHaveLength(0);
  });

  it('pauses and resumes', async () => {
    const { order, held, begin } = workers(1, obedient());
    const { ended, hold } = begin({ held: true });
    await vi.advanceTimersByTimeAsync(1000 * (SILENCE_S + 5));
    expect(order).toEqual([]);
    hold(false);
    await vi.advanceTimersByTimeAsync(2);
    hold(true);
    const before = order.length;
    expect(before).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(500);
    expect(order.length).toBeLessThanOrEqual(before + 1);
    hold(false);
    await vi.runAllTimersAsync();
    expect(await ended).toEqual({ how: 'done' });
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(held).toEqual([true, false, true, false]);
  });

  it('does not run cases with known lines', async () => {
    const line = (index: number) => JSON.stringify({ ...CASES[index], summary: {} });
    const known = (indices: number[]) => () =>
      Promise.resolve(new Map(indices.map((index) => [index, line(index)])));
    const some = workers(2, obedient());
    const all = workers(2, obedient());
    const endings = [some.run({ known: known([0, 4]) }), all.run({ known: known([0, 1, 2, 3, 4, 5]) })];
    await vi.runAllTimersAsync();
    expect(await Promise.all(endings)).toEqual([{ how: 'done' }, { how: 'done' }]);
    expect(some.order.toSorted()).toEqual([1, 2, 3, 5]);
    expect(all.order).toEqual([]);
    expect([some.lines.filter(Boolean), all.lines.filter(Boolean)].map(({ length }) => length)).toEqual([
      6, 6,
    ]);
  });

  it('replaces a failed worker and repeats its case', async () => {
    let deaths = 0;
    const fragile = (index: number, poolWorker: PoolWorker): Promise<string> => {
      if (index === 3 && deaths++ === 0) poolWorker.die('out of memory');
      return done(index);
    };
    for (const size of [1, 2, 8]) {
      deaths = 0;
      const { lines, order, run } = workers(size, obedient(fragile));
      const ending = run();
      await vi.runAllTimersAsync();
      expect(await ending).toEqual({ how: 'done' });
      expect(order.filter((index) => index === 3)).toHaveLength(2);
      expect(lines.map((line) => (JSON.parse(line!) as CaseId).key)).toEqual(CASES.map(({ key }) => key));
    }
  });

  it('writes an error line for a case that fails twice, and continues', async () => {
    const fatal = (index: number) => (index === 5 ? Promise.reject(new Error('unreachable')) : done(index));
    for (const size of [1, 2, 8]) {
      const { lines, run } = workers(size, obedient(fatal));
      const ending = run();
      await vi.runAllTimersAsync();
      expect(await ending).toEqual({ how: 'done' });
      expect(JSON.parse(lines[5]!)).toEqual({ ...CASES[5], error: 'The simulator stopped: unreachable' });
      expect(lines.filter((line) => line?.includes('summary'))).toHaveLength(5);
    }
  });

  it('replaces a worker that does not respond', async () => {
    const { lines, run } = workers(
      2,
      obedient((index) => (index === 0 ? never() : done(index))),
    );
    const ending = run();
    await vi.advanceTimersByTimeAsync(2 * (SILENCE_S + 1) * 1000);
    expect(await ending).toEqual({ how: 'done' });
    expect((JSON.parse(lines[0]!) as { error: string }).error).toContain('did not respond');
  });

  it('fails if the engine cannot be loaded, and reports problems of the plan', async () => {
    const dead = workers(8, () => ({ load: () => Promise.reject(new Error('offline')) }));
    const problems = [{ path: 'over', message: 'takes path=a,b,c' }];
    const picky = workers(8, () => ({ plan: () => Promise.resolve({ ok: false, problems }) }));
    const endings = [dead.run(), picky.run()];
    await vi.runAllTimersAsync();
    expect(await Promise.all(endings)).toEqual([
      { how: 'failed', message: 'The simulator stopped: offline' },
      { how: 'refused', problems },
    ]);
    expect([...dead.poolWorkers, ...picky.poolWorkers]).toHaveLength(2);
  });

  it('leaves one core for the page', () => {
    expect([undefined, 1, 2, 8].map(workerCount)).toEqual([1, 1, 1, 7]);
  });
});

describe('a pool with the engine', () => {
  let study: StudyDocument;
  beforeAll(() => {
    const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
    engine.initSync({ module: wasm });
    startStudies();
    const presets = JSON.parse(engine.presets_json()) as { id: string; scenario: unknown }[];
    study = {
      scenario: presets.find(({ id }) => id === 'anomaly')!.scenario,
      set: [
        { path: 'duration_s', value: 0.3 },
        { path: 'warmup_s', value: 0.1 },
      ],
      over: ['bottlenecks.r0.queue.limit_bytes=5kB:20kB:4'],
      replications: 2,
    };
  });

  /** The real thing, in this thread. */
  function real(): Work {
    let text = '';
    return (poolWorker) => ({
      load: (study) => {
        text = study;
        return Promise.resolve();
      },
      plan: () => Promise.resolve(planOf(text)),
      round: (values) =>
        Promise.resolve(JSON.parse(studies.round_json(text, JSON.stringify(values))) as Round),
      run: (index) => {
        const run = new studies.CaseRun(text, index);
        while (!run.advance(10_000)) poolWorker().emit({ index, done: run.done() });
        const line = run.line_json();
        run.free();
        return Promise.resolve(line);
      },
    });
  }

  const planOf = (text: string) => JSON.parse(studies.plan_json(text, MAX_RUNS)) as Plan;

  it('gives equal lines with 1, 2 and 8 workers, in any order', async () => {
    const results: unknown[] = [];
    for (const [size, backwards] of [
      [1, false],
      [2, true],
      [8, false],
    ] as const) {
      const { lines, run } = workers(size, real());
      const order = (cases: readonly CaseId[]) =>
        backwards ? [...cases.keys()].reverse() : [...cases.keys()];
      expect(await run({ order }, study)).toEqual({ how: 'done' });
      results.push(lines);
    }
    expect(results[0]).toHaveLength(8);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    const [first] = results[0] as string[];
    expect((JSON.parse(first!) as CaseLine).point).toEqual({ 'bottlenecks.r0.queue.limit_bytes': 5000 });
  });

  it('runs exactly the cases of the stop rule, also when it continues', async () => {
    const stop = { measure: 'bottlenecks.r0.utilization', half_width: 0.3, at_least: 2 };
    const wanted = { ...study, replications: 12, stop };
    const once = workers(2, real());
    expect(await once.run({}, wanted)).toEqual({ how: 'done' });
    const runs = once.order.length;
    expect(runs).toBeGreaterThan(8);
    expect(runs).toBeLessThan(48);
    expect(new Set(once.order).size).toBe(runs);
    const half = once.order.slice(0, runs >> 1);
    const known = () => Promise.resolve(new Map(half.map((index) => [index, once.lines[index]!])));
    const again = workers(1, real());
    expect(await again.run({ known }, wanted)).toEqual({ how: 'done' });
    expect(again.order).toHaveLength(runs - half.length);
    expect(again.lines).toEqual(once.lines);
  }, 60_000);

  it('reports every problem with its path', async () => {
    const over = ['bottlenecks.r0.queue.limit_bytes=5kB:x:4'];
    const ending = await workers(1, real()).run({}, { ...study, over });
    expect(ending).toMatchObject({
      how: 'refused',
      problems: [{ path: 'bottlenecks.r0.queue.limit_bytes' }],
    });
  });

  it('accepts up to 10,000 runs', () => {
    const many = JSON.stringify({ ...study, replications: MAX_RUNS / 4 + 1 });
    const message = /10004 runs; the page accepts at most 10000;/;
    expect(planOf(many)).toMatchObject({
      ok: false,
      problems: [{ path: 'over', message: expect.stringMatching(message) as unknown }],
    });
  });
});
