// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scenario } from '../controls/fixtures';
import type { Preset } from '../engine/catalog';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { Gallery } from './Gallery';
import { Notice } from './Notice';

const quiet = quietLab();
const { store: lab, actions } = quiet;
const render = renderIn(quiet);

const preset = (id: string, title: string): Preset => ({
  id,
  title,
  notice: `Watch ${id}.`,
  source: `Paper of ${id}`,
  speed: 1,
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

it('keeps saying what to notice after a change, and that it was changed', () => {
  lab.setState({ presetId: null, document: { ...scenario, title: 'Two ways' } });
  render(<Notice />);
  expect(screen.getByText('Watch two.')).toBeTruthy();
  expect(screen.getByText(/changed since/)).toBeTruthy();
});
