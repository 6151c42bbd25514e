import { createStore } from 'zustand/vanilla';
import { describe, expect, it } from 'vitest';
import { IDLE, type SweepState } from '../study/sweep';
import type { CaseLine, StudyDocument } from '../types/engine';
import { addressOf, idIn, linkTo } from './address';
import { openArtefact } from './files';
import { LiveRun, type Runner } from './live';
import { ARTEFACT, KEPT } from './testing';

const at = (folder: string) => `../../engine/artefacts/${folder}/vishwanath-f11.json`;
const PAPERS = { [at('papers')]: 'paper' };
const RESULTS = { [at('results')]: 'result' };
const served = (files: Record<string, string>) => (url: string) =>
  url in files ? Promise.resolve(files[url]!) : Promise.reject(new Error('the server answers 404'));

describe('opening an artefact', () => {
  const open = (files: Record<string, string>, results = RESULTS) =>
    openArtefact('vishwanath-f11', served(files), PAPERS, results);

  it('gives it with its kept result', async () => {
    const opened = await open({ paper: JSON.stringify(ARTEFACT), result: JSON.stringify(KEPT) });
    expect(opened).toMatchObject({ ok: true, opened: { lacking: null, kept: { date: '2026-11-22' } } });
  });

  it('says why it cannot', async () => {
    expect(await open({ result: '{}' })).toEqual({
      ok: false,
      message: 'vishwanath-f11 could not be fetched: the server answers 404.',
    });
    expect(await open({ paper: '<html>' })).toEqual({
      ok: false,
      message: 'The file of vishwanath-f11 cannot be shown: it is no JSON.',
    });
    for (const id of ['none', 'constructor', '../papers/vishwanath-f11']) {
      expect(await openArtefact(id, served({}), PAPERS, RESULTS)).toMatchObject({ ok: false });
    }
  });

  it('shows it without a result, and says so', async () => {
    const paper = JSON.stringify(ARTEFACT);
    expect(await open({ paper }, {})).toMatchObject({
      opened: { kept: null, lacking: 'It was not checked yet.' },
    });
    expect(await open({ paper, result: '7' })).toMatchObject({
      opened: { kept: null, lacking: 'The result of its last check cannot be shown: it is no object.' },
    });
    expect(await open({ paper })).toMatchObject({ ok: true, opened: { kept: null } });
  });
});

describe('the address', () => {
  it('names an artefact, and nothing else', () => {
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
  const STUDIES = ['a', 'b'].map((name) => ({ name, study: { scenario: name } satisfies StudyDocument }));

  /** Each study has two runs; `phase` is how it ends. */
  function hired(phase: SweepState['phase'] = 'done') {
    const store = createStore<SweepState>(() => IDLE);
    const said = { cancelled: 0 };
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
        said.cancelled++;
      },
    } as unknown as Runner;
    return { runner, said };
  }

  it('runs one study after another and keeps their lines apart', async () => {
    const live = new LiveRun(() => hired().runner);
    const shares: number[] = [];
    live.store.subscribe(({ done }) => shares.push(done));
    await live.start(STUDIES);
    const { phase, lines, runs, total } = live.store.getState();
    expect([phase, runs, total, [...lines.keys()]]).toEqual(['done', 4, 4, ['a', 'b']]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('ends the workers when it is stopped, and keeps what came', async () => {
    const { runner, said } = hired();
    const live = new LiveRun(() => runner);
    const over = live.start(STUDIES);
    await Promise.resolve();
    live.stop();
    const { phase, runs } = live.store.getState();
    expect(phase).toBe('stopped');
    expect(runs).toBeGreaterThan(0);
    await over;
    expect(live.store.getState()).toMatchObject({ phase, runs });
    expect(said.cancelled).toBe(1);
  });

  it('says why it could not go on', async () => {
    const live = new LiveRun(() => hired('failed').runner);
    await live.start(STUDIES);
    expect(live.store.getState()).toMatchObject({ phase: 'failed', message: 'No worker.' });
  });
});
