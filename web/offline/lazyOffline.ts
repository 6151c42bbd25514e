/** Loads the part that keeps the page for use without a network. */
import { Lazy } from '../ui/lazy';

/** Part with the notice of a new version; loading it registers the service worker. */
export const offlinePart = new Lazy(async () => {
  const [{ keepOffline }, { NewerBar }] = await Promise.all([import('./offline'), import('./NewerBar')]);
  // The script is beside the page; the development server has none.
  if (import.meta.env.PROD) void keepOffline(new URL('service-worker.js', document.baseURI).href);
  return { NewerBar };
});
