// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { DEFAULT_SPAN_S } from '../samples/view';
import type { Scenario } from '../scenario/types';
import { Charts } from './Charts';
import { chooseCharts, storedCharts } from './choice';
import { frameOf, layoutOf, STATE_NAMES } from './fixture';
import { recordingContext } from '../plot/testing';
import { MARK } from './marks';

const quiet = quietLab();
const { store: lab, frames } = quiet;
const { store: view } = quiet.view;
const render = renderIn(quiet);

const layout = layoutOf({ udp: true });
const catalog = {
  engine: '1',
  limits: {},
  sections: {},
  registries: {},
  states: STATE_NAMES,
  series: [],
  measures: [],
  warnings: [],
  models: [],
};
const scenario: Scenario = {
  version: 1,
  title: 'A test',
  note: '',
  seed: 1,
  duration_s: 60,
  warmup_s: 5,
  bottlenecks: [],
  edges: [],
  groups: [],
  edits: [{ at_s: 4, set: [{ path: 'bottlenecks.r0.queue.limit_packets', value: 50 }] }],
};
const values = {
  'link.r0.queue_packets': { lo: [1, 2, 3, 4], hi: [5, 6, 7, 8], mean: [2, 2, 3, 5] },
  'link.r0.drops_tcp': { hi: [0, 3, 0, 1] },
  'link.r0.loss_tcp': { hi: [0, 0.01, 0.02, 0.03] },
};
let drawn: string[] = [];

beforeEach(() => {
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => undefined;
  const { context, calls } = recordingContext();
  drawn = calls;
  drawn.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(120);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  });
  lab.setState({ ...initialLab, layout, document: scenario, current: scenario, catalog });
  view.setState({ span_s: DEFAULT_SPAN_S });
  quiet.view.reset();
  chooseCharts(null);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders the stack and lets one frame arrive. */
function shown(frame = frameOf(layout, values), made = layout): void {
  render(<Charts />);
  act(() => {
    quiet.view.advance(frame.t_s);
    frames.publish(frame, made);
  });
}

const plot = (name: RegExp): HTMLElement => screen.getByRole('application', { name });
const entry = (name: RegExp): HTMLElement => screen.getAllByRole('button', { name })[0]!;

describe('the stack of charts', () => {
  it('asks for one column per pixel of its plots', () => {
    shown();
    expect(view.getState().columns).toBe(900 - 56 - 100);
  });

  it('paints when a frame arrives and says the latest values in the legend', () => {
    render(<Charts />);
    drawn.length = 0;
    act(() => frames.publish(frameOf(layout, values), layout));
    expect(painted()).toBe(5);
    expect(entry(/^queue/).textContent).toBe('queuemean 3 (1–8)');
    expect(entry(/^TCP drops/).textContent).toBe('TCP drops4');
  });

  it('shows of a frame that belongs to another layout what both have', () => {
    const other = layoutOf({ udp: true, flows: [1] });
    shown(frameOf(other, { ...values, 'flow.1.cwnd_packets': { hi: [1, 2, 3, 4] } }), other);
    expect(entry(/^queue/).textContent).toBe('queuemean 3 (1–8)');
    expect(entry(/^flow 0/).textContent).toBe('flow 0–');
  });

  it('paints again when the theme changes, without a frame', () => {
    shown();
    vi.runOnlyPendingTimers();
    drawn.length = 0;
    window.dispatchEvent(new Event('themechange'));
    vi.advanceTimersByTime(20);
    expect(drawn.length).toBeGreaterThan(0);
  });

  it('lets an axis that became too wide shrink after a while, though a paused run sends no more frames', () => {
    const windows = (packets: number) =>
      frameOf(layout, { 'flow.0.cwnd_packets': { lo: [1, 1, 1, 1], hi: [1, 1, 1, packets] } });
    const greatestFigure = () =>
      Math.max(...drawn.map((call) => Number(/^fillText (\d+) /.exec(call)?.[1] ?? 0)));
    shown(windows(400));
    drawn.length = 0;
    act(() => frames.publish({ ...windows(8), playing: false }, layout));
    expect(greatestFigure()).toBeGreaterThan(150);
    drawn.length = 0;
    vi.advanceTimersByTime(3000);
    // The axis of the queue has its limit.
    expect(greatestFigure()).toBe(100);
  });

  it('paints once, not twice, when a frame and a change of view come together', () => {
    shown();
    vi.runOnlyPendingTimers();
    drawn.length = 0;
    act(() => {
      quiet.view.advance(30);
      frames.publish({ ...frameOf(layout, values), t_s: 30 }, layout);
    });
    vi.advanceTimersByTime(50);
    expect(painted()).toBe(5);
  });

  it('paints no chart that is out of sight, until it comes back', () => {
    const look = stubSight();
    shown();
    const canvases = [...document.querySelectorAll('.chart-plot canvas')];
    act(() => look(canvases[0]!, false));
    drawn.length = 0;
    act(() => frames.publish(frameOf(layout, values), layout));
    expect(painted()).toBe(4);
    drawn.length = 0;
    act(() => look(canvases[0]!, true));
    vi.advanceTimersByTime(20);
    expect(painted()).toBe(5);
    vi.unstubAllGlobals();
  });

  it('paints nothing in a tab at the back, and all when it comes to the front', () => {
    shown();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    drawn.length = 0;
    act(() => frames.publish(frameOf(layout, values), layout));
    expect(drawn).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(20);
    expect(painted()).toBe(5);
  });

  it('paints no chart that has no room', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(0);
    shown();
    expect(drawn).toEqual([]);
  });

  it('paints nothing more after it is gone', () => {
    shown();
    cleanup();
    drawn.length = 0;
    frames.publish(frameOf(layout, values), layout);
    vi.advanceTimersByTime(50);
    expect(drawn).toEqual([]);
  });
});

/** How many canvases were painted. */
const painted = (): number => drawn.filter((call) => call.startsWith('clearRect')).length;

/** A browser that tells what is in sight when it is told to. */
function stubSight(): (element: Element, inSight: boolean) => void {
  let tell: IntersectionObserverCallback = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = (): void => undefined;
      unobserve = this.observe;
      disconnect = this.observe;
      constructor(callback: IntersectionObserverCallback) {
        tell = callback;
      }
    },
  );
  return (target, isIntersecting) =>
    tell([{ target, isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver);
}

describe('the legend', () => {
  it('changes ten times a second while the run moves, and at once when it stands', () => {
    const drops = (count: number, playing = true) => {
      const frame = { ...frameOf(layout, { 'link.r0.drops_tcp': { hi: [count, 0, 0, 0] } }), playing };
      act(() => frames.publish(frame, layout));
      return entry(/^TCP drops/).textContent;
    };
    shown();
    vi.advanceTimersByTime(200);
    expect(drops(1)).toBe('TCP drops1');
    vi.advanceTimersByTime(50);
    expect(drops(2)).toBe('TCP drops1');
    vi.advanceTimersByTime(60);
    expect(drops(3)).toBe('TCP drops3');
    expect(drops(4, false)).toBe('TCP drops4');
  });

  it('has the unit of the painted axis in the title at once', () => {
    const title = (rate_bps: number) => {
      const hi = [rate_bps, rate_bps, rate_bps, rate_bps];
      const frame = frameOf(layout, { 'group.tcp.throughput_bps': { lo: hi, hi, mean: hi } });
      act(() => frames.publish({ ...frame, playing: true }, layout));
      return document.querySelector('[data-chart=rates]')?.textContent;
    };
    shown();
    vi.advanceTimersByTime(200);
    expect(title(5e6)).toMatch(/^Throughput by group, Mb\/s/);
    vi.advanceTimersByTime(50);
    expect(title(5e9)).toMatch(/^Throughput by group, Gb\/s/);
  });

  it('hides and shows a series', () => {
    shown();
    fireEvent.click(entry(/^queue/));
    expect(entry(/^queue/).getAttribute('aria-pressed')).toBe('false');
    expect(view.getState().hidden.has('link.r0.queue_packets')).toBe(true);
    fireEvent.click(entry(/^queue/));
    expect(view.getState().hidden.size).toBe(0);
  });

  it('has one entry for the thresholds of several flows, which hides and shows them all', () => {
    const two = layoutOf({ flows: [0, 1] });
    lab.setState({ layout: two });
    shown(frameOf(two, {}), two);
    expect(screen.queryByRole('button', { name: 'flow 1 ssthresh' })).toBeNull();
    fireEvent.click(entry(/^ssthresh$/));
    expect(view.getState().hidden).toEqual(new Set(['flow.0.ssthresh_packets', 'flow.1.ssthresh_packets']));
    fireEvent.click(entry(/^ssthresh$/));
    expect(view.getState().hidden).toEqual(new Set());
  });
});

describe('the cursor', () => {
  it('moves by arrow keys and changes all legends', () => {
    shown();
    fireEvent.keyDown(plot(/^Queue/), { key: 'Home' });
    vi.advanceTimersByTime(20);
    expect(view.getState().cursor_s).toBe(0);
    expect(entry(/^queue/).textContent).toBe('queuemean 2 (1–5)');
    expect(screen.getAllByRole('button', { name: /^TCP/ }).at(-1)?.textContent).toBe('TCP0');
  });

  it('is read out once it rests', () => {
    shown();
    for (const key of ['Home', 'ArrowRight']) fireEvent.keyDown(plot(/^Queue/), { key });
    act(() => void vi.advanceTimersByTime(500));
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said).toContainEqual(
      expect.stringMatching(/^0\.20 s\. Queue at r0: queue mean 2 \(1–5\) packets/),
    );
  });

  it('is pinned by Enter, taken away by Escape', () => {
    shown();
    fireEvent.keyDown(plot(/^Queue/), { key: 'Home' });
    fireEvent.keyDown(plot(/^Queue/), { key: 'Enter' });
    expect(view.getState().pinned_s).toBe(0);
    fireEvent.keyDown(plot(/^Queue/), { key: 'Escape' });
    expect(view.getState()).toMatchObject({ pinned_s: null, cursor_s: null });
  });

  it('stays under a resting pointer while time moves on', () => {
    shown({ ...frameOf(layout, values), t_s: 30 });
    fireEvent.pointerMove(plot(/^Queue/), { clientX: 56 + 376, pointerType: 'mouse' });
    const before_s = view.getState().cursor_s;
    act(() => {
      quiet.view.advance(35);
      frames.publish({ ...frameOf(layout, values), t_s: 35 }, layout);
    });
    expect(view.getState().cursor_s! - before_s!).toBeCloseTo(5, 6);
  });
});

describe('the time axis', () => {
  it('zooms by the wheel about the pointer, and returns to the live edge', () => {
    shown({ ...frameOf(layout, values), t_s: 100 });
    fireEvent.wheel(plot(/^Queue/), { deltaY: -100, clientX: 400 });
    const { t0_s, t1_s } = view.getState();
    expect(t1_s - t0_s).toBeLessThan(20);
    fireEvent.keyDown(plot(/^Queue/), { key: 'ArrowLeft', shiftKey: true });
    expect(view.getState().follow).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Live' }));
    expect(view.getState().follow).toBe(true);
  });

  it('flags each edit that has happened, and says what changed', () => {
    shown({ ...frameOf(layout, values), t_s: 3.9 });
    expect(screen.queryByRole('button', { name: /^Edit at/ })).toBeNull();
    act(() => frames.publish({ ...frameOf(layout, values), t_s: 4 }, layout));
    const flag = screen.getByRole('button', { name: 'Edit at 4.000 s: r0 queue: limit 50 packets' });
    fireEvent.click(flag);
    expect(view.getState().pinned_s).toBe(4);
  });
});

describe('many edits', () => {
  it('are flagged, all that a document may have, where 512 marks of all kinds had room', () => {
    const LIMIT = 1000;
    const edits = Array.from({ length: LIMIT }, (_, i) => ({
      at_s: i / 200,
      set: [{ path: 'bottlenecks.r0.queue.limit_packets', value: 1 + i }],
    }));
    lab.setState({ document: { ...scenario, edits } });
    shown({ ...frameOf(layout, values), t_s: 6, crowded: true });
    const flags = [...document.querySelectorAll<HTMLElement>('.chart-flag')];
    expect(flags.filter(({ hidden }) => !hidden)).toHaveLength(LIMIT);
  });
});

describe('the tools', () => {
  it('show the visible data as a table, where it can be seen', async () => {
    vi.useRealTimers();
    const scroll = vi.fn();
    Element.prototype.scrollIntoView = scroll;
    shown();
    fireEvent.click(screen.getAllByRole('button', { name: 'Table of the visible data' })[0]!);
    // The table is loaded first, which takes a busy machine over a second.
    const table = await screen.findByRole('table', { name: 'Queue at r0' }, { timeout: 20_000 });
    const [head, ...rows] = within(table).getAllByRole('row');
    expect(head?.textContent).toContain('queue, packets (min)');
    await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
    expect(rows.length).toBe(4);
  });

  it('switch the loss axis to a logarithmic scale', () => {
    shown();
    const button = screen.getByRole('button', { name: 'log' });
    fireEvent.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    drawn.length = 0;
    vi.advanceTimersByTime(20);
    expect(drawn.some((call) => call.startsWith('fillText 0.1 '))).toBe(true);
  });

  it('divide the queue by group', () => {
    const made = layoutOf({ udp: true });
    lab.setState({ layout: made });
    shown(frameOf(made, values), made);
    const button = screen.getByRole('button', { name: 'by group' });
    const names = () =>
      within(screen.getAllByRole('list', { name: 'Series' })[0]!)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label'));
    expect(names()).toEqual(['queue', 'TCP', 'UDP', 'TCP drops', 'UDP drops']);
    fireEvent.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(names()).toEqual(['queue', 'tcp', 'udp', 'TCP drops', 'UDP drops']);
  });

  it('say how far a slow start goes beyond the axis, which it does not set', () => {
    shown(frameOf(layout, { 'link.r0.loss_tcp': { hi: [0.5, 0.004, 0.004, 0.004] } }));
    expect(drawn.filter((call) => call.startsWith('fillText ↑ 50 % '))).toHaveLength(1);
    const figures = drawn.flatMap((call) => /^fillText (0\.\d+) /.exec(call)?.[1] ?? []);
    expect(Math.max(...figures.map(Number))).toBeLessThan(1);
  });

  it('choose the link that is shown; selecting another element overrules the choice', () => {
    shown();
    const chooser = screen.getByRole('combobox', { name: 'Link shown' });
    fireEvent.change(chooser, { target: { value: 'r0:reverse' } });
    expect(plot(/^Queue at r0, reverse/)).toBeTruthy();
    const current = { ...scenario, bottlenecks: [{ id: 'r0' }] as Scenario['bottlenecks'] };
    act(() => lab.setState({ current, selection: { kind: 'bottleneck', id: 'r0' } }));
    expect(plot(/^Queue at r0 /)).toBeTruthy();
  });

  it('save files named after the experiment', async () => {
    vi.useRealTimers();
    shown();
    const made: Blob[] = [];
    URL.createObjectURL = (blob) => (made.push(blob as Blob), 'blob:test');
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    fireEvent.click(screen.getAllByRole('button', { name: 'Save this chart' })[0]!);
    // jsdom takes what is in a popover for hidden, opened or not.
    fireEvent.click(screen.getByRole('button', { name: 'CSV of the visible data', hidden: true }));
    await vi.waitFor(() => expect(names).toEqual(['a-test-queue.csv']));
    expect(made[0]?.type).toBe('text/csv');
  });
});

describe('what the charts need of a frame', () => {
  const needs = () => quiet.view.store.getState().needs;
  /** A frame that carries what the charts need at this moment. */
  const carried = () => {
    const { series, histograms } = needs();
    const part = {
      ...layout,
      series: layout.series.filter(({ id }) => series.includes(id)),
      links: layout.links.filter(({ id }) => histograms.includes(id)),
    };
    return frameOf(part, {}, 4, 3);
  };
  const showLink = (id: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Link shown' }), { target: { value: id } });

  it('is what they draw, each once, and the histogram beside the queue', () => {
    shown();
    expect(needs().histograms).toEqual(['r0']);
    expect(needs().series.filter((id) => id.startsWith('link.'))).toEqual([
      'link.r0.queue_packets',
      'link.r0.queue_tcp_packets',
      'link.r0.queue_udp_packets',
      'link.r0.drops_tcp',
      'link.r0.drops_udp',
      'link.r0.loss_tcp',
      'link.r0.loss_udp',
      'link.r0.utilization',
    ]);
    expect(new Set(needs().series).size).toBe(needs().series.length);
  });

  it('follows the choice of charts, of the link and of the flows', () => {
    shown();
    act(() => chooseCharts(new Set(['loss'])));
    expect(needs()).toEqual({ series: ['link.r0.loss_tcp', 'link.r0.loss_udp'], histograms: [], counts: [] });
    showLink('r0:reverse');
    expect(needs()).toEqual({ series: ['link.r0:reverse.loss_ack'], histograms: [], counts: [] });
    act(() => chooseCharts(new Set(['rtt'])));
    act(() => lab.setState({ layout: layoutOf({ flows: [5] }) }));
    expect(needs().series).toEqual(['group.tcp.rtt_s', 'flow.5.rtt_s', 'flow.5.rto_s']);
  });

  it('is nothing once they are gone', () => {
    shown();
    cleanup();
    expect(needs()).toEqual({ series: [], histograms: [], counts: [] });
  });

  it('is waited for, while what was painted stays', () => {
    shown();
    act(() => frames.publish(carried(), layout));
    const painted = (): string[] => {
      drawn.length = 0;
      vi.advanceTimersByTime(50);
      return [...drawn];
    };
    const before = (act(() => window.dispatchEvent(new Event('themechange'))), painted());
    expect(before.length).toBeGreaterThan(100);
    showLink('r0:reverse');
    expect(painted()).toEqual(before);
    drawn.length = 0;
    act(() => frames.publish(carried(), layout));
    expect(drawn).not.toEqual(before);
    expect(entry(/^queue/).textContent).toBe('queuemean 3 (3)');
  });

  it('has a new chart painted with its data, not before', () => {
    shown();
    act(() => frames.publish(carried(), layout));
    act(() => chooseCharts(new Set(['pacing'])));
    drawn.length = 0;
    vi.advanceTimersByTime(50);
    expect(drawn.filter((call) => call.startsWith('fillText No watched'))).toEqual([]);
    act(() => frames.publish(carried(), layout));
    // 3 b/s on an axis in kb/s.
    expect(entry(/^flow 0/).textContent).toBe('flow 00.003');
  });
});

describe('the choice of charts', () => {
  const choose = (name: string): void => {
    if (!screen.queryByRole('checkbox', { name, hidden: true }))
      fireEvent.click(screen.getByRole('button', { name: 'Choose charts' }));
    fireEvent.click(screen.getByRole('checkbox', { name, hidden: true }));
  };
  const ids = (): (string | undefined)[] =>
    [...document.querySelectorAll<HTMLElement>('[data-chart]')].map((chart) => chart.dataset.chart);

  it('adds a chart in its place and keeps the choice in the browser', () => {
    shown();
    choose('Round-trip time and timeout');
    expect(ids()).toEqual(['queue', 'windows', 'rtt', 'loss', 'rates']);
    expect(plot(/^Round-trip time and timeout /)).toBeTruthy();
    expect([...storedCharts()!]).toContain('rtt');
  });

  it('takes charts away, except the last', () => {
    shown();
    for (const name of ['Queue', 'Loss', 'Throughput']) choose(name);
    expect(ids()).toEqual(['windows']);
    const last = screen.getByRole('checkbox', { name: 'Congestion windows', hidden: true });
    expect(last.hasAttribute('disabled')).toBe(true);
  });

  it('moves the chooser of links to another chart about a link', () => {
    shown();
    choose('Queue');
    expect(screen.getByRole('combobox', { name: 'Link shown' }).closest('section')?.dataset.chart).toBe(
      'loss',
    );
  });

  it('says that nothing is paced where nothing is', () => {
    shown();
    choose('Pacing rate');
    vi.advanceTimersByTime(20);
    expect(drawn.some((call) => call.startsWith('fillText No watched flow is paced.'))).toBe(true);
  });
});

describe('why windows move', () => {
  const moving = {
    ...frameOf(layout, {
      'flow.0.cwnd_packets': { hi: [2, 4, 2, 3] },
      'flow.0.state': { hi: [0, 0, 2, 1] },
    }),
    marks: Float64Array.of(6, MARK.recovers, 0, 2),
  };
  const note = (): string | undefined => {
    const notes = [...document.querySelectorAll<HTMLElement>('.chart-tip')].filter(({ hidden }) => !hidden);
    return notes.map(({ textContent }) => textContent).join();
  };
  const place = (t_s: number): { clientX: number; pointerType: string } => ({
    clientX: 56 + ((900 - 156) * t_s) / DEFAULT_SPAN_S,
    pointerType: 'mouse',
  });

  it('floats beside the pointer on the chart of windows, and only there', () => {
    shown(moving);
    fireEvent.pointerMove(plot(/^Congestion windows/), place(6));
    vi.advanceTimersByTime(20);
    expect(note()).toMatch(/^flow 0 recovery6\.00\d* s: loss detected, recovery begins; window 2$/);
    fireEvent.pointerMove(plot(/^Queue/), place(6));
    vi.advanceTimersByTime(20);
    expect(note()).toBe('');
  });

  it('is read out with the values', () => {
    shown(moving);
    for (const key of ['Home', 'ArrowRight']) fireEvent.keyDown(plot(/^Congestion windows/), { key });
    act(() => void vi.advanceTimersByTime(500));
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said).toContainEqual(expect.stringMatching(/flow 0 slow start\.$/));
  });

  it('goes away with the pointer', () => {
    shown(moving);
    fireEvent.pointerMove(plot(/^Congestion windows/), place(6));
    fireEvent.pointerLeave(plot(/^Congestion windows/), place(6));
    vi.advanceTimersByTime(20);
    expect(note()).toBe('');
  });
});
