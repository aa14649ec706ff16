import type { FacilityId, OpenIdFailure } from '@portal/api';
import type { Context, Hono } from 'hono';
import { audit } from '../audit/audit.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { type Db, type Pool, isUnavailable } from '../db/pool.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import type { IdentityProvider } from '../facilities/identityProviders.ts';
import { type Cookies, type RequestFacts, isRefusal, notFound } from '../http/handler.ts';
import { withinLimit } from '../http/limits.ts';
import type { MountOptions } from '../http/mount.ts';
import { type Bindings, cookiesOf, factsOf } from '../http/request.ts';
import { dataHeaders } from '../http/securityHeaders.ts';
import { issueTicket, signOnPath } from '../session/singleSignOn.ts';
import { failureOf, namedBy } from './claims.ts';
import { ProviderUnreachable, type SignedIn, authorizationUrl, takeAnswer } from './client.ts';
import { type Subject, findLinked, findNamed, linkSubject, nameHashOf, noteSignIn } from './links.ts';
import { type OpenIdServices, callbackAddress, providerOf, reach } from './providers.ts';
import { beginRequest, takeRequest } from './requests.ts';

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
interface Visit extends RequestFacts, Pick<Pool, 'db' | 'tx'> {
  readonly cookies: Cookies;
  readonly query: (name: string) => string | undefined;
  readonly facilityId: FacilityId;
  readonly provider: IdentityProvider;
}

/** The path of a page of ours; the page checks it again before it goes there. */
const targetIn = (text: string | undefined): string | null =>
  text !== undefined && text.length <= 500 && /^\/(?![/\\])/.test(text) ? text : null;

/** Sends the browser to the identity system. */
async function start(visit: Visit, services: OpenIdServices): Promise<string> {
  const { db, ip, cookies, surface, facilityId, provider, query } = visit;
  const most = services.addressFailures * beginningsPerFailure;
  if (!(await withinLimit(db, 'openid-start', ip, most, quarterOfAnHour))) throw new SignInFailed('startAgain');
  const configuration = await reach(provider, services);
  const place = { facilityId, provider: provider.key, surface };
  const about = { target: targetIn(query('redirect')), userId: null };
  const checks = await beginRequest(db, services, cookies, place, about);
  const address = await callbackAddress(db, facilityId, provider, visit, services);
  return authorizationUrl(provider, configuration, address, checks);
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
      await audit(within, {
        type: 'sso.refused',
        actor: null,
        patientId: null,
        facilityId,
        detail: { because, provider: provider.key, from: addressMark() },
      });
    });
    throw new SignInFailed(because, cause);
  };
  const address = new URL(await callbackAddress(db, facilityId, provider, visit, services));
  address.search = search;
  const told = await takeAnswer(provider, await reach(provider, services), address, request.checks);
  if ('failure' in told) return refused(told.failure, told.cause);
  const failure = failureOf(provider, told.claims, Math.floor(Date.now() / 1000));
  if (failure !== null) return refused(failure);
  const entered = await tx((within) => enter(within, visit, told));
  if ('failure' in entered) return refused(entered.failure);
  const onward = request.target === null ? '' : `&redirect=${encodeURIComponent(request.target)}`;
  return `${signOnPath(entered.ticket)}${onward}`;
}

/** Finds who has signed in, links them the first time, and makes their ticket. */
async function enter(
  tx: Db,
  { facilityId, provider, surface }: Visit,
  { subject: name, sid, claims }: SignedIn,
): Promise<{ readonly ticket: string } | { readonly failure: OpenIdFailure }> {
  const { issuer, key } = provider;
  const subject: Subject = { facilityId, issuer, subjectHash: nameHashOf(issuer, name), surface };
  const known = await findLinked(tx, subject);
  const named = await findNamed(tx, provider, facilityId, namedBy(provider, claims));
  if (known !== null && named !== null && known.userId !== named.userId) return { failure: 'otherPerson' };
  const person = known ?? named;
  if (person === null || person.isStaff !== (surface === 'kiosk')) return { failure: 'notAllowed' };
  if (!person.mayEnter) return { failure: 'ended' };
  const linkId = known?.linkId ?? (await linkSubject(tx, subject, person, key));
  if (linkId === null) return { failure: 'startAgain' };
  const signInId = await noteSignIn(tx, subject, { provider: key, sid, linkId });
  const identitySystem = { userId: null, role: null, name: `identity system ${key}`, sessionId: null };
  return { ticket: await issueTicket(tx, identitySystem, person, signInId) };
}

const failurePage = (failure: OpenIdFailure): string => `/singleSignOnFailed?because=${failure}`;

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
      const to = (location: string): Response => {
        const headers = new Headers({ ...dataHeaders(facts.secure), location, 'cache-control': 'no-store' });
        for (const cookie of setCookies) headers.append('set-cookie', cookie);
        return new Response(null, { status: 303, headers });
      };
      const key = c.req.param('provider') ?? '';
      try {
        const facilityId = await facilityIdOfHost(pool.db, facts.host);
        const provider = await providerOf(pool.db, facilityId, facts.surface, key);
        if (provider === null) throw notFound();
        const cookies = cookiesOf(c, facts.secure, setCookies);
        const query = (one: string) => c.req.query(one);
        const visit = { ...facts, db: pool.db, tx: pool.tx, cookies, query, facilityId, provider };
        return to(await next(visit, new URL(c.req.url).search));
      } catch (error) {
        const failure =
          error instanceof SignInFailed
            ? error.failure
            : error instanceof ProviderUnreachable || isUnavailable(error)
              ? 'unreachable'
              : isRefusal(error)
                ? 'startAgain'
                : 'refused';
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
        log.warn({ route, failure, reason, from: facts.addressMark() }, 'nobody was signed in by an identity system');
        return to(failurePage(failure));
      }
    });
  };
  mount('start', (visit) => start(visit, services));
  mount('callback', (visit, search) => finish(visit, services, search));
}
