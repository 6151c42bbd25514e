import { expect, it } from 'vitest';
import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { outlineOf, outlineText } from './outline';

it('reads groups and buffers of a scenario without defaults', () => {
  const outline = outlineOf(
    {
      bottlenecks: [
        { id: 'r0', rate_bps: 10e6, delay_s: 0.04, queue: { kind: 'drop_tail', limit_packets: 100 } },
      ],
      groups: [
        { id: 'tcp', count: 1000, traffic: 'tcp' },
        { id: 'back', direction: 'reverse', traffic: { kind: 'poisson' } },
      ],
    },
    FAKE_CATALOG,
  );
  expect(outline.groups).toEqual([
    { id: 'tcp', count: 1000, class: 'tcp', color: 'tcp', reverse: false },
    { id: 'back', count: 1, class: 'udp', color: 'udp', reverse: true },
  ]);
  expect(outlineText(outline)).toBe(
    'tcp ×1,000, back ×1 (reverse) through 10\u00a0Mb/s with a buffer of 100\u00a0packets',
  );
});

it('returns an empty outline for other values', () => {
  for (const nonsense of [null, 7, [], 'x', { groups: 3, bottlenecks: [null] }]) {
    expect(outlineOf(nonsense, null)).toEqual({ groups: [], bottlenecks: [] });
  }
});
