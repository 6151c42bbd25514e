/** Whether single characters act as shortcuts. The user can switch them off: speech input may type them (WCAG 2.1.4). */
import { createStore } from 'zustand/vanilla';
import { BrowserStore } from '../storage/browserStore';

const STORED = 'bufferlab.keys';

/** Whether single characters act as shortcuts; stored in this browser. */
export const characterKeys = createStore<{ on: boolean }>(() => ({
  on: new BrowserStore().text(STORED) !== 'off',
}));

/** Switches single characters on or off, also for later visits. */
export function switchCharacterKeys(on: boolean): void {
  characterKeys.setState({ on });
  // Without storage the choice lasts until the page is closed.
  if (on) new BrowserStore().remove(STORED);
  else new BrowserStore().write(STORED, 'off');
}
