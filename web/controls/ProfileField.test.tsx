// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../engine/catalog';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { catalog, param, scenario } from './fixtures';
import { Inspector } from './Inspector';

const quiet = quietLab();
const { store: lab, actions } = quiet;
const render = renderIn(quiet);

const word = (id: string, label: string) => ({ id, label, help: `Hosts of ${label}.` });

/** The catalog of the fixtures, in which TCP has a profile with two options. */
const withProfiles: Catalog = {
  ...catalog,
  sections: {
    ...catalog.sections,
    group: {
      ...catalog.sections['traffic.tcp']!,
      id: 'group',
      params: [param({ name: 'traffic', label: 'Traffic', kind: { type: 'one_of', registry: 'traffic' } })],
    },
    scenario: {
      ...catalog.sections.scenario!,
      params: [param({ name: 'groups', kind: { type: 'list', section: 'group', max: 9 } })],
    },
    'traffic.tcp': {
      ...catalog.sections['traffic.tcp']!,
      params: [
        param({
          name: 'profile',
          label: 'Sender like',
          kind: { type: 'choice', options: [word('linux-6', 'Linux 6'), word('own', 'own')] },
        }),
        param({ name: 'profile_expanded', label: 'Given', kind: { type: 'flag' } }),
        param({ name: 'delayed_ack', label: 'Delayed ACKs', kind: { type: 'flag' } }),
      ],
      profiles: [
        {
          id: 'linux-6',
          settings: [{ field: 'delayed_ack', value: true, source: 'RFC 0' }],
          not_modeled: [],
        },
      ],
    },
  },
};

function show(traffic: Record<string, unknown>): void {
  const current = {
    ...scenario,
    groups: scenario.groups.map((group) => ({ ...group, traffic: { kind: 'tcp', ...traffic } })),
  };
  lab.setState({
    ...initialLab,
    catalog: withProfiles,
    document: current,
    current,
    selection: { kind: 'group', id: 'tcp' },
  });
  render(<Inspector />);
}

const choice = (): HTMLSelectElement => screen.getByLabelText<HTMLSelectElement>('Sender like');
const shown = (): string => choice().selectedOptions[0]?.text ?? '';

beforeEach(() => {
  vi.spyOn(actions, 'change').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the choice of a profile', () => {
  it('shows the profile of a group that follows it', () => {
    show({ profile: 'linux-6', profile_expanded: true, delayed_ack: true });
    expect(shown()).toBe('Linux 6');
    expect(screen.queryByText(/Changed/)).toBeNull();
    expect(screen.queryByLabelText('Given')).toBeNull();
  });

  it('says which options have been changed', () => {
    show({ profile: 'linux-6', profile_expanded: true, delayed_ack: false });
    expect(shown()).toBe('own, from Linux 6');
    expect(screen.getByText('Changed: Delayed ACKs')).toBeTruthy();
  });

  it('restores the values of a profile that was changed', () => {
    show({ profile: 'linux-6', profile_expanded: true, delayed_ack: false });
    fireEvent.change(choice(), { target: { value: 'linux-6' } });
    expect(actions.change).toHaveBeenCalledExactlyOnceWith([
      { path: 'groups.tcp.traffic.profile', value: 'linux-6' },
      { path: 'groups.tcp.traffic.profile_expanded', value: true },
      { path: 'groups.tcp.traffic.delayed_ack', value: true },
    ]);
  });

  it('calls a group without a profile its own', () => {
    show({ profile: 'own', profile_expanded: false, delayed_ack: true });
    expect(shown()).toBe('own');
  });
});
