import { describe, expect, it } from 'vitest';
import type { Catalog } from '../engine/catalog';
import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { applyPatches } from '../scenario/patch';
import { additions } from './additions';
import type { Change, Element } from './edits';
import { dumbbell, edge, group, row } from './testing/dumbbell';
import type { Scenario } from '../scenario/types';

/** Adds what the menu calls `id`, beside an element. */
function add(scenario: Scenario, id: string, near: Element | null = null): Change | null {
  const found = additions(CATALOG).find((one) => one.id === id);
  if (!found) throw new Error(`the menu has no ${id}`);
  return found.add(scenario, near);
}

/** The fake catalog with the kinds that services need. */
const CATALOG: Catalog = {
  ...FAKE_CATALOG,
  sections: {
    ...FAKE_CATALOG.sections,
    ...Object.fromEntries(
      ['traffic.call', 'traffic.cbr', 'workload.adaptive_video', 'workload.transfer'].map((id) => [
        id,
        { ...FAKE_CATALOG.sections['traffic.tcp']!, id },
      ]),
    ),
  },
};

function after(scenario: Scenario, change: Change | null): Scenario {
  if (!change) throw new Error('expected a change');
  return applyPatches(scenario, change.set);
}

it('offers services whose traffic the engine has, its kinds of traffic, then the parts of the network', () => {
  const offered = (catalog: Catalog | null) => additions(catalog).map(({ part, label }) => [part, label]);
  expect(offered(CATALOG)).toEqual([
    ['services', 'Call'],
    ['services', 'Video'],
    ['services', 'Download'],
    ['services', '10 CUBIC flows'],
    ['services', 'UDP, 1 % of the link'],
    ['sources', 'TCP'],
    ['sources', 'Poisson'],
    ['network', 'Bottleneck'],
    ['network', 'Edge router'],
  ]);
  expect(offered(FAKE_CATALOG).filter(([part]) => part === 'services')).toEqual([
    ['services', '10 CUBIC flows'],
  ]);
  expect(additions(null)).toEqual([]);
});

describe('a group of a service', () => {
  const groupOf = (id: string, scenario = dumbbell()) =>
    after(scenario, add(scenario, id)).groups.find((one) => one.id === id)!;

  it('takes little of the link, by the slowest bottleneck', () => {
    const scenario = row([]);
    scenario.bottlenecks[1]!.rate_bps = 2e6;
    expect(groupOf('call')).toMatchObject({ count: 1, traffic: { kind: 'call' } });
    expect(groupOf('udp', scenario)).toMatchObject({ count: 1, traffic: { kind: 'cbr', rate_bps: 2e4 } });
    expect(groupOf('download').traffic).toMatchObject({ workload: { kind: 'transfer', size_bytes: 1e7 } });
    expect(groupOf('video').traffic).toMatchObject({ workload: { kind: 'adaptive_video' } });
    expect(groupOf('flows')).toMatchObject({
      count: 10,
      access: { limit_packets: 50 },
      traffic: { profile: 'linux-6', congestion_control: 'cubic', overhead_s: 0.0012 },
    });
  });

  it('is selected, and has an unused id', () => {
    const scenario = dumbbell({ groups: [group('call')] });
    expect(add(scenario, 'call')).toMatchObject({
      then: { kind: 'group', id: 'call2' },
      announce: 'Added Call group call2.',
    });
  });
});

describe('a new group', () => {
  it('gets a rate of a hundredth of the bottleneck if there is no default', () => {
    const change = add(dumbbell(), 'traffic.poisson');
    expect(change?.set).toEqual([
      {
        path: 'groups.udp',
        value: {
          id: 'udp',
          count: 1,
          access: { rate_bps: 1e8, delay_s: 0.005 },
          traffic: { kind: 'poisson', rate_bps: 1e5 },
        },
      },
    ]);
    expect(change?.then).toEqual({ kind: 'group', id: 'udp' });
    expect(change?.announce).toBe('Added Poisson group udp.');
  });

  it('has an unused id made from its class', () => {
    expect(add(dumbbell(), 'traffic.tcp')?.then?.id).toBe('tcp2');
  });

  it('has little room at the sender if it adapts, and out of step, so that no flow takes the link', () => {
    const scenario = dumbbell();
    const change = add(scenario, 'traffic.tcp');
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
  const value = add(scenario, 'traffic.tcp')?.set[0]?.value;
  expect(value).toMatchObject({ traffic: { overhead_s: 0.004 } });
});

it('puts a bottleneck behind the selected one and into the stretches that go on', () => {
  const scenario = row([group('all'), group('long', { via: ['r0', 'r1'] }), group('short', { via: ['r0'] })]);
  const next = after(scenario, add(scenario, 'bottleneck', { kind: 'bottleneck', id: 'r0' }));
  expect(next.bottlenecks.map(({ id }) => id)).toEqual(['r0', 'r3', 'r1', 'r2']);
  expect(next.groups.map(({ via }) => via)).toEqual([null, ['r0', 'r3', 'r1'], ['r0']]);
});

describe('a new edge router', () => {
  it.each([
    ['forward', undefined],
    ['reverse', 'right'],
  ] as const)('takes up the selected %s group, on its side', (direction, side) => {
    const scenario = dumbbell({ edges: [edge('a1')], groups: [group('one', { direction })] });
    const next = after(scenario, add(scenario, 'edge', { kind: 'group', id: 'one' }));
    expect(next.groups[0]?.edge).toBe('a2');
    expect(next.edges[1]?.side).toBe(side);
  });

  it('has no groups if none is selected, and a default queue', () => {
    const next = after(dumbbell(), add(dumbbell(), 'edge'));
    expect(next.groups[0]?.edge).toBeNull();
    expect(next.edges).toEqual([{ id: 'a1', rate_bps: 1e8, delay_s: 0.001 }]);
  });
});
