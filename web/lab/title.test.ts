import { describe, expect, it } from 'vitest';
import { fakePreset, fakeScenario } from '../engine/testing/fake-engine';
import { shownTitle, titleOf } from './title';

const whole = fakeScenario({ title: 'One flow' });
const presets = [fakePreset({ id: 'one', title: 'One flow', former_titles: ['A flow'] })];
const known = { presets, presetId: null, completed: { one: whole } };

describe('the shown title of an experiment', () => {
  it.each([
    ['is that of an unchanged preset', { ...whole }, 'One flow'],
    ['ignores the seed and texts', { ...whole, seed: 9, note: 'Mine.' }, 'One flow'],
    ['says that a field of the preset was changed', { ...whole, duration_s: 7 }, 'One flow, changed'],
    [
      'says that the preset has edits',
      { ...whole, edits: [{ at_s: 1, set: [{ path: 'duration_s', value: 7 }] }] },
      'One flow, changed',
    ],
    ['knows earlier titles of a preset', { ...whole, title: 'A flow', duration_s: 7 }, 'A flow, changed'],
    ['is that of the author for another experiment', { ...whole, title: 'Mine', duration_s: 7 }, 'Mine'],
    ['is empty without a title', { ...whole, title: '', duration_s: 7 }, ''],
  ])('%s', (_, document, title) => {
    expect(shownTitle({ ...known, document })).toBe(title);
  });

  it('ignores labels of groups, which do not affect the run', () => {
    const groups = whole.groups.map((group) => ({ ...group, label: 'Ours' }));
    expect(shownTitle({ ...known, document: { ...whole, groups } })).toBe('One flow');
  });

  it('makes no remark while the defaults of the preset are unknown', () => {
    expect(shownTitle({ ...known, completed: {}, document: { ...whole, duration_s: 7 } })).toBe('One flow');
  });

  it('is the same for an experiment that another view took from the Lab', () => {
    expect(titleOf(whole, known)).toBe('One flow');
    expect(titleOf({ ...whole, duration_s: 7 }, known)).toBe('One flow, changed');
    expect(titleOf(null, known)).toBe('');
  });

  it('is empty before there is an experiment', () => {
    expect(shownTitle({ ...known, document: null })).toBe('');
  });
});
