/** Working without a network: nobody sees it at first. */
import { Later } from '../ui/later';

export const offlinePart = new Later(async () => {
  const [{ keepOffline }, { NewerBar }] = await Promise.all([import('./offline'), import('./NewerBar')]);
  // Beside the page; while developing there is none.
  if (import.meta.env.PROD) void keepOffline(new URL('service-worker.js', document.baseURI).href);
  return { NewerBar };
});
