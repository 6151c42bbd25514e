import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { previewOf, previewPath } from './runPreview';

const folder = join(import.meta.dirname, '../../engine/core/src/presets');

it('has the queue of each preset', () => {
  const scenarios = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const ids = scenarios.map((file) => file.slice(0, -'.json'.length));
  expect(ids.length).toBeGreaterThan(20);
  expect(ids.filter((id) => previewOf(id) === null)).toEqual([]);
  for (const { low, high } of ids.map((id) => previewOf(id)!)) {
    expect(low).toHaveLength(high.length);
    expect(Math.max(...high)).toBe(100);
    expect(low.every((percent, i) => percent <= high[i]!)).toBe(true);
  }
});

it('draws the area between least and largest queue', () => {
  const preview = { window_s: 1, packets: 10, low: [0, 50], high: [100, 50] };
  expect(previewPath(preview, 10, 12)).toBe('M0 1L10 6L10 6L0 11z');
});
