// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scenario } from '../controls/fixtures';
import type { Preset } from '../engine/catalog';
import { fakePreset } from '../engine/testing/fake-engine';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { Gallery } from './Gallery';
import { Notice } from './Notice';

const quiet = quietLab();
const { store: lab, actions } = quiet;
const render = renderIn(quiet);

const preset = (id: string, title: string): Preset =>
  fakePreset({
    id,
    title,
    notice: `Watch ${id}.`,
    answer: `Answer of ${id}.`,
    source: `Paper of ${id}`,
    scenario,
  });

beforeEach(() => {
  // jsdom has dialogs, but does not show them.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  vi.spyOn(actions, 'openPreset').mockImplementation(() => undefined);
  lab.setState({
    ...initialLab,
    presets: [preset('one', 'One flow'), preset('two', 'Two-way traffic')],
    presetId: 'one',
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows each preset with its notice, its source and its outline, grouped by topic', () => {
  render(<Gallery open onClose={vi.fn()} onCreate={vi.fn()} />);
  const card = screen.getByRole('button', { name: /One flow/ });
  expect(card.textContent).toContain('Watch one.');
  expect(card.textContent).toContain('Paper of one');
  expect(card.getAttribute('aria-current')).toBe('true');
  expect(screen.getAllByRole('img')[0]?.getAttribute('aria-label')).toContain('tcp ×1 through 10');
});

it('opens the first match on Enter, and closes', () => {
  const onClose = vi.fn();
  render(<Gallery open onClose={onClose} onCreate={vi.fn()} />);
  const search = screen.getByLabelText('Find a preset');
  fireEvent.change(search, { target: { value: 'two-way' } });
  expect(screen.queryByRole('button', { name: /One flow/ })).toBeNull();
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(actions.openPreset).toHaveBeenCalledExactlyOnceWith('two');
  expect(onClose).toHaveBeenCalled();
});

it('finds presets by their keywords, under the heading of their topic', () => {
  const voip: Preset = { ...preset('voip', 'A title'), keywords: ['VoIP'], topic: 'Traffic' };
  lab.setState({ presets: [preset('one', 'One flow'), voip] });
  render(<Gallery open onClose={vi.fn()} onCreate={vi.fn()} />);
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Buffer size',
    'Traffic',
  ]);
  fireEvent.change(screen.getByLabelText('Find a preset'), { target: { value: 'voip' } });
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(['Traffic']);
  expect(screen.getByRole('status').textContent).toContain('1 of 2 presets');
});

it('names the topics if no preset matches', () => {
  render(<Gallery open onClose={vi.fn()} onCreate={vi.fn()} />);
  fireEvent.change(screen.getByLabelText('Find a preset'), { target: { value: 'cubic' } });
  expect(screen.getByRole('status').textContent).toContain(
    'No presets match “cubic”. There are 2 presets about these topics: ',
  );
});

describe('the panel about the experiment', () => {
  const document = { ...scenario, title: 'Two-way traffic' };
  const changed = {
    ...document,
    bottlenecks: document.bottlenecks.map((one) => ({ ...one, rate_bps: 10e9 })),
  };
  const text = (): string => window.document.body.textContent;

  it('shows the notice and the source of a preset', () => {
    lab.setState({ presetId: 'two', document, current: document });
    render(<Notice />);
    expect(text()).toBe('What to noticeWatch two.Answer of two.Show the answerPaper of two');
  });

  it('hides the answer of a preset until the button is pressed', () => {
    lab.setState({ presetId: 'two', document, current: document });
    render(<Notice />);
    const answer = screen.getByText('Answer of two.');
    expect(answer.hidden).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
    expect(answer.hidden).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Hide the answer' }));
    expect(answer.hidden).toBe(true);
  });

  it('recognizes a preset by a former title of a link', () => {
    const renamed = { ...preset('three', 'New title'), former_titles: ['Two-way traffic'] };
    lab.setState({
      presets: [renamed],
      presetId: null,
      document,
      current: document,
      completed: { three: document },
    });
    render(<Notice />);
    expect(text()).toContain('Watch three.');
  });

  it('offers to restore a changed preset instead of its notice', () => {
    lab.setState({ presetId: null, document, current: changed, completed: { two: document } });
    render(<Notice />);
    expect(text()).not.toContain('Watch two.');
    expect(text()).toContain('Based on “Two-way traffic”.');
    fireEvent.click(screen.getByRole('button', { name: 'Restore the preset' }));
    expect(actions.openPreset).toHaveBeenCalledExactlyOnceWith('two');
  });

  it('shows a note instead of the notice, also if the preset is changed', () => {
    const noted = { ...document, note: 'Exercise 3: find the knee.' };
    lab.setState({ presetId: null, document: noted, current: noted, completed: { two: document } });
    const { rerender } = render(<Notice />);
    expect(text()).toBe('NoteExercise 3: find the knee.Paper of two');
    act(() => lab.setState({ current: { ...changed, note: noted.note } }));
    rerender(<Notice />);
    expect(text()).toContain('Exercise 3: find the knee.');
    expect(text()).toContain('Based on “Two-way traffic”');
    expect(text()).not.toContain('Watch two.');
  });

  it('recognizes a preset by the title of an earlier version', () => {
    const old = { ...document, title: 'Old title' };
    lab.setState({
      presets: [
        fakePreset({ id: 'two', title: 'New title', former_titles: ['Old title'], notice: 'Watch two.' }),
      ],
      presetId: null,
      document: old,
      current: old,
      completed: { two: document },
    });
    render(<Notice />);
    expect(text()).toContain('Watch two.');
  });

  it('shows the notice also with another seed, and after an edit that was reverted', () => {
    const again = { ...document, seed: 99, edits: [{ at_s: 1, set: [] }] };
    lab.setState({ presetId: null, document: again, current: again, completed: { two: document } });
    render(<Notice />);
    expect(text()).toBe('What to noticeWatch two.Answer of two.Show the answerPaper of two');
  });
});
