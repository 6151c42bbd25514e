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
  fakePreset({ id, title, notice: `Watch ${id}.`, source: `Paper of ${id}`, scenario });

beforeEach(() => {
  // jsdom has dialogs, but does not show them.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  vi.spyOn(actions, 'openPreset').mockImplementation(() => undefined);
  lab.setState({
    ...initialLab,
    presets: [preset('one', 'One flow'), preset('two', 'Two ways')],
    presetId: 'one',
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows each preset with what to notice, its source and its outline', () => {
  render(<Gallery open onClose={vi.fn()} />);
  const card = screen.getByRole('button', { name: /One flow/ });
  expect(card.textContent).toContain('Watch one.');
  expect(card.textContent).toContain('Paper of one');
  expect(card.getAttribute('aria-current')).toBe('true');
  expect(screen.getAllByRole('img')[0]?.getAttribute('aria-label')).toContain('tcp ×1 through 10');
});

it('opens the first that is found on Enter, and closes', () => {
  const onClose = vi.fn();
  render(<Gallery open onClose={onClose} />);
  const search = screen.getByLabelText('Find a preset');
  fireEvent.change(search, { target: { value: 'ways' } });
  expect(screen.queryByRole('button', { name: /One flow/ })).toBeNull();
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(actions.openPreset).toHaveBeenCalledExactlyOnceWith('two');
  expect(onClose).toHaveBeenCalled();
});

it('says when nothing is found', () => {
  render(<Gallery open onClose={vi.fn()} />);
  fireEvent.change(screen.getByLabelText('Find a preset'), { target: { value: 'cubic' } });
  expect(screen.getByRole('status').textContent).toContain('No preset has “cubic”');
});

describe('beside the run', () => {
  const document = { ...scenario, title: 'Two ways' };
  const changed = {
    ...document,
    bottlenecks: document.bottlenecks.map((one) => ({ ...one, rate_bps: 10e9 })),
  };
  const text = (): string => window.document.body.textContent;

  it('stands what to notice in a preset, and where it was first shown', () => {
    lab.setState({ presetId: 'two', document, current: document });
    render(<Notice />);
    expect(text()).toBe('What to noticeWatch two.Paper of two');
  });

  it('stands nothing of a preset that was changed, but how to have it back', () => {
    lab.setState({ presetId: null, document, current: changed, completed: { two: document } });
    render(<Notice />);
    expect(text()).not.toContain('Watch two.');
    expect(text()).toContain('Based on “Two ways”.');
    fireEvent.click(screen.getByRole('button', { name: 'Restore the preset' }));
    expect(actions.openPreset).toHaveBeenCalledExactlyOnceWith('two');
  });

  it('stands a note before anything else, the preset unchanged or changed', () => {
    const noted = { ...document, note: 'Exercise 3: find the knee.' };
    lab.setState({ presetId: null, document: noted, current: noted, completed: { two: document } });
    const { rerender } = render(<Notice />);
    expect(text()).toBe('NoteExercise 3: find the knee.Paper of two');
    act(() => lab.setState({ current: { ...changed, note: noted.note } }));
    rerender(<Notice />);
    expect(text()).toContain('Exercise 3: find the knee.');
    expect(text()).toContain('Based on “Two ways”');
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

  it('stands what to notice with another seed, and after a change that was taken back', () => {
    const again = { ...document, seed: 99, edits: [{ at_s: 1, set: [] }] };
    lab.setState({ presetId: null, document: again, current: again, completed: { two: document } });
    render(<Notice />);
    expect(text()).toBe('What to noticeWatch two.Paper of two');
  });
});
