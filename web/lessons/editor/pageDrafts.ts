/** Drafts of this page, in the storage of its browser. */
import { claimsBy } from '../../lab/claims';
import { BrowserStore, type Storage } from '../../storage/browserStore';
import { download } from '../../url/file';
import { EDITOR } from '../viewStrings';
import { Drafts } from './draft';

/** Drafts of this tab and of the others. */
export const drafts = new Drafts({
  store: new BrowserStore(),
  tab: new BrowserStore(tabStorage()),
  claims: claimsBy(navigator.locks),
  now_ms: () => Date.now(),
  freshId: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
  isReload: performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
  pause: () => new Promise((resolve) => setTimeout(resolve, 50)),
});

/** Offers the draft of this tab as a file. */
export function saveDraft(): void {
  void drafts.begin().then((text) => download(EDITOR.fileName, text));
}

/** Returns the storage of this tab; null if reading the property throws. */
function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}
