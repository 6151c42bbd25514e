// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { catalog, scenario } from './fixtures';
import { Inspector } from './Inspector';

const quiet = quietLab();
const { store: lab, actions } = quiet;
const render = renderIn(quiet);

beforeEach(() => {
  vi.spyOn(actions, 'change').mockImplementation(() => undefined);
  vi.spyOn(actions, 'endGesture').mockImplementation(() => undefined);
  lab.setState({
    ...initialLab,
    catalog,
    document: scenario,
    current: scenario,
    selection: { kind: 'bottleneck', id: 'r0' },
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);

function type(input: HTMLInputElement, text: string): void {
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
}

describe('a form made from the catalog', () => {
  it('shows every parameter with its unit and folds the advanced ones', () => {
    render(<Inspector />);
    expect(field('Rate').value).toBe('10 Mb/s');
    expect(field('Stamp').closest('details')?.open).toBe(false);
  });

  it('gives range, source and effect of each parameter', () => {
    render(<Inspector />);
    const help = screen.getByLabelText('About Rate').nextElementSibling?.textContent;
    expect(help).toContain('What rate_bps means.');
    expect(help).toContain('1 kb/s to 10 Tb/s');
    expect(help).toContain('RFC 0');
    expect(help).toContain('apply immediately');
  });

  it('explains each kind, with its source', () => {
    render(<Inspector />);
    const help = screen.getByLabelText('About Queue').nextElementSibling?.textContent;
    for (const kind of ['Drop-tail', 'RED'])
      expect(help).toContain(`${kind}What ${kind} does. Floyd 1993, Section 4`);
  });

  it('sets a value that is typed with its unit', () => {
    render(<Inspector />);
    type(field('Rate'), '2.5G');
    expect(actions.change).toHaveBeenCalledExactlyOnceWith([
      { path: 'bottlenecks.r0.rate_bps', value: 2.5e9 },
    ]);
  });

  it('does not set a text that cannot be read or is out of range, and gives the range', () => {
    render(<Inspector />);
    type(field('Rate'), '10 parsecs');
    expect(screen.getByText(/is not a rate/)).toBeTruthy();
    expect(field('Rate').getAttribute('aria-invalid')).toBe('true');
    type(field('Rate'), '1 b/s');
    expect(screen.getByText('1 b/s is too small. Use 1 kb/s to 10 Tb/s.')).toBeTruthy();
    expect(actions.change).not.toHaveBeenCalled();
  });

  it('keeps a text whose value the engine refuses, with the reason, until Escape', () => {
    render(<Inspector />);
    type(field('Rate'), '2.5G');
    act(() => lab.setState({ problems: [{ path: 'warmup_s', message: 'The warm-up is too long' }] }));
    expect(field('Rate').value).toBe('2.5G');
    expect(field('Rate').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('The warm-up is too long')).toBeTruthy();
    fireEvent.keyDown(field('Rate'), { key: 'Escape' });
    expect(field('Rate').value).not.toBe('2.5G');
    type(field('Rate'), '3G');
    act(() => lab.setState({ problems: [] }));
    act(() => lab.setState({ problems: [{ path: 'seed', message: 'no' }] }));
    expect(field('Rate').value).not.toBe('3G');
  });

  it('makes one undo step of a held arrow key', () => {
    render(<Inspector />);
    fireEvent.keyDown(field('Rate'), { key: 'ArrowUp' });
    fireEvent.keyDown(field('Rate'), { key: 'ArrowUp' });
    fireEvent.keyUp(field('Rate'), { key: 'ArrowUp' });
    const calls = vi.mocked(actions.change).mock.calls;
    expect(calls.map(([set]) => set[0]?.value)).toEqual([11e6, 12e6]);
    expect(calls[0]?.[1]).toBeDefined();
    expect(calls[1]?.[1]).toBe(calls[0]?.[1]);
    expect(actions.endGesture).toHaveBeenCalledTimes(1);
  });

  it('makes one undo step of dragging a label', () => {
    // jsdom has no pointer capture.
    HTMLElement.prototype.setPointerCapture = () => undefined;
    render(<Inspector />);
    const name = screen.getByText('Rate', { selector: 'label' });
    fireEvent(name, new MouseEvent('pointerdown', { clientX: 0, bubbles: true }));
    fireEvent(name, new MouseEvent('pointermove', { clientX: 80, bubbles: true }));
    fireEvent(name, new MouseEvent('pointermove', { clientX: 160, bubbles: true }));
    fireEvent(name, new MouseEvent('pointerup', { clientX: 160, bubbles: true }));
    expect(vi.mocked(actions.change).mock.calls.map(([set]) => set[0]?.value)).toEqual([32e6, 100e6]);
    expect(actions.endGesture).toHaveBeenCalledTimes(1);
  });

  it('changes the parameters with the kind and keeps those that both have', () => {
    render(<Inspector />);
    fireEvent.change(field('Queue'), { target: { value: 'red' } });
    expect(actions.change).toHaveBeenCalledWith([
      { path: 'bottlenecks.r0.queue', value: { kind: 'red', limit_packets: 100, limit_bytes: null } },
    ]);
  });

  it('renames an element with all references', () => {
    render(<Inspector />);
    type(field('Id'), 'core');
    expect(actions.change).toHaveBeenCalledWith([
      { path: 'bottlenecks.r0.id', value: 'core' },
      { path: 'groups.tcp.via', value: ['core'] },
    ]);
    type(field('Id'), 'two words');
    expect(screen.getByText(/is not accepted. Use 1 to 32 letters/)).toBeTruthy();
    expect(actions.change).toHaveBeenCalledTimes(1);
  });

  it('shows a problem at its field, by id or by position', () => {
    lab.setState({ problems: [{ path: 'bottlenecks.0.rate_bps', message: 'must be above 0, got -5' }] });
    render(<Inspector />);
    expect(document.querySelector('[data-path="bottlenecks.r0.rate_bps"]')?.textContent).toContain('got -5');
  });

  it('unfolds advanced parameters that have a problem', () => {
    lab.setState({ problems: [{ path: 'bottlenecks.r0.stamp', message: 'no' }] });
    render(<Inspector />);
    expect(field('Stamp').closest('details')?.open).toBe(true);
  });

  it('shows the experiment if the selected element is gone', () => {
    lab.setState({ selection: { kind: 'bottleneck', id: 'gone' } });
    render(<Inspector />);
    expect(field('Seed').value).toBe('1');
  });
});

describe('the buffer in all its units', () => {
  it('shows bytes, time and rules of a limit in packets', () => {
    render(<Inspector />);
    expect(field('Buffer in packets').value).toBe('100 packets');
    expect(field('Buffer in bytes').value).toBe('100 kB');
    expect(field('Buffer in time').value).toBe('80 ms');
    expect(field('Buffer in bandwidth–delay products').value).toBe('1');
    expect(field('Buffer in BDP over root N').value).toBe('1');
  });

  it('keeps a limit in packets when a time or a rule is given', () => {
    render(<Inspector />);
    type(field('Buffer in time'), '40 ms');
    expect(actions.change).toHaveBeenLastCalledWith([
      { path: 'bottlenecks.r0.queue.limit_packets', value: 50 },
    ]);
    type(field('Buffer in bandwidth–delay products'), '2');
    expect(actions.change).toHaveBeenLastCalledWith([
      { path: 'bottlenecks.r0.queue.limit_packets', value: 200 },
    ]);
  });

  it('sets a limit in bytes when bytes are given or chosen', () => {
    render(<Inspector />);
    type(field('Buffer in bytes'), '64 kB');
    expect(actions.change).toHaveBeenLastCalledWith([
      { path: 'bottlenecks.r0.queue.limit_bytes', value: 64_000 },
    ]);
    fireEvent.click(field('Limit counted in bytes'));
    expect(vi.mocked(actions.change).mock.lastCall?.[0][0]?.path).toBe('bottlenecks.r0.queue.limit_bytes');
  });

  it('reads a quantity by its unit, in whichever row it is written', () => {
    render(<Inspector />);
    for (const [text, set] of [
      ['30 kB', { path: 'bottlenecks.r0.queue.limit_bytes', value: 30_000 }],
      ['8 ms', { path: 'bottlenecks.r0.queue.limit_packets', value: 10 }],
    ] as const) {
      type(field('Buffer in packets'), text);
      expect(actions.change).toHaveBeenLastCalledWith([set]);
      expect(screen.queryByText(/is not a number of packets/)).toBeNull();
    }
    type(field('Buffer in packets'), '3 apples');
    expect(screen.getByText(/is not a number of packets/)).toBeTruthy();
    // Too many packets are not bytes.
    type(field('Buffer in packets'), '1e11');
    expect(actions.change).toHaveBeenCalledTimes(2);
  });
});
