import { describe, expect, it } from 'vitest';
import { FAKE_CATALOG, fakeScenario } from '../engine/testing/fake-engine';
import { isLive, isTextOnly, paramAt } from './live';

const live = (...paths: string[]): boolean =>
  isLive(
    FAKE_CATALOG,
    fakeScenario(),
    paths.map((path) => ({ path, value: 1 })),
  );

describe('a change applies to the running simulation', () => {
  it('where the catalog says so, through lists, sections and kinds', () => {
    expect(live('bottlenecks.r0.rate_bps')).toBe(true);
    expect(live('bottlenecks.0.queue.limit_packets')).toBe(true);
    expect(live('bottlenecks.r0.reverse.rate_bps')).toBe(true);
    expect(live('bottlenecks.r0.queue')).toBe(true);
    expect(live('groups.udp.traffic.rate_bps')).toBe(true);
    expect(live('groups.tcp.traffic.kind')).toBe(true);
  });

  it('not where it does not, nor where it knows of no such field', () => {
    expect(live('seed')).toBe(false);
    expect(live('groups.udp.traffic.packet_bytes')).toBe(false);
    expect(live('groups.tcp.traffic.rate_bps')).toBe(false);
    expect(live('groups.tcp.access.delay_s.uniform.0')).toBe(false);
    expect(live('bottlenecks.r1')).toBe(false);
    expect(live('no.such.path')).toBe(false);
  });

  it('when whole groups come and go', () => {
    expect(live('groups.new')).toBe(true);
    expect(live('groups.tcp')).toBe(true);
  });

  it('only if all of it does', () => {
    expect(live('bottlenecks.r0.rate_bps', 'groups.tcp.count')).toBe(true);
    expect(live('bottlenecks.r0.rate_bps', 'seed')).toBe(false);
  });
});

it('finds the distribution that a field inside it belongs to', () => {
  expect(paramAt(FAKE_CATALOG, fakeScenario(), 'groups.tcp.access.delay_s.uniform.1')).toMatchObject({
    name: 'delay_s',
  });
  expect(paramAt(FAKE_CATALOG, fakeScenario(), 'groups.tcp')).toMatchObject({ name: 'groups' });
  expect(paramAt(FAKE_CATALOG, fakeScenario(), 'groups.tcp.nothing')).toBeNull();
});

it('tells texts for people from everything else', () => {
  expect(
    isTextOnly([
      { path: 'title', value: 'x' },
      { path: 'groups.tcp.label', value: '' },
    ]),
  ).toBe(true);
  expect(isTextOnly([{ path: 'title', value: 5 }])).toBe(false);
  expect(
    isTextOnly([
      { path: 'title', value: 'x' },
      { path: 'seed', value: 1 },
    ]),
  ).toBe(false);
});
