import { PrecacheController } from 'workbox-precaching';

type Manifest = Parameters<PrecacheController['precache']>[0];

export interface WorkerOptions {
  readonly target: 'portal' | 'kiosk';
  /** What the build wrote into the worker: every file of the shell. */
  readonly files: Manifest;
  /** Navigations that the server must answer itself: calls, and the other target's paths, which it redirects. */
  readonly toServer: RegExp;
}

/** Older builds kept beside this one while some of their pages may still be open. */
const olderBuildsKept = 2;
const page = '/index.html';
/** The page as the server last gave it for this same build, newer than the precached one where the facility changed its look. */
const freshPage = '/index.html?fresh';

/** A short name for a list of files: two builds differ in it (FNV-1a). */
function buildName(files: Manifest): string {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(files)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The files that a page starts with; two builds differ in them. */
const startFiles = (html: string): string => (html.match(/\/assets\/[\w.-]+/g) ?? []).toSorted().join(' ');

/**
 * The service worker of one target. It stores the shell and static files only, never an answer of a call (rulings, section 5).
 * Every build has its own cache: a page of an older build goes on finding its chunks until it is closed, and a new build takes
 * over only when a person asks for it (message `SKIP_WAITING`) or when no page of the older one is left.
 */
export function startWorker(scope: ServiceWorkerGlobalScope, { target, files, toServer }: WorkerOptions): void {
  const family = `${target}-shell-`;
  const cacheName = family + buildName(files);
  const precache = new PrecacheController({ cacheName });
  precache.addToCacheList(files);

  scope.addEventListener('install', (event) => {
    event.waitUntil(precache.install(event));
  });

  scope.addEventListener('activate', (event) => {
    event.waitUntil(
      (async () => {
        const [names, open] = await Promise.all([caches.keys(), scope.clients.matchAll({ type: 'window', includeUncontrolled: true })]);
        const older = names.filter((name) => name.startsWith(family) && name !== cacheName);
        const doomed = open.length === 0 ? older : older.slice(0, -olderBuildsKept);
        await Promise.all(doomed.map((name) => caches.delete(name)));
        await scope.clients.claim();
      })(),
    );
  });

  scope.addEventListener('message', (event) => {
    const message: unknown = event.data;
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting());
  });

  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
    if (request.mode === 'navigate') {
      if (!toServer.test(url.pathname)) event.respondWith(shellPage(event));
      return;
    }
    if (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/icons/')) event.respondWith(asset(request));
    // The facility's mark is no part of the build; its address changes with its content.
    if (url.pathname.startsWith('/facility-logos/')) event.respondWith(kept(request));
  });

  async function shellPage(event: FetchEvent): Promise<Response> {
    const cache = await caches.open(cacheName);
    const precached = await precache.matchPrecache(page);
    const stored = (await cache.match(freshPage)) ?? precached;
    if (!stored || !precached) return fetch(event.request);
    event.waitUntil(renewPage(cache, precached.clone()));
    return stored;
  }

  /** The server writes the facility's name, theme and settings into the page: the copy is renewed as long as it is this build's. */
  async function renewPage(cache: Cache, precached: Response): Promise<void> {
    try {
      const response = await fetch(page, { cache: 'no-store', credentials: 'same-origin' });
      if (!response.ok || response.redirected || !response.headers.get('content-type')?.startsWith('text/html')) return;
      const [mine, theirs] = await Promise.all([precached.text(), response.clone().text()]);
      if (startFiles(mine) === startFiles(theirs)) await cache.put(freshPage, response);
    } catch {
      // No connection: the stored page stands.
    }
  }

  async function kept(request: Request): Promise<Response> {
    const cache = await caches.open(cacheName);
    const stored = await cache.match(request, { ignoreVary: true });
    if (stored) return stored;
    const response = await fetch(request);
    if (response.ok && response.type === 'basic') await cache.put(request, response.clone());
    return response;
  }

  async function asset(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  }
}
