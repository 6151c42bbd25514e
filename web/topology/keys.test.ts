import { describe, expect, it } from 'vitest';
import { canvasAction } from './keys';
import { scrubbed } from './scrubbed';

const press = (
  key: string,
  modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => canvasAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

describe('the keys of the canvas', () => {
  it('move the focus by arrow keys and the element with Shift', () => {
    expect(press('ArrowLeft')).toEqual({ do: 'walk', to: 'left' });
    expect(press('ArrowLeft', { shiftKey: true })).toEqual({ do: 'move', to: 'left' });
  });

  it('do not depend on Caps Lock', () => {
    expect(press('A')).toEqual(press('a'));
  });

  it('ignore the keys of the page: Space, n, p, z, and all with Ctrl', () => {
    for (const key of [' ', 'n', 'p', 'z', '.', '[', ']', '/', '?', 'r', 's', 'i'])
      expect(press(key)).toBeNull();
    expect(press('a', { ctrlKey: true })).toBeNull();
    expect(press('0', { metaKey: true })).toBeNull();
  });
});

describe('scrubbing a figure', () => {
  it('multiplies by ten for every 160 pixels, in two digits', () => {
    expect(scrubbed(1e7, 160, 1e3, false)).toBe(1e8);
    expect(scrubbed(1e7, -160, 1e3, false)).toBe(1e6);
    expect(scrubbed(0.04, 10, 1e-4, false)).toBe(0.046);
  });

  it('keeps counts whole and can bring them to zero and back', () => {
    expect(scrubbed(3, 30, 1, true)).toBe(5);
    expect(scrubbed(1, -100, 1, true)).toBe(0);
    expect(scrubbed(0, 80, 1, true)).toBe(3);
  });
});
