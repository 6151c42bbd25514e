import { describe, expect, it } from 'vitest';
import { differencesBetween } from './differ';

const BASE = {
  title: 'One',
  seed: 1,
  bottlenecks: [{ id: 'r0', rate_bps: 1e6, queue: { kind: 'drop_tail', limit_bytes: 11_000 } }],
  groups: [{ id: 'tcp', count: 2 }],
};

describe('differences between two scenarios', () => {
  it('are found by the ids of items, in any order', () => {
    const other = { ...BASE, groups: [{ id: 'udp' }, { id: 'tcp', count: 3 }] };
    expect(differencesBetween(BASE, other)).toEqual([
      { path: 'groups.tcp.count', before: 2, after: 3 },
      { path: 'groups.udp', before: undefined, after: { id: 'udp' } },
    ]);
  });

  it('do not include titles', () => {
    expect(differencesBetween(BASE, { ...BASE, title: 'Two' })).toEqual([]);
  });
});
