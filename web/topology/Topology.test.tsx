// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW_PER_LINK, type Frame } from '../engine/protocol';
import { stylesOf } from '../engine/groupStyles';
import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { forms } from '../controls/lazyForms';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { applyPatches } from '../scenario/patch';
import type { Patch, Scenario } from '../scenario/types';
import type { TraceEventKind } from '../types/engine';
import { bottleneck, dumbbell, edge, group, layoutOf, row, udp } from './testing/dumbbell';
import { Topology } from './Topology';

const quiet = quietLab();
const { store: lab, actions, frames } = quiet;
const render = renderIn(quiet);

/** All changes raised since the picture was shown, with their gestures. */
let raised: { set: Patch[]; gesture: string | undefined }[];

/** Shows the canvas over a store that takes every change at once. */
function show(scenario: Scenario): void {
  const take = (current: Scenario) => lab.setState({ current, layout: layoutOf(current) });
  lab.setState({ ...initialLab, catalog: FAKE_CATALOG });
  take(scenario);
  raised = [];
  vi.spyOn(actions, 'select').mockImplementation((selection) => lab.setState({ selection }));
  vi.spyOn(actions, 'endGesture').mockImplementation(() => undefined);
  vi.spyOn(actions, 'change').mockImplementation((set, gesture) => {
    raised.push({ set, gesture });
    act(() => take(completed(applyPatches(scenarioNow(), set))));
  });
  render(<Topology />);
}

/** Defaults of what the canvas adds, as the engine fills them in. */
function completed(scenario: Scenario): Scenario {
  return {
    ...scenario,
    groups: scenario.groups.map((each) => ({ ...group(each.id), ...each })),
    edges: scenario.edges.map((each) => ({
      ...edge(each.id),
      ...each,
      queue: { ...edge('').queue, ...each.queue },
    })),
  };
}

function scenarioNow(): Scenario {
  const { current } = lab.getState();
  if (!current) throw new Error('No scenario is shown.');
  return current;
}

const element = (key: string): SVGGElement => {
  const found = document.querySelector<SVGGElement>(`[data-key="${key}"]`);
  if (!found) throw new Error(`${key} is not drawn.`);
  return found;
};
const focused = (): string | null => document.activeElement?.getAttribute('data-key') ?? null;
const press = (key: string, modifiers: { shiftKey?: boolean } = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });
const said = (): string => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('walking the canvas by keyboard', () => {
  it('has one tab stop besides the sliders, from which arrow keys move the focus', () => {
    show(row([group('tcp'), udp('udp')]));
    const stops = document.querySelectorAll('[data-key][tabindex="0"]');
    expect(stops).toHaveLength(1);
    act(() => element('group:tcp').focus());
    press('ArrowDown');
    expect(focused()).toBe('group:udp');
    press('ArrowRight');
    expect(focused()).toBe('bottleneck:r0');
    press('Enter');
    expect(lab.getState().selection).toEqual({ kind: 'bottleneck', id: 'r0' });
  });

  it('describes every element in a sentence, and names the selected one', () => {
    show(dumbbell());
    const name = screen.getByRole('group', { name: /^Group tcp: 1 TCP flow, forward through r0/ });
    fireEvent.click(name);
    expect(name.getAttribute('aria-label')).toMatch(/Selected$/);
  });

  it('leaves Space and the keys of the page to the page', () => {
    show(dumbbell());
    act(() => element('group:tcp').focus());
    const onPage = vi.fn();
    window.addEventListener('keydown', onPage);
    for (const key of [' ', 'n', 'z']) press(key);
    press('d');
    window.removeEventListener('keydown', onPage);
    expect(onPage).toHaveBeenCalledTimes(3);
  });
});

describe('groups of one class', () => {
  it('differ by color and dash, as in the charts, and keep both when they are renamed', () => {
    const ids = ['one', 'two', 'three', 'four'];
    const drawn = (): { color: string; dash: string }[] =>
      [...document.querySelectorAll<SVGGElement>('.topo-group')].map((each) => ({
        color: each.style.getPropertyValue('--group'),
        dash: each.querySelector('[data-part="source-wire"]')?.getAttribute('stroke-dasharray') ?? '',
      }));
    show(dumbbell({ groups: ids.map((id) => group(id)) }));
    const before = drawn();
    expect(before).toEqual(
      stylesOf(ids.map(() => ({ kind: 'tcp' }))).map(({ color, dash }) => ({
        color: `var(--${color})`,
        dash: dash.join(' '),
      })),
    );
    expect(new Set(before.map(({ color }) => color)).size).toBe(4);
    act(() => lab.setState({ current: dumbbell({ groups: ids.map((id) => group(`new-${id}`)) }) }));
    expect(drawn()).toEqual(before);
  });
});

describe('editing by keyboard', () => {
  it('adds a UDP group, and the group then has the focus and is selected', () => {
    show(dumbbell());
    act(() => element('group:tcp').focus());
    press('a');
    press('ArrowDown');
    press('ArrowDown');
    expect(document.activeElement?.textContent).toMatch(/^PoissonDatagrams at random$/);
    fireEvent.click(document.activeElement!);
    expect(focused()).toBe('group:udp');
    expect(lab.getState().selection).toEqual({ kind: 'group', id: 'udp' });
    expect(said()).toBe('Added Poisson group udp.');
    expect(raised).toHaveLength(1);
  });

  it('connects a group by choosing where it enters and where it leaves, as one change', () => {
    show(row([group('tcp')]));
    act(() => element('group:tcp').focus());
    press('c');
    expect(said()).toMatch(/^tcp joins at bottleneck r0, 1 of 3/);
    press('ArrowRight');
    expect(said()).toBe('at bottleneck r1, 2 of 3');
    press('Enter');
    expect(said()).toMatch(/^tcp leaves after bottleneck r2, 2 of 2/);
    press('ArrowLeft');
    press('Enter');
    expect(raised).toEqual([{ set: [{ path: 'groups.tcp.via', value: ['r1'] }], gesture: undefined }]);
    expect(focused()).toBe('group:tcp');
  });

  it('cancels connecting with Escape', () => {
    show(row([group('tcp')]));
    act(() => element('group:tcp').focus());
    press('c');
    press('Escape');
    press('ArrowRight');
    expect(raised).toEqual([]);
    expect(focused()).toBe('bottleneck:r0');
  });

  it('announces that there is nothing to connect to', () => {
    show(dumbbell());
    act(() => element('group:tcp').focus());
    press('c');
    expect(said()).toMatch(/Add an edge router or a bottleneck first/);
  });

  it('duplicates, moves, reverses and deletes, and keeps the focus', () => {
    show(dumbbell());
    act(() => element('group:tcp').focus());
    press('d');
    expect(focused()).toBe('group:tcp2');
    press('ArrowUp', { shiftKey: true });
    expect(scenarioNow().groups.map(({ id }) => id)).toEqual(['tcp2', 'tcp']);
    expect(focused()).toBe('group:tcp2');
    press('f');
    expect(scenarioNow().groups[0]?.direction).toBe('reverse');
    press('Delete');
    expect(scenarioNow().groups.map(({ id }) => id)).toEqual(['tcp']);
    expect(focused()).not.toBeNull();
    expect(raised).toHaveLength(4);
  });

  it('does not delete the only bottleneck, and announces it', () => {
    show(dumbbell());
    act(() => element('bottleneck:r0').focus());
    press('Delete');
    expect(raised).toEqual([]);
    expect(said()).toBe('The only bottleneck can’t be deleted');
  });

  it('renames in place and gives the focus back', () => {
    show(dumbbell());
    act(() => element('group:tcp').focus());
    press('F2');
    const input = screen.getByRole('textbox', { name: 'New name of tcp' });
    expect(document.activeElement).toBe(input);
    fireEvent.change(input, { target: { value: 'Web users' } });
    fireEvent.submit(input);
    expect(scenarioNow().groups[0]?.label).toBe('Web users');
    expect(focused()).toBe('group:tcp');
  });
});

describe('the limit of a buffer', () => {
  const slider = (): HTMLElement => screen.getByRole('slider', { name: 'Buffer limit of r0' });

  it('is a slider that describes its value', () => {
    const queue = { kind: 'drop_tail', limit_packets: null, limit_bytes: 20_000 };
    show(dumbbell({ bottlenecks: [bottleneck('r0', { queue })] }));
    expect(slider().getAttribute('aria-valuenow')).toBe('20000');
    expect(slider().getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ')).toBe(
      '20 kB, 16 ms at 10 Mb/s',
    );
  });

  it('moves by keys, and a series of keys is one undo step', () => {
    show(dumbbell());
    act(() => slider().focus());
    press('ArrowUp');
    press('ArrowUp');
    press('PageDown');
    expect(raised.map(({ set }) => set)).toEqual(
      [101, 102, 82].map((value) => [{ path: 'bottlenecks.r0.queue.limit_packets', value }]),
    );
    expect(new Set(raised.map(({ gesture }) => gesture)).size).toBe(1);
    expect(actions.endGesture).not.toHaveBeenCalled();
    fireEvent.blur(slider());
    expect(actions.endGesture).toHaveBeenCalledTimes(1);
  });

  it('follows the pointer as one gesture, and Escape reverts it', () => {
    show(dumbbell());
    fireEvent.pointerDown(slider(), { button: 0, isPrimary: true, pointerId: 1, clientX: 0, clientY: 100 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 0, clientY: 140 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 0, clientY: 150 });
    expect(scenarioNow().bottlenecks[0]?.queue.limit_packets).toBeLessThan(80);
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(scenarioNow().bottlenecks[0]?.queue.limit_packets).toBe(100);
    expect(new Set(raised.map(({ gesture }) => gesture)).size).toBe(1);
    expect(actions.endGesture).toHaveBeenCalledTimes(1);
  });
});

describe('editing by pointer', () => {
  const drag = async (target: Element, ...to: [x: number, y: number][]): Promise<void> => {
    fireEvent.pointerDown(target, { button: 0, isPrimary: true, pointerId: 1, clientX: 0, clientY: 0 });
    for (const [clientX, clientY] of to) fireEvent.pointerMove(window, { pointerId: 1, clientX, clientY });
    const [clientX, clientY] = to.at(-1) ?? [0, 0];
    fireEvent.pointerUp(window, { pointerId: 1, clientX, clientY });
    // The click that ends a drag means nothing; the browser would have sent it by now.
    await new Promise((resolve) => setTimeout(resolve));
  };

  it('reorders groups by dragging one over another', async () => {
    show(dumbbell({ groups: [group('a'), group('b')] }));
    await drag(element('group:a'), [2, 20], [2, 60]);
    expect(scenarioNow().groups.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(raised).toHaveLength(1);
  });

  it('connects a group by dragging its port onto an edge router', async () => {
    show(dumbbell({ edges: [edge('a1')] }));
    const port = document.querySelector('.topo-port[data-end="source"]')!;
    await drag(port, [30, 0], [90, 0]);
    expect(raised.map(({ set }) => set)).toEqual([[{ path: 'groups.tcp.edge', value: 'a1' }]]);
  });

  it('treats a press that hardly moves as a click', async () => {
    show(dumbbell());
    await drag(element('group:tcp'), [1, 1]);
    fireEvent.click(element('group:tcp'));
    expect(raised).toEqual([]);
    expect(lab.getState().selection).toEqual({ kind: 'group', id: 'tcp' });
    fireEvent.click(document.querySelector('.topo-canvas')!);
    expect(lab.getState().selection).toEqual({ kind: 'scenario' });
  });

  it('has a named button for each key command of the selected element', () => {
    show(dumbbell());
    fireEvent.click(element('group:tcp'));
    fireEvent.click(screen.getByRole('button', { name: 'Duplicate' }));
    fireEvent.click(screen.getByRole('button', { name: 'Move up' }));
    expect(scenarioNow().groups.map(({ id }) => id)).toEqual(['tcp2', 'tcp']);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(scenarioNow().groups.map(({ id }) => id)).toEqual(['tcp']);
    for (const name of ['Connect', 'Reverse direction', 'Rename', 'Zoom in', 'Zoom out', 'Fit', '+ Add']) {
      expect(screen.getByRole('button', { name })).toBeDefined();
    }
  });
});

describe('what is refused', () => {
  it('changes neither the drawing nor the focus, and announces nothing', () => {
    show(dumbbell());
    act(() => element('group:tcp').focus());
    vi.mocked(actions.change).mockImplementation(() => {
      lab.setState({ problems: [{ path: 'groups', message: 'At most 64 groups.' }] });
    });
    press('d');
    expect(said()).toBe('');
    expect(focused()).toBe('group:tcp');
    act(() => lab.setState({ problems: [], current: dumbbell({ groups: [group('tcp'), group('tcp2')] }) }));
    expect(focused()).toBe('group:tcp');
  });
});

it('paints frames without rendering', async () => {
  show(dumbbell());
  const now = Float64Array.from([
    62,
    62_000,
    62_000,
    0,
    0,
    1,
    3,
    0,
    0,
    ...new Array<number>(2 * NOW_PER_LINK - 9).fill(0),
    9e6,
    10,
  ]);
  const frame = {
    type: 'frame',
    run: 1,
    t_s: 1,
    playing: false,
    seeking: false,
    now,
    series: [] as Frame['series'],
  } as Frame;
  frames.publish(frame, layoutOf(scenarioNow()));
  await waitFor(() => expect(document.querySelector('[data-part="level"]')?.textContent).toBe('62'));
  expect(document.querySelector('[data-part="drops"]')?.textContent).toBe('3 dropped');
  expect(document.querySelector('[data-part="rate"]')?.textContent).toBe('9\u00a0Mb/s');
});

describe('after a step', () => {
  const packet = {
    flow: { flow: 0, group: 1, index: 0 },
    class: 'udp',
    number: 901,
    bytes: 500,
  } as const;
  const queue = { packets: 100, bytes: 50_000, limit_packets: 100, limit_bytes: null };
  const drop: TraceEventKind = {
    kind: 'at_link',
    link: 0,
    does: 'dropped',
    packet,
    queue,
    marked: false,
    reason: 'tail',
    next: null,
  };
  const tell = (count: number, ...whats: TraceEventKind[]): void =>
    act(() => {
      const events = whats.map((what) => ({ at_s: 1, what }));
      lab.setState({ lastStep: { count, to: 'event', events } });
    });

  it('highlights the changed element with each step, until the run plays', () => {
    show(row([group('tcp'), udp('udp')]));
    tell(1, drop);
    expect(element('bottleneck:r0').dataset.touched).toBe('1');
    tell(2, drop);
    expect(element('bottleneck:r0').dataset.touched).toBe('0');
    expect(element('group:udp').dataset.touched).toBeUndefined();
    act(() => lab.setState({ lastStep: null }));
    expect(element('bottleneck:r0').dataset.touched).toBeUndefined();
  });

  it('shows the mark of a dropped packet with the reason', async () => {
    await forms.fetch();
    show(row([group('tcp'), udp('udp')]));
    tell(1, drop);
    expect(element('bottleneck:r0').querySelector('title')?.textContent).toBe(
      'Source udp, packet 901: r0 drops it: buffer full (100 of 100 packets).',
    );
    tell(2, { kind: 'measuring' });
    expect(element('bottleneck:r0').querySelector('title')).toBeNull();
  });
});
