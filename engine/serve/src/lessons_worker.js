// Lessons of `bufferlab serve --lessons`, put in front of the service worker of the page.
(() => {
  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
  /** @type {string[]} */
  const own = [];
  const cacheName = 'bufferlab-own-lessons';
  const below = new URL('lessons/', worker.registration.scope).href;
  const addresses = own.map((path) => below + path);

  worker.addEventListener('install', (event) => {
    const requests = addresses.map((address) => new Request(address, { cache: 'reload' }));
    event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
  });

  // Built-in lessons that these replace were stored with the content of these. Without them, a server without the option
  // brings the built-in ones back.
  worker.addEventListener('activate', (event) => event.waitUntil(removeReplaced()));

  async function removeReplaced() {
    for (const name of await caches.keys()) {
      if (name === cacheName || !name.endsWith(worker.registration.scope)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (addresses.includes(pathOf(request))) await cache.delete(request);
    }
  }

  worker.addEventListener('fetch', (event) => {
    const address = pathOf(event.request);
    if (event.request.method !== 'GET' || !addresses.includes(address)) return;
    event.stopImmediatePropagation();
    event.respondWith(freshOrKept(address));
  });

  /** @param {Request} request */
  function pathOf({ url }) {
    return url.replace(/\?.*/, '');
  }

  /** @param {string} address */
  async function freshOrKept(address) {
    const cache = await caches.open(cacheName);
    try {
      const response = await fetch(address, { cache: 'no-cache' });
      if (response.ok) await cache.put(address, response.clone());
      return response;
    } catch {
      return (await cache.match(address)) ?? Response.error();
    }
  }
})();
