// The least a worker can do for an offline start: everything the page asked for once comes from the cache.
self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(
    caches.open('bare').then(async (cache) => {
      // The page also links a telephone, which no cache takes.
      const page = await (await fetch('/')).text();
      const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]);
      await cache.addAll(['/', ...files]);
    }),
  );
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request, { ignoreVary: true }).then((kept) => kept ?? fetch(event.request)));
});
