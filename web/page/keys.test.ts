// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { switchCharacterKeys } from '../ui/characterKeys';
import { actionOf, bindings, listenToKeys, type KeyAction, type KeyPress } from './keys';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe('the table of keys', () => {
  it('gives no key to two actions', () => {
    const keys = bindings.flatMap((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('lists every action once', () => {
    const all = bindings.map((binding) => binding.action);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('actionOf', () => {
  it.each<[KeyPress, KeyAction | null]>([
    [press(' '), 'toggle'],
    [press('.'), 'step'],
    [press('z'), 'undo'],
    [press('Z', { shiftKey: true }), 'redo'],
    [press('z', { ctrlKey: true }), 'undo'],
    [press('Z', { metaKey: true, shiftKey: true }), 'redo'],
    [press('?', { shiftKey: true }), 'help'],
    [press('s', { ctrlKey: true }), null],
    [press('n', { altKey: true }), null],
    [press('x'), null],
  ])('understands %o as %s', (key, action) => {
    expect(actionOf(key)).toBe(action);
  });
});

describe('listenToKeys', () => {
  afterEach(() => {
    document.body.innerHTML = '';
  });

  function typed(html: string, key: string): KeyAction[] {
    const act = vi.fn<(action: KeyAction) => void>();
    const stop = listenToKeys(act);
    document.body.innerHTML = html;
    const target = document.querySelector('[data-here]') ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    stop();
    return act.mock.calls.map(([action]) => action);
  }

  it('acts on the page', () => {
    expect(typed('<p data-here></p>', ' ')).toEqual(['toggle']);
  });

  it('does nothing in fields, selections and dialogs', () => {
    expect(typed('<input data-here>', 'n')).toEqual([]);
    expect(typed('<textarea data-here></textarea>', ' ')).toEqual([]);
    expect(typed('<select data-here></select>', 'p')).toEqual([]);
    expect(typed('<dialog open><p data-here></p></dialog>', 's')).toEqual([]);
    expect(typed('<dialog><input data-here></dialog>', 's')).toEqual(['share']);
  });

  it('does nothing in a field of a shadow tree', () => {
    const act = vi.fn<(action: KeyAction) => void>();
    const stop = listenToKeys(act);
    const host = document.body.appendChild(document.createElement('div'));
    const field = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('textarea'));
    for (const key of ['/', '?', ' '])
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    stop();
    expect(act).not.toHaveBeenCalled();
  });

  it('does nothing on single characters while a control has the focus', () => {
    expect(typed('<button data-here></button>', ' ')).toEqual([]);
    for (const control of [
      '<button data-here></button>',
      '<a href="#" data-here></a>',
      '<input type="range" data-here>',
      '<input type="checkbox" data-here>',
      '<div role="slider" tabindex="0" data-here></div>',
      '<button><span data-here></span></button>',
    ]) {
      for (const key of ['.', 's', 'r', '?']) expect(typed(control, key), control).toEqual([]);
    }
    expect(typed('<p data-here></p>', 's')).toEqual(['share']);
  });

  it('can ignore single characters, but not Space and combinations with Ctrl', () => {
    switchCharacterKeys(false);
    try {
      expect(typed('<p data-here></p>', 's')).toEqual([]);
      expect(typed('<p data-here></p>', '?')).toEqual([]);
      expect(typed('<p data-here></p>', ' ')).toEqual(['toggle']);
      expect(localStorage.getItem('bufferlab.keys')).toBe('off');
    } finally {
      switchCharacterKeys(true);
    }
    expect(typed('<p data-here></p>', 's')).toEqual(['share']);
  });

  it('uses Space although a button pressed by pointer has the focus', () => {
    const act = vi.fn<(action: KeyAction) => void>();
    const stop = listenToKeys(act);
    document.body.innerHTML = '<button>max</button>';
    const button = document.querySelector('button');
    const space = () => new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    button?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    button?.dispatchEvent(space());
    expect(act).toHaveBeenCalledExactlyOnceWith('toggle');
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    button?.dispatchEvent(space());
    expect(act).toHaveBeenCalledTimes(1);
    stop();
  });

  it('repeats some actions while a key is held, and others not', () => {
    const act = vi.fn<(action: KeyAction) => void>();
    const stop = listenToKeys(act);
    const held = (key: string) => new KeyboardEvent('keydown', { key, repeat: true, bubbles: true });
    for (const key of ['.', ' ', 's']) document.body.dispatchEvent(held(key));
    expect(act).toHaveBeenCalledExactlyOnceWith('step');
    stop();
  });

  it('uses characters although a slider dragged by pointer has the focus, until Tab', () => {
    const act = vi.fn<(action: KeyAction) => void>();
    const stop = listenToKeys(act);
    document.body.innerHTML = '<div role="slider" tabindex="0"><i></i></div>';
    const slider = document.querySelector('[role="slider"]');
    const key = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    document.querySelector('i')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    slider?.dispatchEvent(key('z'));
    expect(act).toHaveBeenCalledExactlyOnceWith('undo');
    slider?.dispatchEvent(key('Tab'));
    slider?.dispatchEvent(key('z'));
    expect(act).toHaveBeenCalledTimes(1);
    stop();
  });

  it('uses keys while a slider has the focus', () => {
    expect(typed('<input type="range" data-here>', ' ')).toEqual(['toggle']);
  });
});
