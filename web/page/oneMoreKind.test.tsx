// @vitest-environment jsdom
/** One more kind needs nothing in the page: menu, picture, texts and forms find it in the catalog. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Inspector } from '../controls/Inspector';
import type { Catalog, Param, Section } from '../engine/catalog';
import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { applyPatches } from '../scenario/patch';
import { outlineOf } from '../presets/outline';
import { dumbbell, group, layoutOf } from '../topology/testing/dumbbell';
import { Topology } from '../topology/Topology';

const quiet = quietLab();
const { store: lab, actions } = quiet;
const render = renderIn(quiet);

const rate: Param = {
  name: 'tide_bps',
  label: 'Tide',
  help: '',
  source: null,
  unit: 'b/s',
  kind: { type: 'number', min: 1, max: 1e13, log: true, nullable: false },
  live: true,
  advanced: false,
};
const tides: Section = {
  id: 'traffic.tides',
  label: 'Tides',
  help: 'Packets come and go with the moon. Twice a day.',
  source: null,
  class: 'udp',
  params: [rate, { ...rate, name: 'ebb_bps', label: 'Ebb', default: 1000 }],
};
const sieve: Section = { ...tides, id: 'queue.sieve', label: 'Sieve', class: null, params: [] };

const catalog: Catalog = {
  ...FAKE_CATALOG,
  sections: { ...FAKE_CATALOG.sections, [tides.id]: tides, [sieve.id]: sieve },
  registries: {
    queue: [...FAKE_CATALOG.registries.queue!, sieve.id],
    traffic: [...FAKE_CATALOG.registries.traffic!, tides.id],
  },
};

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => undefined;
  const current = dumbbell();
  lab.setState({ ...initialLab, catalog, current, document: current, layout: layoutOf(current) });
  vi.spyOn(actions, 'change').mockImplementation((set) => {
    const { groups, ...rest } = applyPatches(lab.getState().current!, set);
    // What the engine fills in.
    const next = { ...rest, groups: groups.map((each) => ({ ...group(each.id), ...each })) };
    act(() => lab.setState({ current: next, layout: layoutOf(next) }));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a new kind can be added to the drawing, with its label and the style of its class', () => {
  render(<Topology />);
  fireEvent.click(screen.getByRole('button', { name: '+ Add' }));
  const item = screen.getByRole('menuitem', { name: /^Tides/, hidden: true });
  expect(item.textContent).toBe('TidesPackets come and go with the moon');
  fireEvent.click(item);
  expect(lab.getState().current?.groups[1]?.traffic).toEqual({ kind: 'tides', tide_bps: 1e5 });
  const drawn = screen.getByRole('group', { name: /^Group udp: 1 Tides flow/ });
  expect(drawn.closest('[data-class]')?.getAttribute('data-class')).toBe('udp');
});

it('a new kind can be selected and edited in forms', () => {
  const traffic = { kind: 'tides', tide_bps: 7e6, ebb_bps: 1000 };
  const current = dumbbell({ groups: [group('g', { traffic })] });
  lab.setState({ current, document: current, selection: { kind: 'group', id: 'g' } });
  render(<Inspector />);
  const kinds = screen.getByLabelText<HTMLSelectElement>('traffic');
  expect(kinds.value).toBe('tides');
  expect(within(kinds).getByRole('option', { name: 'Tides' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Tide').value).toBe('7 Mb/s');
});

it('a new kind of queue can be selected for a bottleneck', () => {
  lab.setState({ selection: { kind: 'bottleneck', id: 'r0' } });
  render(<Inspector />);
  fireEvent.change(screen.getByLabelText('queue'), { target: { value: 'sieve' } });
  expect(lab.getState().current?.bottlenecks[0]?.queue).toEqual({ kind: 'sieve' });
});

it('a new kind is drawn on the card of a preset', () => {
  const outline = outlineOf({ groups: [{ id: 'g', traffic: 'tides' }] }, catalog);
  expect(outline.groups[0]?.class).toBe('udp');
});
