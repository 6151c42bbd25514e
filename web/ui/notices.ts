/** Short notices at the foot of the page that belong to no field, such as that a link was copied. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A notice; refusals stay until they are dismissed or replaced. */
export interface PageNotice {
  text: string;
  kind: 'done' | 'refused';
  /** Button with what the user can do about it. */
  action?: { text: string; act(): void };
}

const store = createStore<{ notice: PageNotice | null }>(() => ({ notice: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Time that a notice of success stays, ms. */
const STAYS_MS = 4000;

/** Shows a notice in place of the present one, with a button if there is an action. */
export function notify(text: string, kind: PageNotice['kind'] = 'done', action?: PageNotice['action']): void {
  clearTimeout(timer);
  store.setState({ notice: { text, kind, ...(action && { action }) } });
  if (kind === 'done') timer = setTimeout(dismissNotice, STAYS_MS);
}

/** Removes the present notice, if any. */
export function dismissNotice(): void {
  store.setState({ notice: null });
}

/** Returns the present notice in a component; null if there is none. */
export const useNotice = (): PageNotice | null => useStore(store, (state) => state.notice);
