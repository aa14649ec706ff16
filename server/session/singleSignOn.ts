import { createHmac, timingSafeEqual } from 'node:crypto';
import { FacilityId, PatientId, type Token, UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Handlers, notFound } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { keyFor, seal, unseal } from '../http/serverKey.ts';
import { type Db, statement } from '../db/pool.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { type SessionServices, beginSession, browserCookie } from '../credentials/tokens.ts';
import { holdTablet, roleOf } from './passwordLogin.ts';
import { identityAtLogin } from './profileHandlers.ts';

/** Seconds within which a ticket must be used (rulings, section 2). */
export const ticketSeconds = 60;
/** Seconds by which the clocks of the server and the identity system may differ. */
const clockSeconds = 300;

const findSecret = statement(
  'sso.findSecret',
  'select sso_secret as sealed, abs(extract(epoch from now()) - $timestamp) <= $clockSeconds as fresh from facilities where id = $facilityId',
  v.object({ sealed: v.nullable(v.instance(Buffer)), fresh: v.boolean() }),
);
const saveSecret = statement(
  'sso.saveSecret',
  'update facilities set sso_secret = $ssoSecret, sso_secret_at = now() where id = $facilityId',
);
/** Remembers a signature or token that works once. None was changed: it was used before. */
export const takeSignature = statement(
  'sso.takeSignature',
  'insert into sso_signatures (signature) values ($signature) on conflict do nothing',
);
const findSubject = statement(
  'sso.findSubject',
  `select u.id as "userId", p.id as "patientId", u.facility_id as "facilityId" from users u left join patients p on p.user_id = u.id
   where u.facility_id = $facilityId and u.sso_subject = $ssoSubject and u.disabled_at is null and not u.is_kiosk_manager`,
  v.object({ userId: UserId, patientId: v.nullable(PatientId), facilityId: FacilityId }),
);
const insertTicket = statement(
  'sso.insertTicket',
  'insert into sso_tickets (ticket_hash, user_id, openid_sign_in_id) values ($ticketHash, $userId, $openIdSignInId)',
);

/** One statement takes the ticket: of any number of simultaneous requests, only one gets the row. */
const takeTicket = statement(
  'sso.takeTicket',
  `update sso_tickets t set used_at = now()
   from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id
   where t.ticket_hash = $ticketHash and t.used_at is null and t.created_at > now() - make_interval(secs => $ticketSeconds) and u.id = t.user_id and u.disabled_at is null
     and u.is_kiosk_manager = $isStaff and (u.is_kiosk_manager or p.id is not null or exists (select from current_representatives l where l.user_id = u.id))
     and (t.openid_sign_in_id is null or exists (select from openid_sign_ins o where o.id = t.openid_sign_in_id and o.expires_at > now()))
   returning u.id as "userId", p.id as "patientId", u.facility_id as "facilityId", u.first_name || ' ' || u.last_name as name, t.openid_sign_in_id as "openIdSignInId",
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionOver"`,
  v.object({
    userId: UserId,
    patientId: v.nullable(PatientId),
    facilityId: FacilityId,
    name: v.string(),
    openIdSignInId: v.nullable(v.number()),
    subscriptionOver: v.boolean(),
  }),
);

export const signOnPath = (ticket: string): string => `/singleSignOn?sso-id=${ticket}`;

const identitySystem: AuditActor = { userId: null, role: null, name: 'identity system', sessionId: null };

const signatureOf = (secret: string, timestamp: string, facilityId: FacilityId, subject: string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}\n${facilityId}\n${subject}`).digest();

const placeOf = (facilityId: FacilityId): string => `facility ${facilityId}`;

/** Gives a facility's identity system a new secret. The previous one stops working. */
export async function renewSecret(
  tx: Db,
  serverKey: string,
  actor: AuditActor,
  facilityId: FacilityId,
): Promise<string> {
  const secret = newSecret();
  await tx.run(saveSecret, {
    facilityId,
    ssoSecret: seal(await keyFor(tx, serverKey, 'sso-secret'), placeOf(facilityId), secret),
  });
  await audit(tx, { type: 'sso.secret.renewed', actor, patientId: null, facilityId });
  return secret;
}

/** Makes a ticket for one sign-on of a user, and its audit row. */
export async function issueTicket(
  tx: Db,
  actor: AuditActor,
  user: { userId: UserId; patientId: PatientId | null; facilityId: FacilityId },
  openIdSignInId: number | null = null,
): Promise<string> {
  const ticket = newSecret();
  await tx.run(insertTicket, { ticketHash: hashOf(ticket), userId: user.userId, openIdSignInId });
  await audit(tx, {
    type: 'sso.ticket.issued',
    actor,
    patientId: user.patientId,
    facilityId: user.facilityId,
    detail: { userId: user.userId },
  });
  return ticket;
}

/** Takes a ticket at `/token`; that of staff at the kiosk, every other at the portal. Unknown, used and expired tickets get the same answer. */
export async function signInByTicket(
  context: Parameters<Handlers['requestToken']>[0],
  services: SessionServices,
): Promise<Token> {
  const { db, headers, ip, surface, tx, cookies, refuse } = context;
  const token = await tx(async (within) => {
    const isStaff = surface === 'kiosk';
    const found = await within.maybe(takeTicket, {
      ticketHash: hashOf(headers['sso-id'] ?? ''),
      ticketSeconds,
      isStaff,
    });
    if (found === null) return null;
    if (found.subscriptionOver) throw refuse('invalid_subscription');
    const { userId, facilityId, name, openIdSignInId } = found;
    const tabletId = isStaff ? await holdTablet(within, context, facilityId) : null;
    const patientId = isStaff ? null : found.patientId;
    const cookie = await browserCookie(within, cookies, surface);
    const subject = {
      userId,
      role: roleOf({ patientId }, isStaff),
      loginType: isStaff ? 'patientKioskManagement' : 'singleSignOn',
      facilityId,
      patientId,
      name,
    } as const;
    const identity = await identityAtLogin(within, subject);
    const started = await beginSession(within, services, subject, context, cookie, { openIdSignInId, tabletId });
    return { ...started, ...identity };
  });
  // Only unknown tickets count as failures, so that others at the same address cannot block a real one.
  if (token === null) {
    await checkAddress(db, ip, services.addressFailures);
    await countAddressFailure(db, ip);
    throw refuse('invalid_grant');
  }
  return token;
}

/** The call that the facility's identity system makes. */
export const singleSignOnHandlers = (services: SessionServices): Pick<Handlers, 'createSsoTicket'> => ({
  async createSsoTicket({ db, tx, ip, addressMark, headers, body }) {
    await checkAddress(db, ip, services.addressFailures);
    const timestamp = headers['sso-timestamp'];
    const { facilityId, subject } = body;
    const found = await db.maybe(findSecret, { facilityId, timestamp: Number(timestamp), clockSeconds });
    const key = await keyFor(db, services.serverKey, 'sso-secret');
    const secret = found?.sealed ? unseal(key, placeOf(facilityId), found.sealed) : null;
    const signature = Buffer.from(headers['sso-signature'], 'hex');
    // Without a secret, the comparison is made with a random one, so that it takes the same time.
    const same = timingSafeEqual(signature, signatureOf(secret ?? newSecret(), timestamp, facilityId, subject));
    const refused = async (because: string): Promise<never> => {
      await tx(async (within) => {
        await countAddressFailure(within, ip);
        await audit(within, {
          type: 'sso.refused',
          actor: null,
          patientId: null,
          detail: { facilityId, because, from: addressMark() },
        });
      });
      throw notFound();
    };
    if (!same || secret === null) return refused('signature');
    if (found?.fresh !== true) return refused('timestamp');
    const ticket = await tx(async (within) => {
      if ((await within.run(takeSignature, { signature })) === 0) return null;
      const user = await within.maybe(findSubject, { facilityId, ssoSubject: subject });
      return user === null ? '' : issueTicket(within, identitySystem, user);
    });
    if (ticket === null) return refused('replay');
    // An unknown name is not an attack and is not counted, because the identity system also has people who are not in the portal.
    if (ticket === '') throw notFound();
    return { ssoId: ticket, expiresIn: ticketSeconds };
  },
});
