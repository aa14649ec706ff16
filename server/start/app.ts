import { unsubscribe } from '@portal/api';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { profileImage } from '../care/readCareTeam.ts';
import { isUnavailable } from '../db/pool.ts';
import { type FhirRoutes, mountFhir } from '../fhirSources/routes.ts';
import { codeOf, safeError } from '../http/loggedError.ts';
import { mountCalls, requestAnswered } from '../http/mount.ts';
import { type OpenIdOptions, mountOpenId } from '../openid/routes.ts';
import { type PageOptions, mountPages } from '../pages/pages.ts';
import type { Readiness } from './readiness.ts';
import { type Bindings, factsOf } from '../http/request.ts';
import { dataHeaders } from '../http/securityHeaders.ts';

const validDays = 180;

/**
 * What `/.well-known/security.txt` says (RFC 9116): to whom a fault of security is reported, an email address or a page. It is made for each request, so
 * it never expires while the server runs.
 */
function securityText(contact: string, now: Date): string {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + validDays);
  expires.setUTCHours(0, 0, 0, 0);
  const address = contact.startsWith('https://') ? contact : `mailto:${contact}`;
  return `Contact: ${address}\nExpires: ${expires.toISOString().replace('.000Z', 'Z')}\n`;
}

export interface SurfaceOptions extends FhirRoutes, OpenIdOptions, PageOptions {
  readonly readiness: () => Promise<Readiness>;
  /** Null: there is no security.txt. */
  readonly securityContact: string | null;
}

/** Everything that one surface serves: health checks, the calls of the contract, and the pages and files of its build. */
export function surfaceApp(options: SurfaceOptions): { app: Hono<Bindings>; warmUp: () => Promise<void> } {
  const app = new Hono<Bindings>();
  const plain = (status: number, body: unknown, secure: boolean): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: { ...dataHeaders(secure), 'content-type': 'application/json', 'cache-control': 'no-store' },
    });

  app.get('/healthz', (c) => plain(200, { status: 'ok' }, factsOf(c.env.incoming, options).secure));
  app.get('/readyz', async (c) => {
    const status = await options.readiness();
    // For `admin doctor`: what a proxy makes of a request. It tells a caller nothing but their own request.
    const { host, secure } = factsOf(c.env.incoming, options);
    const seen = { host, isForwarded: c.env.incoming.headers['x-forwarded-for'] !== undefined };
    return plain(
      status === 'ready' ? 200 : 503,
      c.req.query('seen') === undefined ? { status } : { status, seen },
      secure,
    );
  });
  const { securityContact } = options;
  if (securityContact !== null) {
    app.get(
      '/.well-known/security.txt',
      (c) =>
        new Response(securityText(securityContact, new Date()), {
          headers: {
            ...dataHeaders(factsOf(c.env.incoming, options).secure),
            'content-type': 'text/plain; charset=utf-8',
            'cache-control': 'no-cache',
          },
        }),
    );
  }
  mountCalls(app, options);
  // What is no call of the contract is counted too, under the pattern of its route: Bundles that sources post, sign-ins of identity systems, pages.
  app.use(async (c, next) => {
    const begun = performance.now();
    await next();
    const { outgoing } = c.env;
    requestAnswered.tell({
      method: c.req.method,
      route: routePath(c),
      status: outgoing.headersSent ? outgoing.statusCode : c.res.status,
      ms: performance.now() - begun,
      cause: c.error === undefined ? null : codeOf(c.error),
    });
  });
  app.get('/api/images/userprofileimage/:fileName', async (c) => {
    const { secure } = factsOf(c.env.incoming, options);
    try {
      const found = await profileImage(options.pool.db, c.req.param('fileName'));
      if (found === null) return plain(404, { error: 'not_found' }, secure);
      return new Response(Uint8Array.from(found.bytes), {
        headers: {
          ...dataHeaders(secure),
          'content-type': found.type,
          'cache-control': 'public, max-age=31536000, immutable',
        },
      });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return plain(503, { error: 'unavailable' }, secure);
    }
  });
  // Some mail programs open the address of "Unsubscribe" in a browser instead of posting to it. The page stops nothing without a press.
  if (options.surface === 'portal')
    app.get(unsubscribe.path, (c) => {
      const { secure } = factsOf(c.env.incoming, options);
      const location = `/stop-notices${new URL(c.req.url).search}`;
      return new Response(null, {
        status: 303,
        headers: { ...dataHeaders(secure), location, 'cache-control': 'no-store' },
      });
    });
  app.all('/api/*', (c) => plain(404, { error: 'not_found' }, factsOf(c.env.incoming, options).secure));
  app.all('/token', (c) => plain(404, { error: 'not_found' }, factsOf(c.env.incoming, options).secure));
  mountOpenId(app, options);
  if (options.surface === 'portal') mountFhir(app, options);
  const { warmUp } = mountPages(app, options);
  app.notFound((c) => plain(404, { error: 'not_found' }, factsOf(c.env.incoming, options).secure));
  app.onError((error, c) => {
    options.log.error({ route: routePath(c), err: safeError(error) }, 'request failed');
    return plain(500, { error: 'unexpected' }, factsOf(c.env.incoming, options).secure);
  });
  return { app, warmUp };
}
