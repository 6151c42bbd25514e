// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scenario } from '../controls/fixtures';
import { stylesOf } from '../engine/groupStyles';
import type { Catalog } from '../engine/catalog';
import type { Summary } from '../engine/summary';
import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { groupSummary, linkSummary } from '../engine/testing/summaries';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { layoutOf } from '../topology/testing/dumbbell';
import { dismissNotice, notify } from '../ui/notices';
import { EngineState, PATIENCE_S } from './Failure';
import { dialogs } from './lazyParts';
import { Notices } from './Notices';
import { Share } from './Share';
import { SummaryStatistics } from './SummaryStatistics';
import { SummaryPanel } from './SummaryPanel';

const quiet = quietLab();
const { store: lab, actions, sharing } = quiet;
const render = renderIn(quiet);

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  lab.setState({
    ...initialLab,
    engine: { status: 'ready', version: '0.1.0', message: null },
    document: scenario,
    current: scenario,
    run: { ...initialLab.run, t_s: 60 },
  });
});

afterEach(() => {
  cleanup();
  dismissNotice();
  vi.restoreAllMocks();
});

describe('the engine', () => {
  it('shows the seconds of compiling', () => {
    lab.setState({ engine: { status: 'compiling', version: null, message: null } });
    render(<EngineState />);
    expect(document.body.textContent).toMatch(/Compiling the simulator, \d+\.\d s/);
  });

  it('reports after 15 s that a file may not have arrived, and offers to try again', () => {
    vi.useFakeTimers();
    vi.spyOn(actions, 'restartEngine').mockImplementation(() => undefined);
    lab.setState({ engine: { status: 'compiling', version: null, message: null } });
    render(<EngineState />);
    act(() => void vi.advanceTimersByTime(1000 * PATIENCE_S - 200));
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => void vi.advanceTimersByTime(300));
    expect(screen.getByRole('alert').textContent).toContain('a file may not have arrived');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(actions.restartEngine).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.body.textContent).toMatch(/Compiling the simulator, 0\.\d s/);
    vi.useRealTimers();
  });

  it('can be restarted after it stopped', () => {
    vi.spyOn(actions, 'restartEngine').mockImplementation(() => undefined);
    lab.setState({ engine: { status: 'failed', version: null, message: 'It ran out of memory.' } });
    render(<EngineState />);
    expect(screen.getByRole('alert').textContent).toContain('It ran out of memory.');
    fireEvent.click(screen.getByRole('button', { name: 'Restart the simulator' }));
    expect(actions.restartEngine).toHaveBeenCalledTimes(1);
  });
});

describe('notices', () => {
  it('list the first problems of a refused change', () => {
    const problems = [1, 2, 3, 4, 5].map((n) => ({ path: `groups.${n}`, message: `problem ${n}` }));
    lab.setState({ problems });
    render(<Notices page={quiet} isLab />);
    const text = screen.getByRole('status').textContent;
    expect(text).toContain('The run continues unchanged');
    expect(text).toContain('problem 3');
    expect(text).not.toContain('problem 4');
    expect(text).toContain('and 2 more');
  });

  it('offer earlier work, and say where it is after dismissal', async () => {
    await dialogs.fetch();
    vi.spyOn(actions, 'resumeWork').mockImplementation(() => undefined);
    lab.setState({ offer: { id: 'a7', title: 'My dumbbell', savedAt: Date.now() } });
    render(<Notices page={quiet} isLab />);
    expect(screen.getByText('My dumbbell')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(actions.resumeWork).toHaveBeenCalledExactlyOnceWith('a7');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('My dumbbell')).toBeNull();
    expect(screen.getByText(/stays in this browser/)).toBeTruthy();
  });

  it('say which experiment is not saved and why, and offer a file of it', async () => {
    await dialogs.fetch();
    vi.spyOn(sharing, 'saveFile').mockResolvedValue(true);
    const mine = { ...scenario, title: 'My dumbbell' };
    lab.setState({ unsaved: { why: 'full', document: mine } });
    render(<Notices page={quiet} isLab />);
    const bar = screen.getByRole('region', { name: 'Not saved' });
    expect(bar.textContent).toContain('My dumbbell is not saved: the storage of this browser is full.');
    act(() => lab.setState({ unsaved: { why: 'denied', document: mine } }));
    expect(bar.textContent).toContain('this browser stores nothing for this page');
    fireEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
    expect(sharing.saveFile).toHaveBeenCalledExactlyOnceWith(mine);
  });

  it('offer a file of each experiment that was removed, until it is saved or dismissed', async () => {
    await dialogs.fetch();
    const save = vi.spyOn(sharing, 'saveFile').mockResolvedValue(false);
    const removed = ['one', 'two'].map((title) => ({ ...scenario, title }));
    lab.setState({ removed });
    render(<Notices page={quiet} isLab />);
    const bar = screen.getByRole('region', { name: 'Removed work' });
    expect(bar.textContent).toContain('Earlier work was removed to make room: one and 1 more.');
    fireEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
    await act(() => save.mock.results[0]?.value as Promise<boolean>);
    expect(bar.textContent).toContain('one and 1 more.');
    save.mockResolvedValue(true);
    fireEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
    await waitFor(() => expect(bar.textContent).toContain('to make room: two.'));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Removed work' })).toBeNull();
  });

  it('disappear after some seconds, except refusals', () => {
    vi.useFakeTimers();
    render(<Notices page={quiet} isLab />);
    act(() => notify('Copied.'));
    expect(screen.getByText('Copied.')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.queryByText('Copied.')).toBeNull();
    act(() => notify('No.', 'refused'));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText('No.')).toBeTruthy();
    vi.useRealTimers();
  });
});

/** Measures of the summary as the catalog describes them. */
const MEASURES = [
  ['link', 'utilization', 'Utilization', 'ratio'],
  ['link', 'mean_queue_packets', 'Mean queue, packets', 'packets'],
  ['link', 'loss.udp', 'Loss of UDP', 'ratio'],
  ['group', 'transfers.completed', 'Transfers', ''],
  ['group', 'transfers.under_way', 'Transfers under way', ''],
  ['group', 'transfers.bytes', 'Data of transfers', 'B'],
  ['group', 'transfers.retransmissions', 'Retransmissions of transfers', ''],
  ['group', 'transfers.mean_s', 'Time of a transfer, mean', 's'],
] as const;

const catalog: Catalog = {
  ...FAKE_CATALOG,
  measures: MEASURES.map(([of, id, label, unit]) => ({
    of,
    id,
    label,
    unit,
    help: '',
    source: '',
    shown: 'summarized',
    group: of === 'group' ? 'transfers' : '',
    digits: 4,
    asked: 'no',
  })),
};

const summary: Summary = {
  engine: '0.1.0',
  digest: 'c0ffee',
  seed: 7,
  now_s: 60,
  measured_s: 10,
  events: 100,
  packets_forwarded: 50,
  warnings: [],
  bottlenecks: [
    {
      ...linkSummary({ id: 'r0', utilization: 0.9732, mean_queue_packets: 51.1 }),
      reverse: null,
    },
  ],
  edges: [],
  groups: [
    groupSummary({
      id: 'files',
      flows: 3,
      sentence: 'A click here would be answered at once (900 round trips per minute).',
      transfers: { completed: 2, under_way: 1, bytes: 200_000, retransmissions: 3, mean_s: 0.42, p99_s: 0.5 },
    }),
  ],
};

describe('the summary', () => {
  beforeEach(() => lab.setState({ catalog }));

  it('shows statistics with units, the measured interval and the digest, once it is open', async () => {
    vi.spyOn(actions, 'summary').mockResolvedValue(summary);
    render(<SummaryPanel />);
    expect(actions.summary).not.toHaveBeenCalled();
    const details = document.querySelector('details');
    if (!details) throw new Error('the summary can be folded');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect((await screen.findByTestId('digest')).textContent).toBe('c0ffee');
    const text = document.body.textContent.replaceAll('\u00a0', ' ');
    expect(text).toContain('Measured over 10 s, from 50 s on.');
    expect(text).toContain('Utilization97.32 %');
    expect(text).toContain('Mean queue, packets51.1 packets');
    expect(text).toContain('Loss of UDP–');
    for (const row of [
      'Transfers2',
      'Transfers under way1',
      'Data of transfers200 kB',
      'Retransmissions of transfers3',
      'Time of a transfer, mean420 ms',
    ])
      expect(text).toContain(row);
    expect(screen.getByRole('list', { name: 'Quality for users' }).textContent).toContain(
      'files: A click here would be answered at once (900 round trips per minute).',
    );
    expect(screen.queryByRole('region', { name: /Warnings/ })).toBeNull();
    const warning = { id: 'trap', path: 'warmup_s', sentence: 'It begins too early.', remedy: 'Wait.' };
    act(() => lab.setState({ warnings: [warning] }));
    const warnings = screen.getByRole('region', { name: 'Warnings about these results' });
    expect(warnings.textContent).toContain('It begins too early.');
  });

  it('says which edits fall into the measured interval', async () => {
    vi.spyOn(actions, 'summary').mockResolvedValue(summary);
    const edit = (at_s: number) => ({ at_s, set: [] });
    lab.setState({ document: { ...scenario, edits: [edit(10), edit(52), edit(70)] } });
    const restart = vi.spyOn(actions, 'restart').mockImplementation(() => undefined);
    render(<SummaryStatistics />);
    const note = await screen.findByText(/Measured over/);
    // The warm-up ends at 50 s, and the run is at 60 s.
    expect(note.textContent.replaceAll('\u00a0', ' ')).toContain(
      '1 edit, at 52 s: results cover the time before and after.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Restart with these settings' }));
    expect(restart).toHaveBeenCalled();
  });

  it('shows each group in its style', async () => {
    const ids = ['one', 'two', 'three', 'four'];
    const groups = ids.map((id) => ({ ...summary.groups[0]!, id }));
    vi.spyOn(actions, 'summary').mockResolvedValue({ ...summary, groups });
    const current = { ...scenario, groups: ids.map((id) => ({ ...scenario.groups[0]!, id })) };
    lab.setState({ current, layout: layoutOf(current) });
    render(<SummaryStatistics />);
    const looks = stylesOf(ids.map(() => ({ kind: 'tcp' })));
    for (const [i, id] of ids.entries()) {
      const header = await screen.findByRole('columnheader', { name: id });
      expect(header.innerHTML).toContain(`var(--${looks[i]!.color})`);
    }
  });
});

describe('sharing', () => {
  const shared = (characters: number) => ({
    ok: true as const,
    url: `https://lab.example/#1.d${'x'.repeat(characters - 25)}`,
    characters,
    advice: characters > 2000 ? ('long' as const) : ('fine' as const),
  });

  it('shows the link with its size, and the link to the current time', async () => {
    const link = vi.spyOn(sharing, 'link').mockResolvedValue(shared(321));
    lab.setState({ run: { ...initialLab.run, t_s: 37.25, playing: true } });
    render(<Share open onClose={vi.fn()} />);
    expect(await screen.findByText(/321 characters/)).toBeTruthy();
    expect(link).toHaveBeenLastCalledWith({}, null);
    // The run continues behind the dialog; the link has the time that the dialog shows.
    act(() => lab.setState({ run: { ...initialLab.run, t_s: 41, playing: true } }));
    fireEvent.click(screen.getByLabelText(/current time \(t = 37\.25\ss\)/));
    expect(link).toHaveBeenLastCalledWith({ t_s: 37.25, play: true }, null);
    expect(await screen.findByTestId('share-link')).toBeTruthy();
  });

  it('includes the baseline unless that is switched off', async () => {
    const link = vi.spyOn(sharing, 'link').mockResolvedValue(shared(321));
    const kept = { ...scenario, seed: 9 };
    const { store, frames } = quiet;
    lab.setState({
      baseline: {
        document: kept,
        name: 'seed 9',
        currentName: 'seed 1',
        mode: 'overlay',
        store,
        frames,
        measured: null,
      },
    });
    render(<Share open onClose={vi.fn()} />);
    await screen.findByText(/321 characters/);
    expect(link).toHaveBeenLastCalledWith({}, expect.objectContaining({ document: kept }));
    fireEvent.click(screen.getByLabelText('Include the baseline, seed 9'));
    expect(link).toHaveBeenLastCalledWith({}, null);
    expect(await screen.findByTestId('share-link')).toBeTruthy();
  });

  it('says how many edits the link replays, and offers to restart without them', async () => {
    vi.spyOn(sharing, 'link').mockResolvedValue(shared(321));
    const restart = vi.spyOn(actions, 'restart').mockImplementation(() => undefined);
    const { rerender } = render(<Share open onClose={vi.fn()} />);
    await screen.findByText(/321 characters/);
    expect(screen.queryByRole('button', { name: 'Restart with these settings' })).toBeNull();

    const edit = { at_s: 4, set: [{ path: 'bottlenecks.r0.queue.limit_packets', value: 50 }] };
    act(() => lab.setState({ document: { ...scenario, edits: [edit, { ...edit, at_s: 5 }] } }));
    expect(screen.getByText(/replays 2 edits/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Restart with these settings' }));
    expect(restart).toHaveBeenCalledOnce();

    act(() => lab.setState({ document: scenario, run: { ...initialLab.run, run: 2, t_s: 0.5 } }));
    rerender(<Share open onClose={vi.fn()} />);
    expect(screen.queryByText(/replays/)).toBeNull();
    expect(screen.getByLabelText(/current time \(t = 0\.5\ss\)/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'));
  });

  it('advises a file for a long link', async () => {
    vi.spyOn(sharing, 'link').mockResolvedValue(shared(2400));
    render(<Share open onClose={vi.fn()} />);
    expect((await screen.findByText(/2,400 characters/)).textContent).toContain('A file is safer');
    expect(screen.getByRole('button', { name: 'Save as a file' })).toBeTruthy();
  });

  it('says why there is no link', async () => {
    vi.spyOn(sharing, 'link').mockResolvedValue({ ok: false, message: 'Too big; save a file.' });
    render(<Share open onClose={vi.fn()} />);
    expect(await screen.findByText('Too big; save a file.')).toBeTruthy();
  });
});
