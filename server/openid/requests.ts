import { type FacilityId, UserId } from '@portal/api';
import * as v from 'valibot';
import type { SessionServices } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Cookies, Surface } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { keyFor, keyedHash } from '../http/serverKey.ts';
import type { Checks } from './client.ts';

/** For so long somebody may take to sign in at an identity system. */
const requestSeconds = 10 * 60;

const insert = statement(
  'openIdRequests.insert',
  `insert into openid_requests (state_hash, browser_hash, facility_id, provider, surface, target, user_id, is_proof, expires_at)
   values ($stateHash, $browserHash, $facilityId, $provider, $surface, $target, $userId, $isProof, now() + make_interval(secs => $requestSeconds))`,
);
const take = statement(
  'openIdRequests.take',
  `delete from openid_requests where state_hash = $stateHash and browser_hash = $browserHash and facility_id = $facilityId and provider = $provider
     and surface = $surface and expires_at > now() returning target, user_id as "userId", is_proof as "isProof"`,
  v.object({ target: v.nullable(v.string()), userId: v.nullable(UserId), isProof: v.boolean() }),
);
const isAwaited = statement(
  'openIdRequests.isAwaited',
  'select 1 as one from openid_requests where browser_hash = $browserHash and surface = $surface and expires_at > now() limit 1',
);
/** What a request is for. `userId`: who links their account with it; null: somebody signs in. `isProof`: and so proves who is at the page. */
export type Purpose = v.InferOutput<typeof take.row>;

/** Where a request to an identity system belongs; it comes back nowhere else. */
interface RequestPlace {
  readonly facilityId: FacilityId;
  readonly provider: string;
  readonly surface: Surface;
}

const cookieOf = { portal: 'portalOpenId', kiosk: 'kioskOpenId' } as const;

/** The nonce and the PKCE verifier follow from the state under a key of the server, so that neither is stored. */
async function checksOf(db: Db, { serverKey }: Pick<SessionServices, 'serverKey'>, state: string): Promise<Checks> {
  const key = await keyFor(db, serverKey, 'openid');
  const derived = (what: string) => keyedHash(key, what, state).toString('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}

/** The cookie with which this browser waits for an answer in some tab; null: in none. */
async function awaitingCookie(db: Db, cookies: Cookies, surface: Surface): Promise<string | null> {
  const browser = cookies.get(cookieOf[surface]);
  const waits = browser !== null && (await db.has(isAwaited, { browserHash: hashOf(browser), surface }));
  return waits ? browser : null;
}

/** Begins a request that only this browser can end, once. Its tabs share a cookie, because somebody may begin in two at once. */
export async function beginRequest(
  db: Db,
  services: Pick<SessionServices, 'serverKey'>,
  cookies: Cookies,
  { facilityId, provider, surface }: RequestPlace,
  purpose: Purpose,
): Promise<Checks> {
  const [state, browser] = [newSecret(), (await awaitingCookie(db, cookies, surface)) ?? newSecret()];
  const [stateHash, browserHash] = [hashOf(state), hashOf(browser)];
  await db.run(insert, { stateHash, browserHash, facilityId, provider, surface, ...purpose, requestSeconds });
  cookies.set(cookieOf[surface], browser, { maxAge: requestSeconds, isForReturn: true });
  return checksOf(db, services, state);
}

/** Ends the request that an answer belongs to; null where it is unknown, used, too old or of another browser. */
export async function takeRequest(
  db: Db,
  services: Pick<SessionServices, 'serverKey'>,
  cookies: Cookies,
  { facilityId, provider, surface }: RequestPlace,
  state: string,
): Promise<(Purpose & { readonly checks: Checks }) | null> {
  const browser = cookies.get(cookieOf[surface]);
  if (browser === null) return null;
  const [stateHash, browserHash] = [hashOf(state), hashOf(browser)];
  const found = await db.maybe(take, { stateHash, browserHash, facilityId, provider, surface });
  if ((await awaitingCookie(db, cookies, surface)) === null) cookies.clear(cookieOf[surface]);
  return found === null ? null : { ...found, checks: await checksOf(db, services, state) };
}
