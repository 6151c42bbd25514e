/**
 * The canvas's keyboard, as a table: what a key means while an element has the focus.
 *
 * Space and the other keys of the page are left alone, so that the run can be paused from here.
 */
import type { Direction } from './navigate';

export type CanvasAction =
  | { do: 'walk'; to: Direction }
  | { do: 'move'; to: Direction }
  | { do: 'select' | 'add' | 'connect' | 'duplicate' | 'flip' | 'rename' | 'delete' | 'cancel' }
  | { do: 'zoom'; in: boolean }
  | { do: 'fit' };

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Null for a key that means nothing here. */
export function canvasAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): CanvasAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = ARROWS[key];
  if (arrow) return { do: shiftKey ? 'move' : 'walk', to: arrow };
  return PLAIN[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** For the help that a screen reader reads with the canvas. */
export const KEY_HELP =
  'Arrows walk from element to element, Enter selects, a adds, c connects a group, f turns it round, ' +
  'd duplicates, F2 renames, Delete deletes, Shift with arrows moves. Plus, minus and 0 zoom and fit. ' +
  'Tab leads to the buffer limits, which are sliders.';

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const PLAIN: Record<string, CanvasAction> = {
  Enter: { do: 'select' },
  Escape: { do: 'cancel' },
  a: { do: 'add' },
  c: { do: 'connect' },
  d: { do: 'duplicate' },
  f: { do: 'flip' },
  F2: { do: 'rename' },
  Delete: { do: 'delete' },
  Backspace: { do: 'delete' },
  '+': { do: 'zoom', in: true },
  '=': { do: 'zoom', in: true },
  '-': { do: 'zoom', in: false },
  '0': { do: 'fit' },
};
