import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { applyPatches, isPlain, merged, PatchError } from './patch';
import { valueAt } from './path';

const SCENARIO = fakeScenario();

describe('patches', () => {
  it('address items by id or by position', () => {
    const byId = applyPatches(SCENARIO, [{ path: 'groups.udp.traffic.rate_bps', value: 2e6 }]);
    const byPosition = applyPatches(SCENARIO, [{ path: 'groups.1.traffic.rate_bps', value: 2e6 }]);
    expect(byId).toEqual(byPosition);
    expect(valueAt(byId, 'groups.udp.traffic.rate_bps')).toBe(2e6);
  });

  it('do not modify the old scenario, and share unchanged parts', () => {
    const before = structuredClone(SCENARIO);
    const after = applyPatches(SCENARIO, [{ path: 'bottlenecks.r0.rate_bps', value: 1e6 }]);
    expect(SCENARIO).toEqual(before);
    expect(after.groups).toBe(SCENARIO.groups);
    expect(after.bottlenecks[0]!.queue).toBe(SCENARIO.bottlenecks[0]!.queue);
  });

  it('append an item under a new id and remove one by null', () => {
    const added = applyPatches(SCENARIO, [{ path: 'groups.web', value: { count: 3 } }]);
    expect(added.groups[2]).toEqual({ count: 3, id: 'web' });
    const removed = applyPatches(added, [{ path: 'groups.tcp', value: null }]);
    expect(removed.groups.map(({ id }) => id)).toEqual(['udp', 'web']);
  });

  it('replace one limit of a queue by the other', () => {
    const after = applyPatches(SCENARIO, [{ path: 'bottlenecks.r0.queue.limit_bytes', value: 64_000 }]);
    expect(after.bottlenecks[0]!.queue).toMatchObject({ limit_packets: null, limit_bytes: 64_000 });
  });

  it('name the path that does not exist', () => {
    for (const path of ['nothing', 'groups.web.count', 'groups.9', 'title.x', 'bottlenecks.r0.queue.limit']) {
      expect(() => applyPatches(SCENARIO, [{ path, value: 1 }]), path).toThrow(PatchError);
    }
  });

  it('can be shown at once only if a plain value replaces a plain value', () => {
    expect(isPlain(SCENARIO, { path: 'seed', value: 2 })).toBe(true);
    expect(isPlain(SCENARIO, { path: 'groups.tcp.edge', value: 'a1' })).toBe(true);
    expect(isPlain(SCENARIO, { path: 'groups.tcp.traffic', value: 'cbr' })).toBe(false);
    expect(isPlain(SCENARIO, { path: 'groups.tcp', value: null })).toBe(false);
    expect(isPlain(SCENARIO, { path: 'groups.new', value: {} })).toBe(false);
    expect(isPlain(SCENARIO, { path: 'groups.tcp.start_s', value: { uniform: [0, 1] } })).toBe(false);
  });

  it('of one field in sequence are merged into the last', () => {
    const a = { path: 'seed', value: 1 };
    const b = { path: 'title', value: 'x' };
    expect(merged([a, { ...a, value: 2 }, b, { ...a, value: 3 }])).toEqual([
      { ...a, value: 2 },
      b,
      { ...a, value: 3 },
    ]);
  });
});
