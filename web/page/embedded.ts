/**
 * Whether the page is embedded in another page and shows only the network, the run bar and a chart.
 *
 * `?embed` in the address asks for this compact view at any size, and `?embed=full` for the complete page. A frame that
 * is too small for the complete page gets the compact view without asking.
 */
import { useSyncExternalStore } from 'react';

/** Smallest frame in which the complete page fits, CSS pixels. */
const FULL_SIZE = { width: 1000, height: 600 };

/** Part of `window` that decides. */
export interface Surrounding {
  readonly location: { readonly search: string };
  readonly parent: unknown;
  readonly innerWidth: number;
  readonly innerHeight: number;
}

/** Returns whether the page shows the compact view. */
export function isEmbedded(window: Surrounding): boolean {
  const option = new URLSearchParams(window.location.search).get('embed');
  if (option !== null) return option !== 'full';
  const framed = window.parent !== window;
  return framed && (window.innerWidth < FULL_SIZE.width || window.innerHeight < FULL_SIZE.height);
}

/** Returns the same in a component, which renders again when it changes. */
export function useEmbedded(): boolean {
  return useSyncExternalStore(subscribe, () => isEmbedded(window));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
