/**
 * The service worker: keeps every file of the page in the browser and serves it from there, also without a network.
 *
 * A page and its parts always have the same version: the files of a version are served until its last page is closed or
 * a page requests the new version (the message below). Only the page's own files are stored. The documentation is stored when
 * one of its pages asks for it: most visitors of the Lab never read it.
 */
import {
  cleanupOutdatedCaches,
  PrecacheController,
  precacheAndRoute,
  PrecacheRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { KEEP_DOCS } from './messages';

declare const self: ServiceWorkerGlobalScope;

/** A file of the site with a revision, if its name has none; inserted by the build. */
interface File {
  url: string;
  revision: string | null;
}

/** All files of the lab. */
declare const FILES: File[];
/** All files of the documentation. */
declare const DOCS: File[];

// Parameters of the address, such as `embed`, do not change which file is served.
const options = { ignoreURLParametersMatching: [/./] };

cleanupOutdatedCaches();
precacheAndRoute(FILES, options);

/** Cache of the documentation. It exists only if a page of the documentation was opened. */
const docsCache = `bufferlab-docs-${self.registration.scope}`;
const docs = new PrecacheController({ cacheName: docsCache });
docs.addToCacheList(DOCS);
registerRoute(new PrecacheRoute(docs, options));

self.addEventListener('install', (event) => event.waitUntil(updateDocs(event)));

// Claims the page of the first visit too, so that a new version waits for it.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('activate', (event) => event.waitUntil(removeOldDocs(event)));

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === KEEP_DOCS) event.waitUntil(keepDocs());
});

/** Stores the files of the documentation that are new or have changed, if the previous version has stored it. */
async function updateDocs(event: ExtendableEvent): Promise<void> {
  if (await caches.has(docsCache)) await docs.install(event);
}

async function removeOldDocs(event: ExtendableEvent): Promise<void> {
  if (await caches.has(docsCache)) await docs.activate(event);
}

/** Stores all files of the documentation. Without a network, the next page of it that is opened tries again. */
async function keepDocs(): Promise<void> {
  const cache = await caches.open(docsCache);
  await Promise.allSettled(docs.getCachedURLs().map((url) => keep(cache, url)));
}

async function keep(cache: Cache, url: string): Promise<void> {
  const key = docs.getCacheKeyForURL(url);
  if (key === undefined || (await cache.match(key))) return;
  const response = await fetch(url, { cache: 'reload' });
  if (response.ok) await cache.put(key, response);
}
