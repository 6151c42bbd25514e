/** Whether the screen is so narrow that the parts of the page stack; the same limit as in layout.css. */
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 760px)';

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
