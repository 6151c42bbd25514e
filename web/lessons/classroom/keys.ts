/** Keys of the presentation. Remote controls for slides send Page Down, Page Up and the full stop. */
import { characterKeys } from '../../ui/characterKeys';

/** Action of a key. */
export type PresentAction =
  'next' | 'back' | 'answer' | 'code' | 'countdown' | 'fullScreen' | 'dark' | 'leave';

/** Actions with their keys, as `KeyboardEvent.key` names them. */
export const PRESENT_KEYS: readonly { action: PresentAction; keys: readonly string[] }[] = [
  { action: 'next', keys: ['ArrowRight', 'PageDown', ' ', 'ArrowDown'] },
  { action: 'back', keys: ['ArrowLeft', 'PageUp', 'ArrowUp', 'Backspace'] },
  { action: 'answer', keys: ['a'] },
  { action: 'code', keys: ['q'] },
  { action: 'countdown', keys: ['t'] },
  { action: 'fullScreen', keys: ['f'] },
  { action: 'dark', keys: ['.', 'b'] },
  { action: 'leave', keys: ['Escape'] },
];

/** The part of a keyboard event that selects an action. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Returns the action of a key press; null if it has none, or if the element with the focus handles the key. */
export function presentActionOf(press: Press): PresentAction | null {
  const { key, ctrlKey, metaKey, altKey, target } = press;
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const found = PRESENT_KEYS.find(({ keys }) => keys.includes(name))?.action ?? null;
  if (found === null || !(target instanceof Element) || keepsKey(target, name)) return null;
  const isCharacter = name.length === 1 && name !== ' ';
  return isCharacter && !characterKeys.getState().on ? null : found;
}

const TYPED = 'input, select, textarea, [contenteditable]';
const PRESSED = 'button, a[href], summary';
const MOVED = '[role=slider], [role=application], [role=radio]';

function keepsKey(target: Element, key: string): boolean {
  if (target.closest('dialog[open], [popover]') || target.closest(TYPED)) return true;
  if (key.length === 1) return target.closest(PRESSED) !== null;
  return key.startsWith('Arrow') && target.closest(MOVED) !== null;
}
