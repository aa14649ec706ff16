import { FacilityId, type LoginType, type PasskeyId, PatientId, type Token, UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import type { Actor, Cookies, RequestFacts, Surface } from '../http/handler.ts';
import { type Passwords, hashOf, newSecret } from '../http/secrets.ts';
import type { MailServices } from '../mail/mailer.ts';
import { type Db, statement } from '../db/pool.ts';

/** Why a family ended: its user may no longer act for anybody. */
export const accessDisabled = 'access_disabled';
/** Why an account is closed, where its person is told (`users.closed_because`), and with what its log-in is refused. */
export const closedWith = { joined: 'account_joined', deceased: 'patient_died' } as const;
export const ClosedBecause = v.picklist(['joined', 'deceased']);
/** Why families ended of which the person is told as well, and with what their refresh is refused. */
const reportedEndings = ['records_joined', ...Object.values(closedWith)] as const;
export type ReportedEnding = (typeof reportedEndings)[number];

export interface SessionServices {
  readonly passwords: Passwords;
  readonly accessTokenSeconds: number;
  /** How many failed logins one address may cause in 15 minutes, over all names. */
  readonly addressFailures: number;
  /** Milliseconds that a new browser waits before it tries a password, while somebody is trying out many names. */
  readonly newBrowserWaitMs: number;
  /** The half of the server's key that is not in the database; empty if there is none. */
  readonly serverKey: string;
  /** What it was before. */
  readonly serverKeysBefore: readonly string[];
}

export interface AccountServices extends SessionServices, MailServices {}

/** The longest that a token family lives: 12 hours (rulings, section 4). */
export const familySeconds = 12 * 3600;
/** A patient's session on a tablet: long enough for any questionnaire, short enough for a tablet that was left lying. */
export const kioskPatientSeconds = 2 * 3600;
/** Seconds by which the server waits longer than the page, because the page reports activity with a delay. */
export const presenceSlack = 30;
/** For so long a used refresh token still works: two tabs may use it at once, or a reply may be lost. */
const graceSeconds = 30;

/** Ways to sign in that prove who is at the page (`needsProof`). */
const proofs: ReadonlySet<LoginType> = new Set(['userNamePassword', 'singleSignOn', 'patientKioskManagement']);

/** SQL: a sign-in at an identity system proves as much as that has asked of the person, and when. Its browser may have remembered them for days. */
const provedAt =
  'case when $openIdSignInId::bigint is null then now() else (select case when o.signed_in_at > now() then now() else o.signed_in_at end from openid_sign_ins o where o.id = $openIdSignInId) end' as const;
const insertSession = statement(
  'tokens.session',
  `insert into sessions (user_id, role, login_type, surface, facility_id, patient_id, cookie_hash, tablet_hash, tablet_id, passkey_id, openid_sign_in_id, device, browser, expires_at, proved_at, idle_until)
   values ($userId, $role, $loginType, $surface, $facilityId, $patientId, $cookieHash, $tabletHash, $tabletId, $passkeyId, $openIdSignInId, $device, $browser, now() + make_interval(secs => $seconds), case when $hasProved then ${provedAt} end,
     (select now() + make_interval(secs => f.inactivity_seconds + $presenceSlack) from facilities f where f.id = $facilityId)) returning id`,
  v.object({ id: v.number() }),
);
const insertPair = statement(
  'tokens.pair',
  `with access as (
     insert into access_tokens (token_hash, session_id, expires_at)
     select $accessTokenHash, s.id, least(now() + make_interval(secs => $accessTokenSeconds), s.expires_at) from sessions s where s.id = $sessionId returning expires_at),
   refresh as (insert into refresh_tokens (token_hash, session_id) values ($refreshTokenHash, $sessionId))
   select greatest(1, floor(extract(epoch from expires_at - now())))::int as seconds from access`,
  v.object({ seconds: v.number() }),
);

/** Makes a new pair of tokens in a living family. */
export async function givePair(tx: Db, services: SessionServices, sessionId: number): Promise<Token> {
  const [access, refresh] = [newSecret(), newSecret()];
  const { seconds } = await tx.one(insertPair, {
    accessTokenHash: hashOf(access),
    refreshTokenHash: hashOf(refresh),
    sessionId,
    accessTokenSeconds: services.accessTokenSeconds,
  });
  return { access_token: access, refresh_token: refresh, expires_in: seconds, token_type: 'Bearer' };
}

/** Begins a family with its first pair of tokens and its audit row. */
export async function beginSession(
  tx: Db,
  services: SessionServices,
  subject: Omit<Actor, 'sessionId'>,
  { surface, device }: Pick<RequestFacts, 'surface' | 'device'>,
  cookie: string,
  {
    seconds = familySeconds,
    tabletHash = null,
    tabletId = null,
    passkeyId = null,
    openIdSignInId = null,
  }: {
    seconds?: number;
    tabletHash?: Buffer | null;
    tabletId?: number | null;
    passkeyId?: PasskeyId | null;
    openIdSignInId?: number | null;
  } = {},
): Promise<Token> {
  const { kind, browser } = device();
  const { id } = await tx.one(insertSession, {
    ...subject,
    surface,
    cookieHash: hashOf(cookie),
    tabletHash,
    tabletId,
    passkeyId,
    openIdSignInId,
    device: kind,
    browser,
    seconds,
    // Not by an emailed link: its name and birth date may still be on the screen of somebody who left it open.
    hasProved: proofs.has(subject.loginType),
    presenceSlack,
  });
  const token = await givePair(tx, services, id);
  await audit(tx, {
    type: 'session.started',
    actor: { userId: subject.userId, role: subject.role, name: subject.name, sessionId: id },
    patientId: subject.patientId,
    facilityId: subject.facilityId,
    // Sessions are deleted after a while; this row keeps the device for good.
    detail: { loginType: subject.loginType, device: kind, browser, ...(passkeyId === null ? {} : { passkeyId }) },
  });
  return token;
}

const saveProof = statement(
  'tokens.saveProof',
  `with before as (delete from access_tokens where session_id = $sessionId)
   update sessions set proved_at = now() where id = $sessionId`,
);

/**
 * Notes that the person has just proved who they are. From then on, calls that declare `needsProof` work, with a new access token: whoever
 * had copied the one before has no part in the proof.
 */
export const noteProof = async (tx: Db, sessionId: number): Promise<void> => {
  await tx.run(saveProof, { sessionId });
};

const moveIdle = statement(
  'tokens.moveIdle',
  `update sessions other set idle_until = now() + make_interval(secs => f.inactivity_seconds + $presenceSlack)
   from sessions mine, facilities f
   where mine.id = $sessionId and other.cookie_hash = mine.cookie_hash and other.surface = mine.surface and f.id = other.facility_id
     and other.ended_at is null and (other.idle_until > now() or other.id = mine.id)`,
);

/** Notes that somebody is at the page. This keeps all living sessions of the browser from becoming idle. */
export const notePresence = async (db: Db, sessionId: number): Promise<void> => {
  await db.run(moveIdle, { sessionId, presenceSlack });
};

const cookieInUse = statement(
  'tokens.cookieInUse',
  'select 1 as one from sessions where cookie_hash = $cookieHash and surface = $surface and ended_at is null and expires_at > now() limit 1',
);

/** The refresh cookie of this browser, which all its tabs share: it is replaced only if no living session uses it. */
export async function browserCookie(db: Db, cookies: Cookies, surface: Surface): Promise<string> {
  const old = cookies.get(surface);
  const keep = old !== null && (await db.has(cookieInUse, { cookieHash: hashOf(old), surface }));
  const cookie = keep ? old : newSecret();
  cookies.set(surface, cookie, { maxAge: familySeconds });
  return cookie;
}

const endOne = statement(
  'tokens.end',
  'update sessions set ended_at = now(), ended_because = $endedBecause where id = $sessionId and ended_at is null',
);

/** Ends a family: none of its tokens works after the commit. True if it was alive. */
export async function endSession(tx: Db, sessionId: number, because: string): Promise<boolean> {
  return (await tx.run(endOne, { sessionId, endedBecause: because })) > 0;
}

const endAll = statement(
  'tokens.endAll',
  'update sessions set ended_at = now(), ended_because = $endedBecause where user_id = $userId and ended_at is null',
);

export const endSessions = async (tx: Db, userId: UserId, because: string): Promise<void> => {
  await tx.run(endAll, { userId, endedBecause: because });
};

const findRefresh = statement(
  'tokens.findRefresh',
  `select r.session_id as "sessionId", s.user_id as "userId", s.role, s.patient_id as "patientId", s.facility_id as "facilityId",
     u.first_name || ' ' || u.last_name as name, s.surface = $surface and s.cookie_hash = $cookieHash as "isOurs",
     s.idle_until <= now() as "isIdle",
     s.role = 'representative' and not exists (select from current_representatives l where l.user_id = s.user_id) as "actsForNobody", r.used_at is not null as used, coalesce(r.used_at < now() - make_interval(secs => $graceSeconds), false) as "pastGrace"
   from refresh_tokens r join sessions s on s.id = r.session_id join users u on u.id = s.user_id
   where r.token_hash = $tokenHash and s.ended_at is null and s.expires_at > now() and u.disabled_at is null
   for update of r, s`,
  v.object({
    sessionId: v.number(),
    userId: UserId,
    role: v.picklist(['patient', 'representative', 'kioskManager', 'kioskPatient', 'linkUser']),
    patientId: v.nullable(PatientId),
    facilityId: FacilityId,
    name: v.string(),
    isOurs: v.boolean(),
    isIdle: v.boolean(),
    actsForNobody: v.boolean(),
    used: v.boolean(),
    pastGrace: v.boolean(),
  }),
);
const markUsed = statement(
  'tokens.markUsed',
  'update refresh_tokens set used_at = now() where token_hash = $tokenHash',
);
const dropOldAccess = statement(
  'tokens.dropOldAccess',
  'delete from access_tokens where session_id = $sessionId and expires_at < now()',
);

/**
 * Rotates a refresh token (rulings, section 4): it works once, with a grace time in which the used token gives a working pair again. A use
 * after that, or without the browser's cookie, means that somebody else has the token, so the family ends. It also ends if nobody has been
 * at the page for the facility's limit, even with tokens and cookie: the browser or its profile may have been restored or copied; and if
 * its user acted for others alone and may no longer. Null: refused.
 */
export async function rotate(
  tx: Db,
  services: SessionServices,
  refreshToken: string,
  { surface, addressMark }: Pick<RequestFacts, 'surface' | 'addressMark'>,
  cookie: string | null,
): Promise<Token | null> {
  const hash = hashOf(refreshToken);
  const found = await tx.maybe(findRefresh, {
    tokenHash: hash,
    surface,
    cookieHash: hashOf(cookie ?? ''),
    graceSeconds,
  });
  if (found === null) return null;
  const because = !found.isOurs || cookie === null ? 'foreign_refresh' : found.pastGrace ? 'refresh_reused' : null;
  if (because !== null) {
    await endSession(tx, found.sessionId, because);
    await audit(tx, {
      type: 'session.revoked',
      actor: found,
      patientId: found.patientId,
      facilityId: found.facilityId,
      detail: { because, from: addressMark() },
    });
    return null;
  }
  // The last day of a representation ends nobody's session by itself, so the next refresh does.
  const event = found.isIdle ? 'inactive' : found.actsForNobody ? accessDisabled : null;
  if (event !== null) {
    await endSession(tx, found.sessionId, event);
    await audit(tx, {
      type: 'session.ended',
      actor: found,
      patientId: found.patientId,
      facilityId: found.facilityId,
      detail: { event },
    });
    return null;
  }
  if (!found.used) await tx.run(markUsed, { tokenHash: hash });
  await tx.run(dropOldAccess, { sessionId: found.sessionId });
  return givePair(tx, services, found.sessionId);
}

const becauseOf = statement(
  'tokens.becauseOf',
  'select s.ended_because as because from refresh_tokens r join sessions s on s.id = r.session_id where r.token_hash = $tokenHash',
  v.object({ because: v.nullable(v.string()) }),
);
/** With what a refresh is refused: why a family ended, where its person is told, and not that the session timed out. */
export async function refusalOfRefresh(db: Db, refreshToken: string) {
  const because = (await db.maybe(becauseOf, { tokenHash: hashOf(refreshToken) }))?.because;
  if (because === accessDisabled) return 'access_ended';
  return reportedEndings.find((one) => one === because) ?? 'invalid_grant';
}
