import type { OpenIdFailure } from '@portal/api';
import type { Context, Hono } from 'hono';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { familySeconds } from '../credentials/tokens.ts';
import { type Access, isUnavailable } from '../db/pool.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { type Cookies, type RequestFacts, type Surface, isRefusal, orNotFound } from '../http/handler.ts';
import { withinLimit } from '../http/limits.ts';
import type { MountOptions } from '../http/mount.ts';
import { type Bindings, cookiesOf, factsOf } from '../http/request.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { dataHeaders } from '../http/securityHeaders.ts';
import { failureOf } from './claims.ts';
import { ProviderUnreachable, endSessionUrl, takeAnswer } from './client.ts';
import { enter } from './enter.ts';
import { auditRefusal, endOfBrowser } from './logout.ts';
import { type OpenIdServices, type ProviderAt, callbackAddress, providerOf, reach } from './providers.ts';
import { takeRequest } from './requests.ts';
import { addressAt } from './start.ts';

/** How many more sign-ins than failed logins one address may begin: many people of a ward share one. */
const beginningsPerFailure = 10;
const quarterOfAnHour = 15 * 60;

/** Thrown to send somebody to the page that says why they do not get in, and what to do. `cause` is for the log. */
class SignInFailed extends Error {
  readonly failure: OpenIdFailure;
  constructor(failure: OpenIdFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** A request of a browser, for an identity system of the facility whose address it uses. */
interface Visit extends RequestFacts, ProviderAt, Access {
  readonly cookies: Cookies;
  readonly query: (name: string) => string | undefined;
}

/** The path of a page of ours; the page checks it again before it goes there. */
const targetIn = (text: string | undefined): string | null =>
  text !== undefined && text.length <= 500 && /^\/(?![/\\])/.test(text) ? text : null;

/** Sends the browser to the identity system. */
async function start(visit: Visit, services: OpenIdServices): Promise<string> {
  const { db, ip, query } = visit;
  const most = services.addressFailures * beginningsPerFailure;
  if (!(await withinLimit(db, 'openid-start', ip, most, quarterOfAnHour))) throw new SignInFailed('startAgain');
  return addressAt(visit, services, {
    target: targetIn(query('redirect')),
    userId: null,
    isProof: query('proof') === '1',
  });
}

/** Takes the browser back and gives it a ticket, with which its page signs in as with every other single sign-on. */
async function finish(visit: Visit, services: OpenIdServices, search: string): Promise<string> {
  const { db, tx, ip, cookies, surface, facilityId, provider, query, addressMark } = visit;
  await checkAddress(db, ip, services.addressFailures);
  const place = { facilityId, provider: provider.key, surface };
  const request = await takeRequest(db, services, cookies, place, query('state') ?? '');
  if (request === null) throw new SignInFailed('startAgain');
  const refused = async (because: OpenIdFailure, cause?: string): Promise<never> => {
    await tx(async (within) => {
      if (because === 'refused') await countAddressFailure(within, ip);
      await auditRefusal(within, { facilityId, provider }, because, addressMark());
    });
    throw new SignInFailed(because, cause);
  };
  const address = new URL(await callbackAddress(db, facilityId, provider, visit, services));
  address.search = search;
  const told = await takeAnswer(provider, await reach(provider, services), address, request.checks);
  if ('failure' in told) return refused(told.failure, told.cause);
  const failure = failureOf(provider, told.claims, Math.floor(Date.now() / 1000), request.isProof);
  if (failure !== null) return refused(failure);
  const browser = newSecret();
  const ofBrowser = { linksTo: request.userId, browserHash: hashOf(browser) };
  const entered = await tx((within) => enter(within, services, visit, told, ofBrowser));
  if ('failure' in entered) return refused(entered.failure);
  if (surface === 'portal' && request.userId === null) cookies.set('openIdSignOut', browser, { maxAge: familySeconds });
  services.mailer.wake();
  const { path } = entered;
  return request.target === null || !path.includes('?')
    ? path
    : `${path}&redirect=${encodeURIComponent(request.target)}`;
}

const signedOutPage = '/ssoLogout';

/**
 * Ends the sign-in of this browser and sends it to the identity system, which asks whether it should end its own session. No ID token goes
 * along as a hint: it would put who somebody is into an address.
 */
async function signOut(
  { db, tx, cookies, origins, surface }: Omit<Visit, 'facilityId' | 'provider' | 'query'>,
  services: OpenIdServices,
): Promise<string> {
  const browser = cookies.get('openIdSignOut');
  cookies.clear('openIdSignOut');
  const ended = browser === null ? null : await tx((within) => endOfBrowser(within, browser));
  const provider = ended === null ? null : await providerOf(db, ended.facilityId, surface, ended.provider);
  if (ended === null || provider === null) return signedOutPage;
  const callback = await callbackAddress(db, ended.facilityId, provider, { surface, origins }, services);
  const back = new URL(signedOutPage, callback).href;
  return endSessionUrl(await reach(provider, services), back).then((address) => address ?? signedOutPage);
}

const failurePage = (failure: OpenIdFailure, surface: Surface): string =>
  surface === 'kiosk' ? `/kioskLogin?because=${failure}` : `/singleSignOnFailed?because=${failure}`;

/** What is behind an error, for the log. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

function redirect({ secure }: RequestFacts, location: string, setCookies: readonly string[]): Response {
  const headers = new Headers({ ...dataHeaders(secure), location, 'cache-control': 'no-store' });
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

export interface OpenIdOptions extends MountOptions {
  readonly openId: OpenIdServices;
}

/**
 * Mounts the addresses that browsers are sent to on their way to an identity system and back. They are no calls: each answers with the next
 * address, and never with an error that a person would have to read as JSON.
 */
export function mountOpenId(app: Hono<Bindings>, options: OpenIdOptions): void {
  const { pool, log, openId: services } = options;
  const mount = (name: 'start' | 'callback', next: (visit: Visit, search: string) => Promise<string>): void => {
    const route = `/openid/:provider/${name}`;
    app.get(route, async (c: Context<Bindings>) => {
      const facts = factsOf(c.env.incoming, options);
      const setCookies: string[] = [];
      const key = c.req.param('provider') ?? '';
      try {
        const facilityId = await facilityIdOfHost(pool.db, facts.host);
        const provider = orNotFound(await providerOf(pool.db, facilityId, facts.surface, key));
        const cookies = cookiesOf(c, facts.secure, setCookies);
        const query = (one: string) => c.req.query(one);
        const visit = { ...facts, db: pool.db, tx: pool.tx, cookies, query, facilityId, provider };
        return redirect(facts, await next(visit, new URL(c.req.url).search), setCookies);
      } catch (error) {
        const failure =
          error instanceof SignInFailed
            ? error.failure
            : error instanceof ProviderUnreachable || isUnavailable(error)
              ? 'unreachable'
              : isRefusal(error)
                ? 'startAgain'
                : 'refused';
        const isFault = failure === 'unreachable' || failure === 'refused';
        log[isFault ? 'warn' : 'info'](
          { route, failure, reason: reasonOf(error), from: facts.addressMark() },
          'nobody was signed in by an identity system',
        );
        return redirect(facts, failurePage(failure, facts.surface), setCookies);
      }
    });
  };
  app.get('/openid/logout', async (c: Context<Bindings>) => {
    const facts = factsOf(c.env.incoming, options);
    const setCookies: string[] = [];
    const cookies = cookiesOf(c, facts.secure, setCookies);
    const location = await signOut({ ...facts, cookies, tx: pool.tx, db: pool.db }, services).catch(
      (error: unknown) => {
        log.warn({ route: '/openid/logout', reason: reasonOf(error) }, 'nobody was signed out at an identity system');
        return signedOutPage;
      },
    );
    return redirect(facts, location, setCookies);
  });
  mount('start', (visit) => start(visit, services));
  mount('callback', (visit, search) => finish(visit, services, search));
}
