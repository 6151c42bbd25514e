/** Whether the welcome is shown: on the first visit of this browser, without a link, in a window of its own. */
import { BrowserStore } from '../storage/browserStore';
import { Lazy } from '../ui/lazy';
import { isEmbedded, type Surrounding } from './embedded';

/** Key in the browser's storage once the welcome was closed or followed. */
export const WELCOMED = 'bufferlab.offered';

/** Panel with what this is and four ways to begin. */
export const welcomePart = new Lazy(() => import('./Welcome'));

/** Part of the storage that tells a first visit. */
type Stored = Pick<BrowserStore, 'keys' | 'write'>;

/** Returns whether somebody opens the page for the first time, and not to see a link, a frame or a named view. */
export function isFirstVisit(
  window: Surrounding & { readonly location: { readonly hash: string } },
  store: Stored,
): boolean {
  const framed = window.parent !== window || isEmbedded(window);
  return !framed && window.location.hash === '' && store.keys('bufferlab.').length === 0;
}

/** Notes that the welcome was seen, so that it does not appear by itself again. */
export function noteWelcomed(store: Stored = new BrowserStore()): void {
  store.write(WELCOMED, '1');
}
