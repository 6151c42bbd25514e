/** Width below which the parts of the page stack; layout.css has the same limit. */
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 760px)';

/** Returns whether the screen is narrow. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
