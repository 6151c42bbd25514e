import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { initialLab } from './state';
import { arrived, hashOf, wait } from './testing/visit';
import { allWarnings, countOf, subjectOf, warningsAbout } from './warnings';

const warning = (path: string) => ({ id: 'x', path, sentence: 'S.', remedy: 'R.' });
const state = {
  ...initialLab,
  current: fakeScenario(),
  lost: [warning('groups.1.traffic')],
  warnings: [warning('groups.tcp.access'), warning('warmup_s'), warning('bottlenecks.r0.rate_bps')],
};

describe('a warning', () => {
  it('is about the thing that its path leads into, by id or by position', () => {
    const subject = (path: string) => subjectOf(path, fakeScenario());
    expect(subject('groups.tcp.access.delay_s')).toEqual({ kind: 'group', id: 'tcp' });
    expect(subject('groups.1')).toEqual({ kind: 'group', id: 'udp' });
    expect(subject('bottlenecks.r0.rate_bps')).toEqual({ kind: 'bottleneck', id: 'r0' });
    expect(subject('edits.3.at_s')).toEqual({ kind: 'scenario' });
    expect(subject('groups.gone.count')).toEqual({ kind: 'scenario' });
  });

  it('is found by its thing', () => {
    expect(warningsAbout(state, { kind: 'group', id: 'udp' })).toEqual(state.lost);
    expect(warningsAbout(state, { kind: 'scenario' })).toEqual([warning('warmup_s')]);
    expect(warningsAbout({ ...state, current: null }, { kind: 'scenario' })).toEqual([]);
  });
});

it('warnings of the file come first', () => {
  expect(allWarnings(state).map(({ path }) => path)).toEqual([
    'groups.1.traffic',
    'groups.tcp.access',
    'warmup_s',
    'bottlenecks.r0.rate_bps',
  ]);
  expect(countOf(state.lost)).toBe('1 warning');
  expect(countOf(state.warnings)).toBe('3 warnings');
});

describe('a Lab', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has the warnings of its run until it ends', async () => {
    const v = await arrived({
      hash: hashOf(fakeScenario({ traps: { 'groups.tcp.access': 0 } }), { t_s: 1 }),
    });
    await wait(50);
    expect(v.state().warnings).toMatchObject([{ path: 'groups.tcp.access' }]);
    v.actions.openPreset('two');
    await wait(100);
    expect(v.state().warnings).toEqual([]);
  });

  it('has the warnings of the opened file until another experiment is opened', async () => {
    const v = await arrived();
    const file = (text: string) => ({
      name: 'x.json',
      size: text.length,
      text: () => Promise.resolve(text),
      slice: () => ({ arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer) }),
    });
    const opened = v.sharing.openFile(file(JSON.stringify(fakeScenario({ title: 'twice' }))));
    await wait(100);
    expect((await opened).ok).toBe(true);
    expect(allWarnings(v.state())).toMatchObject([{ path: 'title' }]);
    v.actions.openPreset('two');
    await wait(100);
    expect(allWarnings(v.state())).toEqual([]);
  });
});
