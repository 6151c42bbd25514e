import { createStore } from 'zustand/vanilla';
import { describe, expect, it } from 'vitest';
import type { Calls } from '../rpc/thread';
import { AdviceSearch } from './advice';
import type { Advice } from './advice-types';
import type { AdviceRound, AdviceStep, AnalysisApi } from './analysis';
import { IDLE, type Sweep, type SweepState } from './sweep';

const QUESTION = { scenario: {}, targets: ['utilization>=0.9'] };
const ADVICE = { answer: null, warnings: [] } as unknown as Advice;

const round = (limit: number, of_curve: boolean): AdviceRound => ({
  purpose: of_curve ? 'looking' : 'checking',
  study: { scenario: {}, over: [`limit=${limit}`] },
  runs: 1,
  packets: 1,
  of_curve,
});

type Api = Pick<AnalysisApi, 'advise' | 'take'>;

/** A planner with these functions, in this thread. */
function plannerWith(api: Partial<Api>): Calls<Api> {
  return { call: (ask) => ask(api as never) };
}

/** Says these rounds one after another, and keeps what it is received. */
function plannerOf(rounds: readonly AdviceRound[]) {
  const received: string[] = [];
  let next = 0;
  const step = (): Promise<AdviceStep> => {
    const round = rounds[next] ?? null;
    const done = next++;
    const work = { done, expected: rounds.length, packets: done, expected_packets: rounds.length };
    return Promise.resolve({ ok: true, round, ...work, advice: ADVICE });
  };
  const planner = plannerWith({
    advise: step,
    take: (lines) => {
      received.push(lines);
      return step();
    },
  });
  return { planner, received };
}

/** Runs a round as soon as it comes, or when `release` is called. */
function sweepOf(ends: 'done' | 'refused' | 'held' = 'done') {
  const store = createStore<SweepState>(() => IDLE);
  let over: () => void = () => undefined;
  const sweep: Pick<Sweep, 'open' | 'cancel' | 'store' | 'text'> = {
    store,
    open(study) {
      const limit = Number(String((study.over as string[])[0]).split('=')[1]);
      const line = { key: `k${limit}`, point: { limit }, seed: 1, error: 'none was run' };
      store.setState({ phase: 'running', study, total: 1, done: 0.5, lines: [] });
      if (ends === 'held') return new Promise((resolve) => (over = resolve));
      if (ends === 'refused') {
        store.setState({ phase: 'refused', problems: [{ path: 'measure.0', message: 'no such figure' }] });
      } else store.setState({ phase: 'done', lines: [line] });
      return Promise.resolve();
    },
    cancel() {
      store.setState({ phase: 'canceled' });
      over();
    },
    text: () => `${JSON.stringify(store.getState().lines[0])}\n`,
  };
  return { sweep };
}

describe('a search for advice', () => {
  it('runs rounds until the answer, and keeps the lines of the curve in order', async () => {
    const { planner, received } = plannerOf([round(20, true), round(7, false), round(10, true)]);
    const search = new AdviceSearch(planner, sweepOf().sweep);
    await search.start(QUESTION);
    const { phase, lines, done, runs } = search.store.getState();
    expect({ phase, done, runs }).toEqual({ phase: 'done', done: 1, runs: 3 });
    expect(received.map((text) => (JSON.parse(text) as { key: string }).key)).toEqual(['k20', 'k7', 'k10']);
    expect(lines.map(({ point }) => point.limit)).toEqual([10, 20]);
  });

  it('is refused by the engine or by the plan of its first round', async () => {
    const problems = [{ path: 'from', message: 'no' }];
    const refusing = plannerWith({ advise: () => Promise.resolve({ ok: false, problems }) });
    const first = new AdviceSearch(refusing, sweepOf().sweep);
    await first.start(QUESTION);
    expect(first.store.getState()).toMatchObject({ phase: 'refused', problems: [{ path: 'from' }] });

    const second = new AdviceSearch(plannerOf([round(1, true)]).planner, sweepOf('refused').sweep);
    await second.start(QUESTION);
    expect(second.store.getState()).toMatchObject({ phase: 'refused', problems: [{ path: 'measure.0' }] });
  });

  it('can be canceled, and reports a failure of the analysis thread', async () => {
    const { planner, received } = plannerOf([round(1, true)]);
    const search = new AdviceSearch(planner, sweepOf('held').sweep);
    const over = search.start(QUESTION);
    await Promise.resolve();
    await Promise.resolve();
    search.cancel();
    await over;
    expect(search.store.getState().phase).toBe('canceled');
    expect(received).toEqual([]);

    const broken = plannerWith({ advise: () => Promise.reject(new Error('out of memory')) });
    const other = new AdviceSearch(broken, sweepOf().sweep);
    await other.start(QUESTION);
    expect(other.store.getState()).toMatchObject({ phase: 'failed', message: 'out of memory' });
  });

  it('estimates the time left from the completed share', async () => {
    let now_ms = 0;
    const { sweep } = sweepOf('held');
    const search = new AdviceSearch(plannerOf([round(1, true), round(2, true)]).planner, sweep, () => now_ms);
    const over = search.start(QUESTION);
    await Promise.resolve();
    await Promise.resolve();
    now_ms = 3000;
    // Half of the first of two runs.
    sweep.store.setState({ done: 0.5 });
    expect(search.store.getState()).toMatchObject({ done: 0.25, left_s: 9 });
    search.cancel();
    await over;
  });
});
