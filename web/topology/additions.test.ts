import { describe, expect, it } from 'vitest';
import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { applyPatches } from '../scenario/patch';
import { add, additions } from './additions';
import type { Change } from './edits';
import { dumbbell, edge, group, row } from './testing/dumbbell';
import type { Scenario } from '../scenario/types';

const what = (id: string) => FAKE_CATALOG.sections[id]!;

function after(scenario: Scenario, change: Change | null): Scenario {
  if (!change) throw new Error('expected a change');
  return applyPatches(scenario, change.set);
}

it('offers the kinds of traffic in the order of the catalog, then the parts of the network', () => {
  expect(additions(FAKE_CATALOG).map(({ label }) => label)).toEqual([
    'TCP',
    'Poisson',
    'Bottleneck',
    'Edge router',
  ]);
  expect(additions(null)).toEqual([]);
});

describe('a new group', () => {
  it('gets a rate of a twentieth of the bottleneck if there is no default', () => {
    const change = add(dumbbell(), what('traffic.poisson'), null);
    expect(change?.set).toEqual([
      {
        path: 'groups.udp',
        value: {
          id: 'udp',
          count: 1,
          access: { rate_bps: 1e8, delay_s: 0.005 },
          traffic: { kind: 'poisson', rate_bps: 5e5 },
        },
      },
    ]);
    expect(change?.then).toEqual({ kind: 'group', id: 'udp' });
    expect(change?.announce).toBe('Added Poisson group udp.');
  });

  it('has an unused id made from its class', () => {
    expect(add(dumbbell(), what('traffic.tcp'), null)?.then?.id).toBe('tcp2');
  });

  it('has little room at the sender if it adapts, and out of step, so that no flow takes the link', () => {
    const scenario = dumbbell();
    const change = add(scenario, what('traffic.tcp'), null);
    const service_s = 8000 / (scenario.bottlenecks[0]?.rate_bps ?? 0);
    expect(change?.set[0]?.value).toMatchObject({
      access: { limit_packets: 50 },
      traffic: { overhead_s: Number(service_s.toPrecision(2)) },
    });
  });
});

it('gives a new sender an overhead of a packet time of the slowest of several bottlenecks', () => {
  const scenario = row([]);
  scenario.bottlenecks[1]!.rate_bps = 2e6;
  const value = add(scenario, what('traffic.tcp'), null)?.set[0]?.value;
  expect(value).toMatchObject({ traffic: { overhead_s: 0.004 } });
});

it('puts a bottleneck behind the selected one and into the stretches that go on', () => {
  const scenario = row([group('all'), group('long', { via: ['r0', 'r1'] }), group('short', { via: ['r0'] })]);
  const next = after(scenario, add(scenario, what('bottleneck'), { kind: 'bottleneck', id: 'r0' }));
  expect(next.bottlenecks.map(({ id }) => id)).toEqual(['r0', 'r3', 'r1', 'r2']);
  expect(next.groups.map(({ via }) => via)).toEqual([null, ['r0', 'r3', 'r1'], ['r0']]);
});

describe('a new edge router', () => {
  it.each([
    ['forward', undefined],
    ['reverse', 'right'],
  ] as const)('takes up the selected %s group, on its side', (direction, side) => {
    const scenario = dumbbell({ edges: [edge('a1')], groups: [group('one', { direction })] });
    const next = after(scenario, add(scenario, what('edge'), { kind: 'group', id: 'one' }));
    expect(next.groups[0]?.edge).toBe('a2');
    expect(next.edges[1]?.side).toBe(side);
  });

  it('has no groups if none is selected, and a default queue', () => {
    const next = after(dumbbell(), add(dumbbell(), what('edge'), null));
    expect(next.groups[0]?.edge).toBeNull();
    expect(next.edges).toEqual([{ id: 'a1', rate_bps: 1e8, delay_s: 0.001 }]);
  });
});
