/**
 * Keys of the canvas: the action of each key while an element has the focus.
 *
 * Space and the other keys of the page have no action here, so that they still control the run.
 */
import type { Direction } from './navigate';
import { NETWORK } from './strings';

/** Action of a key on the canvas. */
export type CanvasAction =
  | { do: 'walk'; to: Direction }
  | { do: 'move'; to: Direction }
  | { do: 'select' | 'add' | 'connect' | 'duplicate' | 'flip' | 'rename' | 'delete' | 'cancel' }
  | { do: 'zoom'; in: boolean }
  | { do: 'fit' };

/** Key with its modifiers. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Returns the action of a key; null for other keys. */
export function canvasAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): CanvasAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = ARROWS[key];
  if (arrow) return { do: shiftKey ? 'move' : 'walk', to: arrow };
  return PLAIN[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Help about the keys, for screen readers and the help sheet. */
export const KEY_HELP = NETWORK.help;

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
