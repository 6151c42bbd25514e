/**
 * The keyboard: one table of bindings, from which keys act and the help sheet is made.
 *
 * Single keys act only outside of fields and dialogs, so that nobody pauses a run by typing a title. Characters do
 * nothing while a control has the focus, and the user can switch them off: speech input may type them by accident
 * (WCAG 2.1.4). A control that the pointer pressed does not count as having the focus, unless text is typed into it.
 */
import { createStore } from 'zustand/vanilla';
import { ROOMS } from './rooms';

/** What a key can do; the App says how. */
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
  | 'presets'
  | 'sweep'
  | 'share'
  | 'keep'
  | 'against'
  | 'divergence'
  | 'beside'
  | 'other'
  | 'say'
  | 'lab'
  | 'curves'
  | 'papers'
  | 'help';

export interface Binding {
  action: KeyAction;
  label: string;
  group: 'Run' | 'Time' | 'Experiment' | 'Comparison' | 'Page';
  /** Any of these; `Mod` is Ctrl, or Command on a Mac. Characters are as typed, so `?` needs no Shift. */
  keys: string[];
}

export const bindings: Binding[] = [
  { action: 'toggle', label: 'Run or pause', group: 'Run', keys: ['Space'] },
  { action: 'step', label: 'Step to the next event', group: 'Run', keys: ['.'] },
  { action: 'slower', label: 'Slower', group: 'Run', keys: ['['] },
  { action: 'faster', label: 'Faster', group: 'Run', keys: [']'] },
  { action: 'restart', label: 'Start again from 0', group: 'Run', keys: ['r'] },
  { action: 'next-drop', label: 'Go to the next drop', group: 'Time', keys: ['n'] },
  { action: 'previous-drop', label: 'Go to the previous drop', group: 'Time', keys: ['p'] },
  { action: 'undo', label: 'Undo', group: 'Experiment', keys: ['z', 'Mod+z'] },
  { action: 'redo', label: 'Redo', group: 'Experiment', keys: ['Shift+z', 'Mod+Shift+z', 'Mod+y'] },
  { action: 'presets', label: 'Find a preset', group: 'Experiment', keys: ['/'] },
  { action: 'sweep', label: 'Sweep this experiment', group: 'Experiment', keys: ['w'] },
  { action: 'share', label: 'Share', group: 'Experiment', keys: ['s'] },
  { action: 'keep', label: 'Keep this run', group: 'Comparison', keys: ['k'] },
  { action: 'against', label: 'Overlay, difference, ratio', group: 'Comparison', keys: ['d'] },
  { action: 'divergence', label: 'Where runs part', group: 'Comparison', keys: ['f'] },
  { action: 'beside', label: 'Run beside: open or close run B', group: 'Page', keys: ['b'] },
  { action: 'other', label: 'Go to the other run', group: 'Page', keys: ['o'] },
  { action: 'say', label: 'Say where the run stands', group: 'Page', keys: ['i'] },
  ...ROOMS.map(({ room, label, key }): Binding => ({ action: room, label, group: 'Page', keys: [key] })),
  { action: 'help', label: 'List all keys', group: 'Page', keys: ['?'] },
];

/** The parts of a keyboard event that matter here. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** What a key press means; null if nothing. */
export function actionOf(press: KeyPress): KeyAction | null {
  if (press.altKey) return null;
  const name = nameOf(press);
  return bindings.find((binding) => binding.keys.includes(name))?.action ?? null;
}

/** Whether a key press types a character: letters and signs, but not Space, which presses buttons (WCAG 2.1.4). */
function isCharacter({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;
}

const STORED = 'bufferlab.keys';

/** Whether single characters act as keys; kept in this browser. */
export const characterKeys = createStore<{ on: boolean }>(() => ({ on: stored() !== 'off' }));

/** Switches them on or off, now and when the page is opened again. */
export function switchCharacterKeys(on: boolean): void {
  characterKeys.setState({ on });
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Calls `act` for the keys pressed outside of fields and open dialogs. Returns how to stop. */
export function listenToKeys(act: (action: KeyAction) => void): () => void {
  // A control that was pressed by pointer keeps the focus, but Space and characters are then meant for the page.
  let pointed: Element | null = null;
  const onPointerDown = ({ target }: Event): void => {
    pointed = target instanceof Element ? target.closest(CONTROLS) : null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' || event.key === 'Enter') pointed = null;
    if (event.defaultPrevented) return;
    const action = actionOf(event);
    if (!action || keepsKeys(event.target, event, pointed)) return;
    if (isCharacter(event) && !characterKeys.getState().on) return;
    event.preventDefault();
    if (!event.repeat || repeatable.has(action)) act(action);
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    // Firefox presses buttons when Space comes up.
    if (event.key === ' ' && pointed !== null && pointed === event.target) event.preventDefault();
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

/** Whether the element wants the key for itself. */
function keepsKeys(target: EventTarget | null, press: KeyPress, pointed: Element | null): boolean {
  const { key } = press;
  // A field of a dialog that has just been closed keeps the focus until the next frame.
  if (!(target instanceof Element) || target.closest('dialog:not([open])')) return false;
  const control = target.closest(CONTROLS);
  if (isCharacter(press) && control !== null && control !== pointed) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('dialog[open]')) return true;
  if (target instanceof HTMLInputElement) {
    // Sliders and boxes type nothing; a box is ticked by Space.
    if (target.type === 'range') return false;
    return !(target.type === 'checkbox' || target.type === 'radio') || key === ' ';
  }
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  const pressed = target.closest(PRESSED_BY_SPACE);
  return key === ' ' && pressed !== null && pressed !== pointed;
}
