import { describe, expect, it } from 'vitest';
import { applyPatches } from '../scenario/patch';
import type { Scenario } from '../scenario/types';
import { connect, duplicate, flip, freshId, move, remove, rename, type Change } from './edits';
import { bottleneck, dumbbell, edge, group, row, udp } from './testing/dumbbell';

const groupOf = (scenario: Scenario, id: string) => scenario.groups.find((each) => each.id === id);
const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

function after(scenario: Scenario, change: Change | null): Scenario {
  if (!change) throw new Error('expected a change');
  return applyPatches(scenario, change.set);
}

describe('a name', () => {
  it('has an unused id', () => {
    expect(freshId(dumbbell({ groups: [group('a'), group('a2')] }), 'a')).toBe('a3');
    expect(freshId(row([]), 'r0')).toBe('r3');
  });

  it('limits ids to 32 characters and labels to 60', () => {
    const long = 'a'.repeat(32);
    const scenario = dumbbell({ groups: [group(long, { label: 'b'.repeat(60) })] });
    const next = after(scenario, duplicate(scenario, { kind: 'group', id: long }));
    expect(next.groups[1]).toMatchObject({ id: `${'a'.repeat(31)}2`, label: `${'b'.repeat(53)} (copy)` });
  });
});

describe('duplicating', () => {
  it('appends a whole copy of a group, so that it can begin while running', () => {
    const scenario = dumbbell({ groups: [group('tcp', { count: 40 }), udp('udp')] });
    const change = duplicate(scenario, { kind: 'group', id: 'tcp' });
    expect(change?.set[0]?.path).toBe('groups.tcp2');
    expect(groupOf(after(scenario, change), 'tcp2')).toEqual({ ...scenario.groups[0]!, id: 'tcp2' });
  });

  it('keeps rate and delay of a bottleneck', () => {
    const scenario = dumbbell();
    const next = after(scenario, duplicate(scenario, { kind: 'bottleneck', id: 'r0' }));
    expect(next.bottlenecks[1]).toEqual({ ...scenario.bottlenecks[0]!, id: 'r1' });
  });
});

describe('removing', () => {
  it('removes a deleted edge router from its groups', () => {
    const scenario = dumbbell({ edges: [edge('a1')], groups: [group('tcp', { edge: 'a1' })] });
    const next = after(scenario, remove(scenario, { kind: 'edge', id: 'a1' }));
    expect(next.edges).toEqual([]);
    expect(groupOf(next, 'tcp')?.edge).toBeNull();
  });

  it('removes a deleted bottleneck from the paths; a path without any becomes the whole row', () => {
    const scenario = row([group('two', { via: ['r0', 'r1'] }), group('one', { via: ['r1'] })]);
    const next = after(scenario, remove(scenario, { kind: 'bottleneck', id: 'r1' }));
    expect(groupOf(next, 'two')?.via).toEqual(['r0']);
    expect(groupOf(next, 'one')?.via).toBeNull();
  });

  it('does not remove the only bottleneck', () => {
    expect(remove(dumbbell(), { kind: 'bottleneck', id: 'r0' })).toBeNull();
  });
});

describe('moving', () => {
  it('changes the order in the scenario', () => {
    const scenario = dumbbell({ groups: ['a', 'b', 'c'].map((id) => group(id)) });
    expect(ids(after(scenario, move(scenario, { kind: 'group', id: 'c' }, -2)).groups)).toEqual([
      'c',
      'a',
      'b',
    ]);
    expect(move(scenario, { kind: 'group', id: 'a' }, -1)).toBeNull();
  });

  it('keeps stretches without gaps when a bottleneck changes places', () => {
    const scenario = row([group('tail', { via: ['r1', 'r2'] }), group('head', { via: ['r0', 'r1'] })]);
    const next = after(scenario, move(scenario, { kind: 'bottleneck', id: 'r2' }, -2));
    expect(ids(next.bottlenecks)).toEqual(['r2', 'r0', 'r1']);
    expect(groupOf(next, 'tail')?.via).toBeNull();
    expect(groupOf(next, 'head')?.via).toEqual(['r0', 'r1']);
  });
});

describe('connecting', () => {
  it('connects a group to an edge router and disconnects it', () => {
    const scenario = dumbbell({ edges: [edge('a1')] });
    const by = after(scenario, connect(scenario, 'tcp', [{ kind: 'edge', id: 'a1' }]));
    expect(groupOf(by, 'tcp')?.edge).toBe('a1');
    const back = after(by, connect(by, 'tcp', [{ kind: 'entry', junction: 0 }]));
    expect(groupOf(back, 'tcp')?.edge).toBeNull();
  });

  it('chooses a stretch by its entry and its exit, as one change', () => {
    const scenario = row([group('tcp')]);
    const change = connect(scenario, 'tcp', [
      { kind: 'entry', junction: 1 },
      { kind: 'exit', junction: 2 },
    ]);
    expect(change?.set).toEqual([{ path: 'groups.tcp.via', value: ['r1'] }]);
  });

  it('counts from the right for reverse groups', () => {
    const scenario = row([group('back', { direction: 'reverse' })]);
    const change = connect(scenario, 'back', [
      { kind: 'entry', junction: 2 },
      { kind: 'exit', junction: 1 },
    ]);
    expect(change?.set).toEqual([{ path: 'groups.back.via', value: ['r1'] }]);
  });

  it('returns null if the path is unchanged', () => {
    expect(connect(dumbbell(), 'tcp', [{ kind: 'entry', junction: 0 }])).toBeNull();
  });
});

describe('turning round', () => {
  it('leaves the edge router, which serves the groups of its side only', () => {
    const scenario = dumbbell({ edges: [edge('a1')], groups: [group('tcp', { edge: 'a1' })] });
    expect(groupOf(after(scenario, flip(scenario, 'tcp')), 'tcp')).toMatchObject({
      direction: 'reverse',
      edge: null,
    });
  });

  it('gives the reverse path the forward buffer, unless it has a limit', () => {
    const back = (queue: object) => {
      const scenario = dumbbell({ groups: [group('tcp')] });
      const [r0] = scenario.bottlenecks;
      if (r0) r0.reverse = { ...r0.reverse, queue: { ...r0.queue, ...queue } };
      return after(scenario, flip(scenario, 'tcp')).bottlenecks[0]?.reverse.queue;
    };
    const there = dumbbell().bottlenecks[0]?.queue;
    expect(back({ limit_packets: 1_000_000 })).toEqual(there);
    expect(back({ limit_packets: 7 })).toEqual({ ...there, limit_packets: 7 });
  });
});

describe('renaming', () => {
  it('gives a group a label and leaves its id, which links and edits refer to', () => {
    const change = rename(dumbbell(), { kind: 'group', id: 'tcp' }, ' Web users ');
    expect(change?.set).toEqual([{ path: 'groups.tcp.label', value: 'Web users' }]);
  });

  it('changes only the label of a bottleneck or an edge router, not its id', () => {
    const scenario = row([group('tcp', { via: ['r1', 'r2'] })]);
    const next = after(scenario, rename(scenario, { kind: 'bottleneck', id: 'r1' }, 'core link'));
    expect(ids(next.bottlenecks)).toEqual(['r0', 'r1', 'r2']);
    expect(next.bottlenecks[1]?.label).toBe('core link');
    expect(groupOf(next, 'tcp')?.via).toEqual(['r1', 'r2']);
    const edges = dumbbell({ edges: [edge('a1')] });
    const change = rename(edges, { kind: 'edge', id: 'a1' }, 'campus');
    expect(change?.set).toEqual([{ path: 'edges.a1.label', value: 'campus' }]);
  });

  it('ignores an empty name', () => {
    expect(rename(dumbbell(), { kind: 'group', id: 'tcp' }, '  ')).toBeNull();
  });
});

it('leaves no reference to a removed element', () => {
  const scenario = dumbbell({
    bottlenecks: [bottleneck('r0'), bottleneck('r1')],
    edges: [edge('a1')],
    groups: [group('tcp', { edge: 'a1', via: ['r0'] })],
  });
  const changes = [
    remove(scenario, { kind: 'edge', id: 'a1' }),
    remove(scenario, { kind: 'bottleneck', id: 'r0' }),
    rename(scenario, { kind: 'edge', id: 'a1' }, 'b'),
    rename(scenario, { kind: 'bottleneck', id: 'r0' }, 'b'),
  ];
  for (const change of changes) {
    const next = after(scenario, change);
    for (const each of next.groups) {
      if (each.edge !== null) expect(ids(next.edges)).toContain(each.edge);
      for (const id of each.via ?? []) expect(ids(next.bottlenecks)).toContain(id);
    }
  }
});
