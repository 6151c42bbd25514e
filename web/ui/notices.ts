/** Short notices at the foot of the page that belong to no field: what was copied, what could not be opened. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface PageNotice {
  text: string;
  kind: 'done' | 'refused';
}

const store = createStore<{ notice: PageNotice | null }>(() => ({ notice: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** How long a good notice stays, ms; a refusal stays until it is dismissed or replaced. */
const STAYS_MS = 4000;

export function notify(text: string, kind: PageNotice['kind'] = 'done'): void {
  clearTimeout(timer);
  store.setState({ notice: { text, kind } });
  if (kind === 'done') timer = setTimeout(dismissNotice, STAYS_MS);
}

export function dismissNotice(): void {
  store.setState({ notice: null });
}

export const useNotice = (): PageNotice | null => useStore(store, (state) => state.notice);
