/**
 * The keyboard: one table of bindings, used by the page and by the dialog that lists the keys.
 *
 * Single keys act only outside of fields and dialogs, so that typing a title pauses no run. Characters do
 * nothing while a control has the focus, and the user can switch them off: speech input may type them by accident
 * (WCAG 2.1.4). A control that the pointer pressed does not count as having the focus, unless text is typed into it.
 */
import { characterKeys } from '../ui/characterKeys';
import { VIEWS } from './views';

/** Action of a key; the App performs it. */
export type KeyAction =
  | 'toggle'
  | 'step'
  | 'slower'
  | 'faster'
  | 'restart'
  | 'next-drop'
  | 'previous-drop'
  | 'undo'
  | 'redo'
  | 'search'
  | 'presets'
  | 'new-experiment'
  | 'sweep'
  | 'share'
  | 'save-baseline'
  | 'comparison-mode'
  | 'first-difference'
  | 'split'
  | 'other-run'
  | 'announce'
  | 'present'
  | 'learn'
  | 'lab'
  | 'studies'
  | 'papers'
  | 'help';

/** Actions without a key. */
export type KeylessAction = 'smallest-buffer' | 'remedies' | 'glossary' | 'welcome' | 'report' | 'print';

/** Group under which the dialog lists a key. */
export type KeyGroup = 'run' | 'time' | 'experiment' | 'comparison' | 'page';

/** An action and the keys that start it. */
export interface Binding {
  action: KeyAction;
  group: KeyGroup;
  /** Any of these keys; `Mod` is Ctrl, or Command on a Mac. Characters are as typed, so `?` needs no Shift. */
  keys: string[];
}

/** All keys of the page. */
export const bindings: Binding[] = [
  { action: 'toggle', group: 'run', keys: ['Space'] },
  { action: 'step', group: 'run', keys: ['.'] },
  { action: 'slower', group: 'run', keys: ['['] },
  { action: 'faster', group: 'run', keys: [']'] },
  { action: 'restart', group: 'run', keys: ['r'] },
  { action: 'next-drop', group: 'time', keys: ['n'] },
  { action: 'previous-drop', group: 'time', keys: ['p'] },
  { action: 'undo', group: 'experiment', keys: ['z', 'Mod+z'] },
  { action: 'redo', group: 'experiment', keys: ['Shift+z', 'Mod+Shift+z', 'Mod+y'] },
  { action: 'presets', group: 'experiment', keys: ['l'] },
  { action: 'new-experiment', group: 'experiment', keys: ['e'] },
  { action: 'sweep', group: 'experiment', keys: ['w'] },
  { action: 'share', group: 'experiment', keys: ['s'] },
  { action: 'save-baseline', group: 'comparison', keys: ['k'] },
  { action: 'comparison-mode', group: 'comparison', keys: ['d'] },
  { action: 'first-difference', group: 'comparison', keys: ['f'] },
  { action: 'split', group: 'page', keys: ['b'] },
  { action: 'other-run', group: 'page', keys: ['o'] },
  { action: 'announce', group: 'page', keys: ['i'] },
  { action: 'present', group: 'page', keys: ['Shift+p'] },
  ...VIEWS.map(({ view, key }): Binding => ({ action: view, group: 'page', keys: [key] })),
  { action: 'search', group: 'page', keys: ['/', 'Mod+k'] },
  { action: 'help', group: 'page', keys: ['?'] },
];

/** The part of a keyboard event that selects an action. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Returns the action of a key press; null if it has none. */
export function actionOf(press: KeyPress): KeyAction | null {
  if (press.altKey) return null;
  const name = nameOf(press);
  return bindings.find((binding) => binding.keys.includes(name))?.action ?? null;
}

/** Returns whether a key press types a character. Space does not count, since it presses buttons (WCAG 2.1.4). */
function isCharacter({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;
}

/** Returns whether a key acts in fields too: Ctrl+K, which types nothing. A dialog still keeps it. */
function isAnywhere({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const inDialog = target instanceof Element && target.closest('dialog[open]') !== null;
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !inDialog;
}

/** Calls `act` for keys pressed outside of fields and open dialogs. Returns a function that stops it. */
export function listenToKeys(act: (action: KeyAction) => void): () => void {
  // A control that was pressed by pointer keeps the focus, but Space and characters then act on the page.
  let pointed: Element | null = null;
  const onPointerDown = (event: Event): void => {
    const target = targetOf(event);
    pointed = target instanceof Element ? target.closest(CONTROLS) : null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' || event.key === 'Enter') pointed = null;
    if (event.defaultPrevented) return;
    const action = actionOf(event);
    if (!action || (!isAnywhere(event) && keepsKeys(targetOf(event), event, pointed))) return;
    if (isCharacter(event) && !characterKeys.getState().on) return;
    event.preventDefault();
    if (!event.repeat || repeatable.has(action)) act(action);
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    // Firefox presses buttons when Space is released.
    if (event.key === ' ' && pointed !== null && pointed === targetOf(event)) event.preventDefault();
  };
  window.addEventListener('pointerdown', onPointerDown, true);
  window.addEventListener('keydown', onKeyDown);
  window.addEventListener('keyup', onKeyUp);
  return () => {
    window.removeEventListener('pointerdown', onPointerDown, true);
    window.removeEventListener('keydown', onKeyDown);
    window.removeEventListener('keyup', onKeyUp);
  };
}

/** Returns the element of an event, also within a shadow tree such as that of the editor's text. */
function targetOf(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? event.target;
}

const CONTROLS =
  'input, select, textarea, button, a[href], summary, [role="button"], [role="slider"], [role="tab"], [role="menuitem"]';

const PRESSED_BY_SPACE = 'button, a[href], summary, [role="button"], [role="menuitem"]';

const repeatable = new Set<KeyAction>([
  'step',
  'slower',
  'faster',
  'next-drop',
  'previous-drop',
  'undo',
  'redo',
]);

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyPress): string {
  if (key === ' ') return 'Space';
  const letter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const shift = shiftKey && letter ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shift}${letter ? key.toLowerCase() : key}`;
}

/** Returns whether the element with the focus handles the key itself. */
function keepsKeys(target: EventTarget | null, press: KeyPress, pointed: Element | null): boolean {
  const { key } = press;
  // A field in a dialog that was just closed has the focus until the next frame.
  if (!(target instanceof Element) || target.closest('dialog:not([open])')) return false;
  const control = target.closest(CONTROLS);
  if (isCharacter(press) && control !== null && control !== pointed) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('dialog[open]')) return true;
  if (target instanceof HTMLInputElement) {
    // Sliders and checkboxes take no text; Space toggles a checkbox.
    if (target.type === 'range') return false;
    return !(target.type === 'checkbox' || target.type === 'radio') || key === ' ';
  }
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  const pressed = target.closest(PRESSED_BY_SPACE);
  return key === ' ' && pressed !== null && pressed !== pointed;
}
