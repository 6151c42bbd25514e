// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialLab } from '../lab/state';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { catalog, scenario } from './fixtures';
import { forms } from './lazyForms';
import { RunBar } from './RunBar';

const quiet = quietLab();
const { store: lab, actions } = quiet;
const render = renderIn(quiet);

const run = { ...initialLab.run, playing: true, t_s: 37.2, speed: 4.9, targetSpeed: 5 };

beforeEach(() => {
  for (const name of ['toggle', 'restart', 'newSeed', 'seek', 'pause', 'setSpeed', 'step'] as const) {
    vi.spyOn(actions, name).mockImplementation(() => undefined);
  }
  lab.setState({
    ...initialLab,
    engine: { status: 'ready', version: '0.1.0', message: null },
    catalog,
    document: scenario,
    current: scenario,
    run,
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name, hidden: true });

it('pauses a run that plays, and runs one that is paused', () => {
  const { rerender } = render(<RunBar />);
  fireEvent.click(button('Pause'));
  expect(actions.toggle).toHaveBeenCalledTimes(1);
  lab.setState({ run: { ...run, playing: false } });
  rerender(<RunBar />);
  expect(button('Run')).toBeTruthy();
});

it('restarts an ended run, with the same seed while the seed is locked', () => {
  lab.setState({ run: { ...run, playing: false, ended: true } });
  render(<RunBar />);
  fireEvent.click(button('Restart'));
  expect(actions.restart).toHaveBeenCalledTimes(1);
  fireEvent.click(button('Lock the seed'));
  fireEvent.click(button('Restart'));
  expect(actions.newSeed).toHaveBeenCalledTimes(1);
  fireEvent.click(button('Lock the seed'));
});

it('returns from max to the previous speed', () => {
  render(<RunBar />);
  fireEvent.click(button('max'));
  expect(actions.setSpeed).toHaveBeenLastCalledWith('max');
  fireEvent.click(button('max'));
  expect(actions.setSpeed).toHaveBeenLastCalledWith(5);
});

it('steps the speed through 1, 2, 5 with the arrow keys', () => {
  render(<RunBar />);
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Speed' }), { key: 'ArrowRight' });
  expect(actions.setSpeed).toHaveBeenLastCalledWith(10);
});

it('goes to a time within the run, and gives the range otherwise', () => {
  render(<RunBar />);
  const field = screen.getByLabelText('Go to time');
  const form = field.closest('form');
  if (!form) throw new Error('the field is in a form');
  HTMLElement.prototype.hidePopover = () => undefined;
  fireEvent.change(field, { target: { value: '250' } });
  fireEvent.submit(form);
  expect(actions.seek).not.toHaveBeenCalled();
  expect(screen.getByText(/250 s is too large. Use 0 to 200 s/)).toBeTruthy();
  fireEvent.change(field, { target: { value: '2 min' } });
  fireEvent.submit(form);
  expect(actions.seek).toHaveBeenCalledWith(120);
});

it('cancels seeking to a time', () => {
  lab.setState({ run: { ...run, seeking: true, target_s: 120 } });
  render(<RunBar />);
  fireEvent.click(button('Cancel'));
  expect(actions.pause).toHaveBeenCalledTimes(1);
});

it('disables its buttons until the engine is ready', () => {
  lab.setState({ engine: { status: 'compiling', version: null, message: null } });
  render(<RunBar />);
  expect(button('Pause').disabled).toBe(true);
  expect(button('New seed').disabled).toBe(true);
});

it('goes to the time at which the handle of the time slider is released', async () => {
  lab.setState({
    branches: [{ id: 4, document: { ...scenario, edits: [] }, from_s: 20, reached_s: 60 }],
    run: { ...run, reached_s: 80 },
  });
  await forms.fetch();
  const { container } = render(<RunBar />);
  const slider = screen.getAllByRole<HTMLInputElement>('slider', {
    name: 'Time of the run',
    hidden: true,
  })[0]!;
  expect(slider.getAttribute('aria-valuetext')).toBe('37.2\u00a0s');
  fireEvent.change(slider, { target: { value: '120' } });
  expect(actions.seek).not.toHaveBeenCalled();
  expect(screen.getByText('120.0 s')).toBeTruthy();
  fireEvent.pointerUp(slider);
  expect(actions.seek).toHaveBeenCalledWith(120);
  fireEvent.blur(slider);
  expect(actions.seek).toHaveBeenCalledTimes(1);
  // The latest time that was simulated, and the earlier branch, in shares of 200 s.
  expect(container.querySelector<HTMLElement>('.scrubber-reached')?.style.width).toBe('40%');
  expect(container.querySelector<HTMLElement>('.scrubber-branch')?.style).toMatchObject({
    left: '10%',
    width: '20%',
  });
});

it('lists earlier branches and resumes one', async () => {
  vi.spyOn(actions, 'switchBranch').mockImplementation(() => undefined);
  HTMLElement.prototype.hidePopover = () => undefined;
  await forms.fetch();
  render(<RunBar />);
  expect(screen.queryByText(/Earlier branches/)).toBeNull();
  const edits = [{ at_s: 30, set: [] }];
  act(() =>
    lab.setState({ branches: [{ id: 4, document: { ...scenario, edits }, from_s: 20, reached_s: 60 }] }),
  );
  expect(screen.getByText(/starts at 20\ss, simulated to 60\ss, with 1 edit$/)).toBeTruthy();
  fireEvent.click(button('Resume'));
  expect(actions.switchBranch).toHaveBeenCalledWith(4);
});
