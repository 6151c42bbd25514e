/** Profiles of hosts: fields that differ from them, and the changes that a choice makes. */
import { describe, expect, it } from 'vitest';
import type { Catalog, Param, Section } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import { choosing, deviations, patchesOfProfile, withProfile } from './profile';

const param = (name: string, kind: Param['kind']): Param => ({
  name,
  label: `Label of ${name}`,
  help: '',
  source: null,
  unit: '',
  kind,
  live: false,
  advanced: false,
});

const section = (id: string, params: Param[], more: Partial<Section> = {}): Section => ({
  id,
  label: id,
  help: '',
  source: null,
  class: null,
  params,
  ...more,
});

const text: Param['kind'] = { type: 'choice', options: [] };
const source = 'RFC 0';

const tcp = section(
  'traffic.tcp',
  [
    param('profile', text),
    param('recovery', text),
    param('controller', { type: 'one_of', registry: 'controller' }),
    param('ecn', text),
  ],
  {
    profiles: [
      {
        id: 'linux',
        settings: [
          { field: 'controller', value: { kind: 'cubic' }, source, initial: true },
          { field: 'recovery', value: 'rack', source },
          { field: 'controller.cubic.form', value: 'classic', source },
          { field: 'ecn', value: 'off', source },
          { field: 'ecn', value: 'accurate', source, when: ['controller', 'dctcp'] },
        ],
        not_modeled: [],
      },
      { id: 'rfc', settings: [{ field: 'recovery', value: 'sack', source }], not_modeled: [] },
    ],
  },
);

const catalog: Catalog = {
  engine: '1',
  limits: {},
  sections: {
    scenario: section('scenario', [param('groups', { type: 'list', section: 'group', max: 9 })]),
    group: section('group', [param('traffic', { type: 'one_of', registry: 'traffic' })]),
    'traffic.tcp': tcp,
    'controller.cubic': section('controller.cubic', [param('form', text)]),
    'controller.reno': section('controller.reno', []),
    'controller.dctcp': section('controller.dctcp', []),
  },
  registries: { traffic: ['traffic.tcp'], controller: ['controller.cubic', 'controller.reno'] },
  states: [],
  series: [],
  measures: [],
  warnings: [],
};

const linux = {
  kind: 'tcp',
  profile: 'linux',
  recovery: 'rack',
  controller: { kind: 'cubic', form: 'classic' },
  ecn: 'off',
};

const scenarioOf = (traffic: unknown) => ({ groups: [{ id: 'g', traffic }] }) as unknown as Scenario;

const labels = (traffic: unknown): string[] => deviations(catalog, tcp, traffic).map(({ name }) => name);

describe('fields that differ from the profile', () => {
  it('are none of a group that follows it, whatever its controller', () => {
    expect(labels(linux)).toEqual([]);
    expect(labels({ ...linux, controller: { kind: 'reno' } })).toEqual([]);
  });

  it('are those with other values, also in the controller', () => {
    expect(labels({ ...linux, recovery: 'sack', controller: { kind: 'cubic', form: 'other' } })).toEqual([
      'recovery',
      'form',
    ]);
  });

  it('depend on the controller where a setting does', () => {
    const dctcp = { ...linux, controller: { kind: 'dctcp' } };
    expect(labels({ ...dctcp, ecn: 'accurate' })).toEqual([]);
    expect(labels(dctcp)).toEqual(['ecn']);
  });

  it('are none without a profile', () => {
    expect(labels({ ...linux, profile: 'own', recovery: 'sack' })).toEqual([]);
  });
});

describe('the choice of a profile', () => {
  it('sets its fields and keeps the controller', () => {
    expect(choosing(tcp, { ...linux, profile: 'rfc' }, 'groups.g.traffic', 'linux')).toEqual([
      { path: 'groups.g.traffic.profile', value: 'linux' },
      { path: 'groups.g.traffic.profile_expanded', value: true },
      { path: 'groups.g.traffic.recovery', value: 'rack' },
      { path: 'groups.g.traffic.controller.form', value: 'classic' },
      { path: 'groups.g.traffic.ecn', value: 'off' },
    ]);
  });

  it('changes no other field if there is no such profile', () => {
    expect(choosing(tcp, linux, 'groups.g.traffic', 'own').map(({ value }) => value)).toEqual(['own', false]);
  });

  it('is found in a patch of its field only', () => {
    const patch = { path: 'groups.g.traffic.profile', value: 'rfc' };
    expect(patchesOfProfile(catalog, scenarioOf(linux), patch)).toHaveLength(3);
    const other = { path: 'groups.g.traffic.recovery', value: 'sack' };
    expect(patchesOfProfile(catalog, scenarioOf(linux), other)).toBeNull();
  });
});

describe('another controller under a profile', () => {
  const path = 'groups.g.traffic.controller';

  it('gets the parameters of the profile', () => {
    const reno = scenarioOf({ ...linux, controller: { kind: 'reno' } });
    expect(withProfile(catalog, reno, path, { kind: 'cubic' })).toEqual([
      { path, value: { kind: 'cubic', form: 'classic' } },
    ]);
  });

  it('brings what the profile says beside it, and takes it back', () => {
    const ecn = 'groups.g.traffic.ecn';
    expect(withProfile(catalog, scenarioOf(linux), path, { kind: 'dctcp' })).toEqual([
      { path, value: { kind: 'dctcp' } },
      { path: ecn, value: 'accurate' },
    ]);
    const dctcp = scenarioOf({ ...linux, controller: { kind: 'dctcp' }, ecn: 'accurate' });
    expect(withProfile(catalog, dctcp, path, { kind: 'reno' })).toEqual([
      { path, value: { kind: 'reno' } },
      { path: ecn, value: 'off' },
    ]);
  });

  it('does not touch what was chosen otherwise, nor groups without a profile', () => {
    const classic = scenarioOf({ ...linux, ecn: 'classic' });
    expect(withProfile(catalog, classic, path, { kind: 'dctcp' })).toHaveLength(1);
    const own = scenarioOf({ ...linux, profile: 'own' });
    expect(withProfile(catalog, own, path, { kind: 'cubic' })).toEqual([{ path, value: { kind: 'cubic' } }]);
  });
});
