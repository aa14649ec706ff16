/** What the build writes into the worker: every file of the shell. A file without a revision carries a hash of its content in its name. */
type Files = readonly ({ readonly url: string; readonly revision: string | null } | string)[];

declare global {
  interface ServiceWorkerGlobalScope {
    readonly __WB_MANIFEST: Files;
  }
}

export interface WorkerOptions {
  readonly target: 'portal' | 'kiosk';
  readonly files: Files;
  /** Addresses at which people start. Where the browser can, it answers them from the cache without waking this worker. */
  readonly starts: readonly string[];
  /** Navigations that the server must answer: calls, and paths of the other app, which it redirects. */
  readonly toServer: RegExp;
  /** Paths that are no pages of this app: the server answers them, and a page of this app is shown while it cannot be reached. */
  readonly toServerOnline?: RegExp;
}

/** What the worker needs of its global scope. */
type WorkerScope = Pick<ServiceWorkerGlobalScope, 'addEventListener' | 'skipWaiting'> & {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: ClientQueryOptions): Promise<readonly unknown[]>;
  };
  readonly location: { readonly origin: string };
};

/** The browser's routing table (Service Worker Static Routing), for which the standard library has no types yet. */
interface Route {
  readonly condition: { readonly or: readonly RouteCondition[] };
  readonly source: { readonly cacheName: string };
}
interface RouteCondition {
  readonly urlPattern: { readonly pathname: string; readonly search: string };
  readonly requestMode?: 'navigate';
}
const takesRoutes = (event: object): event is { addRoutes(routes: readonly Route[]): Promise<void> } =>
  'addRoutes' in event && typeof event.addRoutes === 'function';

/** Number of older builds that are kept while some of their pages may still be open. */
const olderBuildsKept = 2;
/** Number of files that are fetched at once while the page is being used. */
const sideBySide = 4;
const page = '/index.html';

/** A short hash of a list of files (FNV-1a), which differs between builds. */
function buildName(files: Files): string {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(files)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The files that a page starts with, which differ between builds. */
const startFiles = (html: string): string => [...(html.match(/\/assets\/[\w.-]+/g) ?? [])].sort().join(' ');

/**
 * The service worker of one app. It stores the shell and static files only, never an answer of a call (rulings, section 5). Every build has
 * its own cache: a page of an older build still finds its chunks until it is closed. A new build takes over only when a person asks for it
 * (message `SKIP_WAITING`) or when no page of the older one is left.
 */
export function startWorker(
  scope: WorkerScope,
  { target, files, starts, toServer, toServerOnline }: WorkerOptions,
): void {
  const family = `${target}-shell-`;
  const cacheName = family + buildName(files);
  const shell = files
    .map((file) => (typeof file === 'string' ? { url: file, revision: null } : file))
    .map(({ url, revision }) => ({ url: url.startsWith('/') ? url : `/${url}`, revision }));

  scope.addEventListener('install', (event) => {
    event.waitUntil(Promise.all([store(), route(event)]));
  });

  async function store(): Promise<void> {
    const cache = await caches.open(cacheName);
    // Each start address has a page of its own, whose HTML may already contain what is shown first there.
    const waiting = [...shell, ...starts.map((url) => ({ url, revision: '' }))];
    const one = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await keepFile(cache, file);
    };
    await Promise.all(Array.from({ length: sideBySide }, one));
    if (!(await cache.match(page))) throw new TypeError('The page is not among the files of the build.');
  }

  async function keepFile(cache: Cache, { url, revision }: { url: string; revision: string | null }): Promise<void> {
    // A file of the same name has the same content, so a file of the older build is not downloaded again.
    const known = revision === null ? await caches.match(url, { ignoreVary: true }) : undefined;
    const response =
      known ?? (await fetch(url, { cache: revision === null ? 'default' : 'reload', credentials: 'same-origin' }));
    if (!response.ok || response.redirected) throw new TypeError(`${url} cannot be stored: ${response.status}.`);
    await cache.put(url, response);
  }

  /**
   * The browser itself answers requests for files of this build, without waking the worker. Files of other builds are not in the table,
   * because a route that finds nothing goes to the network and not to the worker.
   */
  async function route(event: ExtendableEvent): Promise<void> {
    if (!takesRoutes(event)) return;
    const pages = starts.map((pathname): RouteCondition => ({
      urlPattern: { pathname, search: '' },
      requestMode: 'navigate',
    }));
    const assets = shell.flatMap(({ url }): RouteCondition[] =>
      url.startsWith('/assets/') ? [{ urlPattern: { pathname: url, search: '' } }] : [],
    );
    try {
      await event.addRoutes([{ condition: { or: [...pages, ...assets] }, source: { cacheName } }]);
    } catch {
      // A browser with another form of routes asks the worker, like a browser without any.
    }
  }

  scope.addEventListener('activate', (event) => {
    event.waitUntil(
      (async () => {
        const [names, open] = await Promise.all([
          caches.keys(),
          scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
        ]);
        const older = names.filter((name) => name.startsWith(family) && name !== cacheName);
        const doomed = open.length === 0 ? older : older.slice(0, -olderBuildsKept);
        await Promise.all(doomed.map((name) => caches.delete(name)));
        await scope.clients.claim();
      })(),
    );
  });

  scope.addEventListener('message', (event) => {
    const message: unknown = event.data;
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    if (message.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting());
    if (message.type === 'CLAIM') event.waitUntil(scope.clients.claim());
    if (message.type === 'RENEW_PAGE') event.waitUntil(caches.open(cacheName).then(renewPages));
  });

  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
    if (request.mode === 'navigate') {
      if (toServerOnline?.test(url.pathname)) event.respondWith(fetch(request).catch(() => shellPage(event)));
      else if (!toServer.test(url.pathname)) event.respondWith(shellPage(event));
      return;
    }
    if (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/icons/')) event.respondWith(asset(request));
    // The facility's logo is not part of the build. Its address changes with its content.
    if (url.pathname.startsWith('/facility-logos/')) event.respondWith(kept(request));
  });

  async function shellPage(event: FetchEvent): Promise<Response> {
    const cache = await caches.open(cacheName);
    const { pathname } = new URL(event.request.url);
    return (
      (starts.includes(pathname) ? await cache.match(pathname) : undefined) ??
      (await cache.match(page)) ??
      fetch(event.request)
    );
  }

  /**
   * Fetches the pages again, because the server writes the facility's name, theme and settings into them. Only pages of this build are
   * stored.
   */
  async function renewPages(cache: Cache): Promise<void> {
    for (const address of [page, ...starts]) {
      try {
        const mine = await cache.match(address);
        const response = await fetch(address, { cache: 'no-store', credentials: 'same-origin' });
        if (
          !mine ||
          !response.ok ||
          response.redirected ||
          !response.headers.get('content-type')?.startsWith('text/html')
        )
          return;
        const [ours, theirs] = await Promise.all([mine.text(), response.clone().text()]);
        if (startFiles(ours) === startFiles(theirs)) await cache.put(address, response);
      } catch {
        // Without a connection the stored pages stay.
        return;
      }
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
    const own = await (await caches.open(cacheName)).match(request, { ignoreVary: true });
    return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  }
}
