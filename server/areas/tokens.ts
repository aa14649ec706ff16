import { FacilityId, type LoginType, PatientId, type Role, type Token, UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Cookies, Refusal, type Surface } from '../app/handler.ts';
import { type Passwords, hashOf, newSecret } from '../app/secrets.ts';
import { type Db, statement } from '../db/pool.ts';

/** What signing in needs besides the database. */
export interface SessionServices {
  readonly passwords: Passwords;
  readonly accessTokenSeconds: number;
  /** Failed logins that one address may cause in 15 minutes, over all names. */
  readonly addressFailures: number;
  /** The half of the server's key that is not in the database; empty where there is none. */
  readonly serverKey: string;
}

/** A token family lives 12 h at most in all (rulings, section 4). */
export const familySeconds = 12 * 3600;
/** A patient's session on a tablet: long enough for any questionnaire, short enough for a tablet left lying. */
export const kioskPatientSeconds = 2 * 3600;
/** A used refresh token is answered again for this long: two tabs, or a reply that was lost. */
const graceSeconds = 30;

export const invalidGrant = (): Refusal => new Refusal(400, 'invalid_grant');

/** Whom a new session is for. */
export interface Subject {
  readonly userId: UserId;
  readonly role: Role;
  readonly loginType: LoginType;
  readonly facilityId: FacilityId;
  readonly patientId: PatientId | null;
  readonly name: string;
}

const insertSession = statement(
  'tokens.session',
  `insert into sessions (user_id, role, login_type, surface, facility_id, patient_id, cookie_hash, tablet_hash, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9)) returning id`,
  v.object({ id: v.number() }),
);
const insertPair = statement(
  'tokens.pair',
  `with access as (
     insert into access_tokens (token_hash, session_id, expires_at)
     select $1, s.id, least(now() + make_interval(secs => $4), s.expires_at) from sessions s where s.id = $3 returning expires_at),
   refresh as (insert into refresh_tokens (token_hash, session_id) values ($2, $3))
   select greatest(1, floor(extract(epoch from expires_at - now())))::int as seconds from access`,
  v.object({ seconds: v.number() }),
);

/** Makes a new pair of tokens in a living family. */
export async function givePair(tx: Db, services: SessionServices, sessionId: number): Promise<Token> {
  const [access, refresh] = [newSecret(), newSecret()];
  const { seconds } = await tx.one(insertPair, [hashOf(access), hashOf(refresh), sessionId, services.accessTokenSeconds]);
  return { access_token: access, refresh_token: refresh, expires_in: seconds, token_type: 'Bearer' };
}

/** Begins a family with its first pair and its audit row. */
export async function beginSession(
  tx: Db,
  services: SessionServices,
  subject: Subject,
  surface: Surface,
  cookie: string,
  { seconds = familySeconds, tabletHash = null }: { seconds?: number; tabletHash?: Buffer | null } = {},
): Promise<Token> {
  const { id } = await tx.one(insertSession, [
    subject.userId,
    subject.role,
    subject.loginType,
    surface,
    subject.facilityId,
    subject.patientId,
    hashOf(cookie),
    tabletHash,
    seconds,
  ]);
  const token = await givePair(tx, services, id);
  await audit(tx, {
    type: 'session.started',
    actor: { userId: subject.userId, role: subject.role, name: subject.name, sessionId: id },
    patientId: subject.patientId,
    facilityId: subject.facilityId,
    detail: { loginType: subject.loginType },
  });
  return token;
}

const cookieInUse = statement(
  'tokens.cookieInUse',
  'select 1 as one from sessions where cookie_hash = $1 and surface = $2 and ended_at is null and expires_at > now() limit 1',
  v.object({ one: v.number() }),
);

/**
 * The refresh cookie of this browser. All tabs share one cookie, so a login in a second tab must keep the first one's; only a
 * cookie that no living session uses is replaced.
 */
export async function browserCookie(db: Db, cookies: Cookies, surface: Surface): Promise<string> {
  const old = cookies.get(surface);
  const keep = old !== null && (await db.maybe(cookieInUse, [hashOf(old), surface])) !== null;
  const cookie = keep ? old : newSecret();
  cookies.set(surface, cookie, { maxAge: familySeconds });
  return cookie;
}

const endOne = statement('tokens.end', 'update sessions set ended_at = now(), ended_because = $2 where id = $1 and ended_at is null');

/** Ends a family: none of its tokens works from the commit on. True when it was alive. */
export async function endSession(tx: Db, sessionId: number, because: string): Promise<boolean> {
  return (await tx.run(endOne, [sessionId, because])) > 0;
}

const findRefresh = statement(
  'tokens.findRefresh',
  `select r.session_id as "sessionId", s.user_id as "userId", s.role, s.patient_id as "patientId", s.facility_id as "facilityId",
     u.first_name || ' ' || u.last_name as name, s.surface = $2 and s.cookie_hash = $3 as "isOurs",
     r.used_at is not null as used, coalesce(r.used_at < now() - make_interval(secs => $4), false) as "pastGrace"
   from refresh_tokens r join sessions s on s.id = r.session_id join users u on u.id = s.user_id
   where r.token_hash = $1 and s.ended_at is null and s.expires_at > now() and u.disabled_at is null
   for update of r, s`,
  v.object({
    sessionId: v.number(),
    userId: UserId,
    role: v.picklist(['patient', 'representative', 'kioskManager', 'kioskPatient', 'linkUser']),
    patientId: v.nullable(PatientId),
    facilityId: FacilityId,
    name: v.string(),
    isOurs: v.boolean(),
    used: v.boolean(),
    pastGrace: v.boolean(),
  }),
);
const markUsed = statement('tokens.markUsed', 'update refresh_tokens set used_at = now() where token_hash = $1');
const dropOldAccess = statement('tokens.dropOldAccess', 'delete from access_tokens where session_id = $1 and expires_at < now()');

/**
 * Rotates (rulings, section 4): one use, with a grace in which the used token gives a working pair again. A use after that, or
 * without the browser's cookie, means that somebody else has the token: the family ends. Null: refused.
 */
export async function rotate(tx: Db, services: SessionServices, refreshToken: string, surface: Surface, cookie: string | null): Promise<Token | null> {
  const hash = hashOf(refreshToken);
  const found = await tx.maybe(findRefresh, [hash, surface, hashOf(cookie ?? ''), graceSeconds]);
  if (found === null) return null;
  const because = !found.isOurs || cookie === null ? 'foreign_refresh' : found.pastGrace ? 'refresh_reused' : null;
  if (because !== null) {
    await endSession(tx, found.sessionId, because);
    await audit(tx, { type: 'session.revoked', actor: found, patientId: found.patientId, facilityId: found.facilityId, detail: { because } });
    return null;
  }
  if (!found.used) await tx.run(markUsed, [hash]);
  await tx.run(dropOldAccess, [found.sessionId]);
  return givePair(tx, services, found.sessionId);
}
