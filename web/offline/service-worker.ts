/**
 * The lab without a network: keeps every file of the page in the browser, and serves it from there.
 *
 * A page and its parts are always of one version: what was kept for one is served until the last page of it is closed, or
 * until a page asks for the new one (the message below). Nothing but the page's own files is kept or looked at.
 */
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;

/** What the build puts in: every file, with a revision where its name does not say which it is. */
declare const FILES: { url: string; revision: string | null }[];

cleanupOutdatedCaches();
// What an address asks of the page (its layout, say) does not change what is fetched.
precacheAndRoute(FILES, { ignoreURLParametersMatching: [/./] });

// The page of the first visit counts, too: without this nobody would be there to wait for when a newer version comes.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
