import { expect, it } from 'vitest';
import type { Preset } from '../engine/catalog';
import { fakePreset } from '../engine/testing/fake-engine';
import { searchPresets } from './search';

const preset = (id: string, title: string, source: string): Preset => fakePreset({ id, title, source });

const presets = [
  preset('one-flow', 'One Reno flow, buffer = BDP', 'Ganjali 2007, Figure 2.3'),
  preset('anomaly', 'Anomalous loss in tiny buffers', 'Vishwanath 2011, Fig. 11'),
];

it('finds presets by words of their texts and keywords, in any order and case', () => {
  expect(searchPresets(presets, 'bdp RENO').map((p) => p.id)).toEqual(['one-flow']);
  expect(searchPresets(presets, '2011').map((p) => p.id)).toEqual(['anomaly']);
  expect(searchPresets(presets, ' ')).toHaveLength(2);
  expect(searchPresets(presets, 'cubic')).toEqual([]);
});

it('returns presets with the words in the title first, because Enter opens the first', () => {
  const reversed = [preset('other', 'Another', 'Anomalous loss, 2011'), ...presets];
  expect(searchPresets(reversed, 'anomalous').map((p) => p.id)).toEqual(['anomaly', 'other']);
});
