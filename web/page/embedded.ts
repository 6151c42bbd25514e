/**
 * Whether the page is a picture within another page, and shows the network, the run bar and a chart only.
 *
 * `?embed` in the address asks for it, whatever the size, and `?embed=full` for the whole lab; a frame that
 * is too small for the whole lab gets it unasked.
 */
import { useSyncExternalStore } from 'react';

/** Least size of a frame that has room for the whole lab, CSS pixels. */
const ROOM = { width: 1000, height: 600 };

/** What is used of `window`. */
export interface Surrounding {
  readonly location: { readonly search: string };
  readonly parent: unknown;
  readonly innerWidth: number;
  readonly innerHeight: number;
}

export function isEmbedded(window: Surrounding): boolean {
  const asked = new URLSearchParams(window.location.search).get('embed');
  if (asked !== null) return asked !== 'full';
  const framed = window.parent !== window;
  return framed && (window.innerWidth < ROOM.width || window.innerHeight < ROOM.height);
}

export function useEmbedded(): boolean {
  return useSyncExternalStore(subscribe, () => isEmbedded(window));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
