/**
 * The service worker: keeps every file of the page in the browser and serves it from there, also without a network.
 *
 * A page and its parts always have the same version: the files of a version are served until its last page is closed or
 * a page requests the new version (the message below). Only the page's own files are stored.
 */
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;

/** All files of the page, inserted by the build, with a revision if the name of a file has none. */
declare const FILES: { url: string; revision: string | null }[];

cleanupOutdatedCaches();
// Parameters of the address, such as `embed`, do not change which file is served.
precacheAndRoute(FILES, { ignoreURLParametersMatching: [/./] });

// Claims the page of the first visit too, so that a new version waits for it.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
