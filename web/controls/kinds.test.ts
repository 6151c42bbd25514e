import { describe, expect, it } from 'vitest';
import { kindOf, type Param, type Section } from '../engine/catalog';
import { companions, withKind } from './kinds';
import { catalog, scenario } from './fixtures';

const number = (name: string, unit: Param['unit'], initial?: number): Param => ({
  name,
  label: name,
  help: '',
  source: null,
  unit,
  kind: { type: 'number', min: 1, max: 1e12, log: true, nullable: false },
  live: true,
  advanced: false,
  ...(initial !== undefined && { default: initial }),
});
const section = (id: string, params: Param[]): Section => ({
  id,
  label: id,
  help: '',
  source: null,
  class: null,
  params,
});

const dropTail = section('queue.drop_tail', [
  number('limit_packets', 'packets', 10),
  number('target', 's', 1),
]);
const red = section('queue.red', [number('limit_packets', 'packets', 10), number('target', 'packets', 5)]);
const poisson = section('traffic.poisson', [number('rate_bps', 'b/s'), number('packet_bytes', 'B', 1000)]);

it('takes the kind from the id', () => {
  expect(kindOf(dropTail)).toBe('drop_tail');
});

it('keeps only parameters that the new kind also has', () => {
  const value = { kind: 'drop_tail', limit_packets: 64, target: 0.1 };
  expect(withKind(value, dropTail, red, null)).toEqual({ kind: 'red', limit_packets: 64 });
});

it('gives an initial value to numbers without a default', () => {
  expect(withKind({ kind: 'tcp' }, null, poisson, null)).toEqual({ kind: 'poisson', rate_bps: 1e6 });
});

describe('companion values of a kind', () => {
  const param = (name: string, kind: Param['kind'], more: Partial<Param> = {}): Param => ({
    ...number(name, ''),
    kind,
    ...more,
  });
  const oneOf = (registry: string): Param['kind'] => ({ type: 'one_of', registry });
  const traffic = section('traffic.tcp', [
    param('recovery', { type: 'choice', options: [] }, { default: 'newreno' }),
    param('congestion_control', oneOf('congestion_control'), {
      companions: [{ value: 'cubic', field: 'recovery', becomes: 'rack' }],
    }),
  ]);
  const group = section('group', [param('traffic', oneOf('traffic'))]);
  const top = section('scenario', [param('groups', { type: 'list', section: 'group', max: 9 })]);
  const sections = { ...catalog.sections, scenario: top, group, 'traffic.tcp': traffic };
  const withRecovery = (recovery: string) => ({
    ...scenario,
    groups: scenario.groups.map((each) => ({ ...each, traffic: { ...each.traffic, recovery } })),
  });
  const path = 'groups.tcp.traffic.congestion_control';
  const goesWith = (recovery: string, chosen: string) =>
    companions({ ...catalog, sections }, withRecovery(recovery), path, chosen);

  it('are set if the fields have their default values', () => {
    expect(goesWith('newreno', 'cubic')).toEqual([{ path: 'groups.tcp.traffic.recovery', value: 'rack' }]);
  });

  it('are not set over chosen values, nor for kinds without companions', () => {
    expect(goesWith('sack', 'cubic')).toEqual([]);
    expect(goesWith('newreno', 'reno')).toEqual([]);
    expect(companions(catalog, scenario, 'bottlenecks.r0.queue', 'red')).toEqual([]);
  });
});
