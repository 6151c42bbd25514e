import { describe, expect, it } from 'vitest';
import { commandsOf, type KeyContext } from './keys';

const here: KeyContext = { shown: { t0_s: 10, t1_s: 30 }, now_s: 28, cursor_s: 20, pinned_s: null };

describe('keys on a chart', () => {
  it('move the cursor by a hundredth of the view', () => {
    expect(commandsOf('ArrowRight', false, here)).toEqual([{ kind: 'cursor', t_s: 20.2 }]);
    expect(commandsOf('ArrowLeft', false, here)).toEqual([{ kind: 'cursor', t_s: 19.8 }]);
  });

  it('begin at the present when there is no cursor', () => {
    expect(commandsOf('ArrowLeft', false, { ...here, cursor_s: null })).toEqual([
      { kind: 'cursor', t_s: 27.8 },
    ]);
  });

  it('take the view along at its edge, but not beyond the time that has passed', () => {
    expect(commandsOf('ArrowLeft', false, { ...here, cursor_s: 10 })[0]).toMatchObject({ kind: 'pan' });
    expect(commandsOf('ArrowRight', false, { ...here, cursor_s: 28 })).toEqual([{ kind: 'cursor', t_s: 28 }]);
  });

  it('move through time with Shift', () => {
    expect(commandsOf('ArrowLeft', true, here)).toEqual([{ kind: 'pan', dt_s: -4 }]);
  });

  it('zoom about the cursor', () => {
    expect(commandsOf('+', true, here)).toEqual([{ kind: 'zoom', factor: 1.5, about_s: 20 }]);
    expect(commandsOf('-', false, here)[0]).toMatchObject({ kind: 'zoom', about_s: 20 });
  });

  it('go to the edges, and to the live edge', () => {
    expect(commandsOf('Home', false, here)).toEqual([{ kind: 'cursor', t_s: 10 }]);
    expect(commandsOf('End', false, here)).toEqual([{ kind: 'cursor', t_s: 28 }]);
    expect(commandsOf('End', true, here)).toEqual([{ kind: 'follow' }]);
  });

  it('pin the cursor, and take the pin away at the same place', () => {
    expect(commandsOf('Enter', false, here)).toEqual([{ kind: 'pin', t_s: 20 }]);
    expect(commandsOf('Enter', false, { ...here, pinned_s: 20 })).toEqual([{ kind: 'pin', t_s: null }]);
    expect(commandsOf('Escape', false, here)).toEqual([{ kind: 'clear' }]);
  });

  it('take the run to the cursor', () => {
    expect(commandsOf('g', false, here)).toEqual([{ kind: 'go', t_s: 20 }]);
  });

  it('leave the page its own keys', () => {
    for (const key of [' ', '.', 'n', 'p', 'z', '?']) expect(commandsOf(key, false, here)).toEqual([]);
  });
});
