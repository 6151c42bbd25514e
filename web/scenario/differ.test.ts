import { describe, expect, it } from 'vitest';
import { differencesBetween } from './differ';

const BASE = {
  title: 'One',
  seed: 1,
  bottlenecks: [{ id: 'r0', rate_bps: 1e6, queue: { kind: 'drop_tail', limit_bytes: 11_000 } }],
  groups: [{ id: 'tcp', count: 2 }],
};

describe('what stands otherwise', () => {
  it('is found by the ids of things, whatever their order', () => {
    const other = { ...BASE, groups: [{ id: 'udp' }, { id: 'tcp', count: 3 }] };
    expect(differencesBetween(BASE, other)).toEqual([
      { path: 'groups.tcp.count', before: 2, after: 3 },
      { path: 'groups.udp', before: undefined, after: { id: 'udp' } },
    ]);
  });

  it('is nothing where only texts for people differ', () => {
    expect(differencesBetween(BASE, { ...BASE, title: 'Two' })).toEqual([]);
  });
});
