import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { initialLab } from './state';
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

it('what a file lost comes first', () => {
  expect(allWarnings(state).map(({ path }) => path)).toEqual([
    'groups.1.traffic',
    'groups.tcp.access',
    'warmup_s',
    'bottlenecks.r0.rate_bps',
  ]);
  expect(countOf(state.lost)).toBe('1 warning');
  expect(countOf(state.warnings)).toBe('3 warnings');
});
