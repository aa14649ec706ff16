import { Hono } from 'hono';
import { type Bindings, type MountOptions, factsOf, mountCalls } from './mount.ts';
import { type PageOptions, mountPages } from './pages.ts';
import { dataHeaders } from './securityHeaders.ts';

/** Everything that one address serves: health, the calls of the contract, and its build's pages and files. */
export function surfaceApp(options: MountOptions & PageOptions): { app: Hono<Bindings>; warmUp: () => Promise<void> } {
  const app = new Hono<Bindings>();
  const plain = (status: number, body: unknown, secure: boolean): Response =>
    new Response(JSON.stringify(body), { status, headers: { ...dataHeaders(secure), 'content-type': 'application/json', 'cache-control': 'no-store' } });

  app.get('/healthz', () => plain(200, { status: 'ok' }, false));
  app.get('/readyz', async () => ((await options.pool.answers()) ? plain(200, { status: 'ready' }, false) : plain(503, { status: 'unavailable' }, false)));
  mountCalls(app, options);
  app.all('/api/*', (c) => plain(404, { error: 'not_found' }, factsOf(c.env.incoming, options).secure));
  app.all('/token', (c) => plain(404, { error: 'not_found' }, factsOf(c.env.incoming, options).secure));
  const { warmUp } = mountPages(app, options);
  app.notFound((c) => plain(404, { error: 'not_found' }, factsOf(c.env.incoming, options).secure));
  app.onError((error, c) => {
    options.log.error({ type: error.name, route: 'unknown' }, 'request failed');
    return plain(500, { error: 'unexpected' }, factsOf(c.env.incoming, options).secure);
  });
  return { app, warmUp };
}
