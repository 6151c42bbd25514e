// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { catalog, scenario } from './fixtures';
import { EditsField } from './EditsField';
import { Inspector } from './Inspector';
import { WarningStatus } from './WarningStatus';

const quiet = quietLab();
const { store: lab, actions } = quiet;
const render = renderIn(quiet);

const about = { id: 'trap', label: 'A trap', help: 'One falls in.', source: 'hole-1999 Section 2' };
const warning = (path: string) => ({ id: 'trap', path, sentence: `${path} is deep.`, remedy: 'Walk round.' });

function warned(...paths: string[]): void {
  lab.setState({ warnings: paths.map(warning) });
}

beforeEach(() => {
  HTMLElement.prototype.hidePopover = vi.fn();
  lab.setState({
    ...initialLab,
    catalog: { ...catalog, warnings: [about] },
    document: scenario,
    current: scenario,
    selection: { kind: 'bottleneck', id: 'r0' },
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('warnings in the run bar', () => {
  it('shows and announces nothing without warnings', () => {
    render(<WarningStatus />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('shows their number, and announces their names', async () => {
    warned('bottlenecks.r0.rate_bps', 'warmup_s');
    render(<WarningStatus />);
    expect((await screen.findByRole('button', { name: '2 warnings' })).textContent).toBe('2');
    expect(screen.getByRole('status').textContent).toBe('Warnings: A trap.');
  });

  it('does not announce changed numbers again, nor fold an open warning', async () => {
    const growing = (value: number) => [{ ...warning('warmup_s'), sentence: `It is ${value} now.` }];
    lab.setState({ warnings: growing(1) });
    render(<WarningStatus />);
    const said = screen.getByRole('status').textContent;
    const before = await waitFor(() => screen.getByText('It is 1 now.'));
    act(() => lab.setState({ warnings: growing(2) }));
    expect(screen.getByRole('status').textContent).toBe(said);
    expect(screen.getByText('It is 2 now.')).toBe(before);
  });

  it('lists sentence, remedy and help, and selects the item', async () => {
    const select = vi.spyOn(actions, 'select').mockImplementation(() => undefined);
    warned('bottlenecks.r0.rate_bps');
    render(<WarningStatus />);
    const list = await waitFor(() => screen.getByRole('list', { hidden: true }));
    for (const text of ['A trap', 'is deep.', 'Walk round.', 'One falls in.', 'Hole 1999, Section 2']) {
      expect(list.textContent).toContain(text);
    }
    fireEvent.click(within(list).getByRole('button', { name: /^Show/, hidden: true }));
    expect(select).toHaveBeenCalledWith({ kind: 'bottleneck', id: 'r0' });
  });
});

it('applies all changes of a remedy as one edit', async () => {
  const change = vi.spyOn(actions, 'change').mockImplementation(() => undefined);
  const patches = [
    { path: 'groups.tcp.traffic.ecn', value: 'accurate' },
    { path: 'bottlenecks.r0.queue.ecn_threshold_packets', value: 15 },
  ];
  const fix = { label: 'Mark at r0', patches };
  lab.setState({ warnings: [{ ...warning('groups.tcp.traffic.ecn'), fix }, warning('warmup_s')] });
  render(<WarningStatus />);
  const list = await waitFor(() => screen.getByRole('list', { hidden: true }));
  const buttons = within(list).getAllByRole('button', { name: 'Mark at r0', hidden: true });
  expect(buttons).toHaveLength(1);
  fireEvent.click(buttons[0]!);
  expect(change).toHaveBeenCalledTimes(1);
  expect(change).toHaveBeenCalledWith(patches);
});

describe('warnings beside the parameters', () => {
  it('lists those of the selected item, and shows a sign at the field', () => {
    warned('bottlenecks.r0.rate_bps', 'groups.tcp.access');
    render(<Inspector />);
    const region = screen.getByRole('region', { name: 'Warnings' });
    expect(region.textContent).toContain('bottlenecks.r0.rate_bps is deep.');
    expect(region.textContent).not.toContain('groups.tcp.access');
    const field = screen.getByLabelText('Rate').closest('[data-path]');
    expect(field?.textContent).toContain('Warning: bottlenecks.r0.rate_bps is deep.');
  });

  it('folds several warnings', () => {
    warned('bottlenecks.r0.rate_bps', 'bottlenecks.r0.queue');
    const { container } = render(<Inspector />);
    const folded = [...container.querySelectorAll<HTMLDetailsElement>('.warnings details')];
    expect(folded.map(({ open }) => open)).toEqual([false, false]);
  });

  it('shows a sign at the fold, which can stay closed', () => {
    const folds = (): (HTMLDetailsElement | null)[] =>
      [...document.querySelectorAll('.advanced > summary .warned-mark')].map((mark) =>
        mark.closest('details'),
      );
    render(<Inspector />);
    expect(folds()).toEqual([]);
    act(() => warned('bottlenecks.r0.stamp'));
    expect(folds().map((fold) => fold?.open)).toEqual([false]);
  });

  it('shows a sign at edits that are too late', () => {
    const edits = [{ at_s: 99, set: [{ path: 'groups.tcp.count', value: 1 }] }];
    lab.setState({ document: { ...scenario, edits } });
    warned('edits.0.at_s');
    render(<EditsField />);
    expect(screen.getByRole('heading').textContent).toContain('edits.0.at_s is deep.');
  });

  it('shows nothing for an item without warnings', () => {
    warned('groups.tcp.access');
    render(<Inspector />);
    expect(screen.queryByRole('region', { name: 'Warnings' })).toBeNull();
  });
});
