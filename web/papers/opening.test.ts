import { createStore } from 'zustand/vanilla';
import { describe, expect, it, vi } from 'vitest';
import { IDLE, type SweepState } from '../sweep/sweep';
import type { CaseLine, StudyDocument } from '../types/engine';
import { addressOf, idIn, linkTo } from './address';
import { readFigure } from '../../tests/figures';
import { openFigure, type ReadFigure } from './files';
import { LiveRun, type Runner } from './live';
import { FIGURE, RESULT } from './testing';

const at = (folder: string) => `../../engine/papers/${folder}/vishwanath-f11.json`;
const PAPERS = { [at('figures')]: 'paper' };
const RESULTS = { [at('results')]: 'result' };
const served = (files: Record<string, string>) => (url: string) =>
  url in files
    ? Promise.resolve(files[url]!)
    : Promise.reject(new Error('the server responded with status 404'));

const read: ReadFigure = (figure, result) => Promise.resolve(readFigure(figure, result));

describe('openFigure', () => {
  const open = (files: Record<string, string>, results = RESULTS) =>
    openFigure('vishwanath-f11', read, served(files), PAPERS, results);

  it('returns the figure with its stored result', async () => {
    const opened = await open({ paper: JSON.stringify(FIGURE), result: JSON.stringify(RESULT) });
    expect(opened).toMatchObject({ ok: true, opened: { problem: null, result: { date: '2026-11-22' } } });
  });

  it('returns an error message if the figure cannot be loaded', async () => {
    expect(await open({ result: '{}' })).toEqual({
      ok: false,
      message: 'Figure vishwanath-f11 could not be loaded: the server responded with status 404.',
    });
    expect(await open({ paper: '<html>' })).toEqual({
      ok: false,
      message: 'The file of figure vishwanath-f11 cannot be shown: expected value at line 1 column 1.',
    });
    for (const id of ['none', 'constructor', '../papers/vishwanath-f11']) {
      expect(await openFigure(id, read, served({}), PAPERS, RESULTS)).toMatchObject({ ok: false });
    }
  });

  it('returns the figure without a result and the reason', async () => {
    const paper = JSON.stringify(FIGURE);
    expect(await open({ paper }, {})).toMatchObject({
      opened: { result: null, problem: 'This figure has not been checked yet, so no result is stored.' },
    });
    expect(await open({ paper, result: '7' })).toMatchObject({
      opened: {
        result: null,
        problem:
          'The stored result of this figure cannot be shown: ' +
          'invalid type: integer `7`, expected struct StoredResult at line 1 column 1.',
      },
    });
    expect(await open({ paper })).toMatchObject({ ok: true, opened: { result: null } });
    const failed: ReadFigure = () => Promise.reject(new Error('the engine failed'));
    expect(await openFigure('vishwanath-f11', failed, served({ paper }), PAPERS, {})).toEqual({
      ok: false,
      message: 'The file of figure vishwanath-f11 cannot be shown: the engine failed.',
    });
  });
});

describe('the address', () => {
  it('is parsed to the id of a figure, or to null', () => {
    expect(idIn('#papers/vishwanath-f11')).toBe('vishwanath-f11');
    for (const hash of [
      '',
      '#papers',
      '#papers/',
      '#papers/a/b',
      '#papers/<b>',
      `#papers/${'a'.repeat(99)}`,
    ]) {
      expect(idIn(hash)).toBeNull();
    }
    expect([addressOf(null), addressOf('a')]).toEqual(['#papers', '#papers/a']);
    expect(linkTo('a', 'https://x.org/lab/?q#1.d')).toBe('https://x.org/lab/#papers/a');
  });
});

describe('a live run', () => {
  const STUDIES = ['a', 'b'];
  const engine: ConstructorParameters<typeof LiveRun>[0] = {
    studyOf: (name) => Promise.resolve({ scenario: name }),
    pointsOf: (lines) =>
      Promise.resolve(
        Object.fromEntries(
          Object.entries(lines).map(([name, of]) => [
            name,
            [{ x: 1, mean: 1, half_width: null, n: of.length }],
          ]),
        ),
      ),
  };

  /** Returns a runner whose studies have two runs each and end in `phase`. */
  function fakeRunner(phase: SweepState['phase'] = 'done') {
    const store = createStore<SweepState>(() => IDLE);
    const calls = { cancelled: 0 };
    const runner = {
      store,
      start: async ({ scenario }: StudyDocument) => {
        const line = { key: scenario, point: {}, seed: 1 } as unknown as CaseLine;
        store.setState({ ...IDLE, phase: 'running', total: 2 });
        await Promise.resolve();
        store.setState({ lines: [line], done: 0.5 });
        await Promise.resolve();
        store.setState({
          lines: [line, line],
          done: 1,
          phase,
          message: phase === 'failed' ? 'No worker.' : '',
        });
      },
      cancel: () => {
        calls.cancelled++;
      },
    } as unknown as Runner;
    return { runner, calls };
  }

  it('runs one study after another and asks for the points of their lines', async () => {
    const live = new LiveRun(engine, () => fakeRunner().runner);
    const shares: number[] = [];
    live.store.subscribe(({ done }) => shares.push(done));
    await live.start(STUDIES);
    const { phase, runs, total } = live.store.getState();
    expect([phase, runs, total]).toEqual(['done', 4, 4]);
    await vi.waitFor(() => {
      const { points } = live.store.getState();
      expect(Object.values(points).map(([point]) => point?.n)).toEqual([2, 2]);
    });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('stops the workers and keeps the finished points', async () => {
    const { runner, calls } = fakeRunner();
    const live = new LiveRun(engine, () => runner);
    const over = live.start(STUDIES);
    while (live.store.getState().runs === 0) await Promise.resolve();
    live.stop();
    const { phase, runs } = live.store.getState();
    expect(phase).toBe('stopped');
    expect(runs).toBeGreaterThan(0);
    await over;
    expect(live.store.getState()).toMatchObject({ phase, runs });
    expect(calls.cancelled).toBe(1);
  });

  it('reports why a run failed', async () => {
    const live = new LiveRun(engine, () => fakeRunner('failed').runner);
    await live.start(STUDIES);
    expect(live.store.getState()).toMatchObject({ phase: 'failed', message: 'No worker.' });
    const studyOf = () => Promise.reject(new Error('studies.a: none'));
    const refused = new LiveRun({ ...engine, studyOf }, () => fakeRunner().runner);
    await refused.start(STUDIES);
    expect(refused.store.getState()).toMatchObject({ phase: 'failed', message: 'studies.a: none' });
  });

  it('stops and reports why the points cannot be computed', async () => {
    const { runner, calls } = fakeRunner();
    const pointsOf = () => Promise.reject(new Error('unreachable'));
    const live = new LiveRun({ ...engine, pointsOf }, () => runner);
    await live.start(STUDIES);
    expect(live.store.getState()).toMatchObject({ phase: 'failed', message: 'unreachable' });
    expect(calls.cancelled).toBe(1);
  });

  it('takes no failure of an earlier run', async () => {
    let refuse = (_: Error): void => undefined;
    const pointsOf = () => new Promise<never>((_, reject) => (refuse = reject));
    const live = new LiveRun({ ...engine, pointsOf }, () => fakeRunner().runner);
    await live.start(STUDIES);
    live.reset();
    refuse(new Error('too late'));
    await new Promise((passed) => setTimeout(passed));
    expect(live.store.getState().phase).toBe('idle');
  });
});
