import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import { addBottleneck, addEdge, addGroup, connect, duplicate, freshId, remove, rename } from './edits';
import { applyPatches } from './patch';
import type { Scenario } from './types';

const base = fakeScenario();
const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id);

/** Two bottlenecks, an edge, and a group that uses all of them. */
function wired(): Scenario {
  let scenario = applyPatches(base, addBottleneck(base).set);
  scenario = applyPatches(scenario, addEdge(scenario).set);
  return applyPatches(scenario, [
    { path: 'groups.tcp.edge', value: 'a1' },
    { path: 'groups.tcp.via', value: ['r0', 'r2'] },
  ]);
}

describe('additions', () => {
  it('get ids that nothing else has', () => {
    expect(freshId(base, 'web')).toBe('web');
    expect(freshId(base, 'tcp')).toBe('tcp2');
    const twice = applyPatches(base, addGroup(base).set);
    expect(addGroup(twice).id).toBe('tcp3');
    expect(freshId(base, 'x'.repeat(32)).length).toBeLessThanOrEqual(32);
  });

  it('put a bottleneck like its neighbour behind it, by default at the end', () => {
    const two = applyPatches(base, addBottleneck(base).set);
    expect(ids(two.bottlenecks)).toEqual(['r0', 'r2']);
    expect(two.bottlenecks[1]).toEqual({ ...base.bottlenecks[0], id: 'r2' });
    const three = applyPatches(two, addBottleneck(two, 'r0').set);
    expect(ids(three.bottlenecks)).toEqual(['r0', 'r3', 'r2']);
  });

  it('connect a group to an edge router and away from it', () => {
    const scenario = applyPatches(base, addEdge(base).set);
    const connected = applyPatches(scenario, connect('udp', 'a1'));
    expect(connected.groups[1]!.edge).toBe('a1');
    expect(applyPatches(connected, connect('udp', null)).groups[1]!.edge).toBeNull();
  });
});

describe('removing', () => {
  it('removes every mention too', () => {
    const scenario = wired();
    const noEdge = applyPatches(scenario, remove(scenario, { kind: 'edge', id: 'a1' }));
    expect(noEdge).toMatchObject({ edges: [], groups: [{ edge: null }, {}] });
    const noBottleneck = applyPatches(scenario, remove(scenario, { kind: 'bottleneck', id: 'r2' }));
    expect(noBottleneck).toMatchObject({
      bottlenecks: [{ id: 'r0' }],
      groups: [{ via: ['r0'] }, { via: null }],
    });
  });

  it('keeps the last bottleneck', () => {
    expect(remove(base, { kind: 'bottleneck', id: 'r0' })).toEqual([]);
  });
});

describe('renaming', () => {
  it('renames every mention too', () => {
    const scenario = wired();
    expect(applyPatches(scenario, rename(scenario, { kind: 'edge', id: 'a1' }, 'lan'))).toMatchObject({
      edges: [{ id: 'lan' }],
      groups: [{ edge: 'lan' }, {}],
    });
    expect(applyPatches(scenario, rename(scenario, { kind: 'bottleneck', id: 'r0' }, 'core'))).toMatchObject({
      bottlenecks: [{ id: 'core' }, {}],
      groups: [{ via: ['core', 'r2'] }, { via: null }],
    });
    expect(
      ids(applyPatches(scenario, rename(scenario, { kind: 'group', id: 'udp' }, 'voice')).groups),
    ).toEqual(['tcp', 'voice']);
  });
});

describe('duplicating', () => {
  it('copies everything but the id', () => {
    const copy = duplicate(base, { kind: 'group', id: 'udp' })!;
    const scenario = applyPatches(base, copy.set);
    expect(scenario.groups[2]).toEqual({ ...base.groups[1], id: 'udp2', label: 'UDP (copy)' });
    expect(duplicate(base, { kind: 'group', id: 'nobody' })).toBeNull();
    expect(duplicate(base, { kind: 'bottleneck', id: 'r0' })).toMatchObject({ id: 'r2' });
  });
});
