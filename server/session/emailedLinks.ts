import { FacilityId, PatientId, type Token, UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import type { Handlers } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import { checkAddress, passOrLocked, refuseFailure } from '../credentials/loginFailures.ts';
import { foldName } from '../credentials/personNames.ts';
import { type SessionServices, beginSession, browserCookie } from '../credentials/tokens.ts';
import { decodedUri } from '../process/decodedUri.ts';

/** Days that a link works if the facility sets nothing else. */
export const linkDays = 14;
/** Seconds that a link's session lasts: enough for any questionnaire, and short for a borrowed computer. */
const linkSeconds = 2 * 3600;

const insert = statement(
  'link.insert',
  'insert into emailed_links (data_hash, patient_id, expires_at) values ($dataHash, $patientId, now() + make_interval(days => $days)) returning expires_at as "expiresAt"',
  v.object({ expiresAt: v.string() }),
);
/** Seconds for which the page that used a link may try again: the answer to its first try may have been lost. */
const retrySeconds = 600;
const isRetry =
  `coalesce(l.used_key_hash = $usedKeyHash and l.first_used_at > now() - make_interval(secs => $retrySeconds), false)` as const;
const find = statement(
  'link.find',
  `select l.id, p.id as "patientId", u.id as "userId", p.home_facility_id as "facilityId", p.first_name || ' ' || p.last_name as name,
     p.last_name as "lastName", p.date_of_birth as "birthDate", (l.used_at is not null and not ${isRetry}) or l.expires_at <= now() as over,
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionOver"
   from emailed_links l join patients p on p.id = l.patient_id join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id
   where l.data_hash = $dataHash and p.id = $patientId and u.disabled_at is null`,
  v.object({
    id: v.number(),
    patientId: PatientId,
    userId: UserId,
    facilityId: FacilityId,
    name: v.string(),
    lastName: v.string(),
    birthDate: v.string(),
    over: v.boolean(),
    subscriptionOver: v.boolean(),
  }),
);
const use = statement(
  'link.use',
  `update emailed_links l set used_at = now(), first_used_at = coalesce(l.first_used_at, now()), used_key_hash = $usedKeyHash
   where l.id = $emailedLinkId and (l.used_at is null or ${isRetry}) and l.expires_at > now()`,
);
/** A slow first try and the next one of the same page come one after the other. */
const lock = statement('link.lock', 'select 1 as one from emailed_links where id = $emailedLinkId for update');
/** Ends the session of the try before, which nobody has. */
const endLost = statement(
  'link.endLost',
  `update sessions s set ended_at = now(), ended_because = 'link_retried' from emailed_links l
   where l.id = $emailedLinkId and s.user_id = $userId and s.login_type = 'patientLinkUser' and s.created_at = l.used_at and s.ended_at is null
   returning s.id as "sessionId"`,
  v.object({ sessionId: v.number() }),
);

export const linkPath = (patientId: PatientId, data: string): string =>
  `/linkLogin?patientid=${patientId}&data=${data}`;

/** Makes a link for one sign-in of a patient. `data` is its secret and is stored only as a hash. */
export async function createLink(
  tx: Db,
  actor: AuditActor,
  patientId: PatientId,
  days: number,
): Promise<{ data: string; expiresAt: string }> {
  const data = newSecret();
  const { expiresAt } = await tx.one(insert, { dataHash: hashOf(data), patientId, days });
  await audit(tx, { type: 'link.created', actor, patientId, detail: { days } });
  return { data, expiresAt };
}

/** Takes an emailed link at `/token`. An unknown one gets the answer and lock of a wrong name; a known one that has expired says so. */
export async function signInByLink(
  context: Parameters<Handlers['requestToken']>[0],
  services: SessionServices,
): Promise<Token> {
  const { db, headers, ip, surface, refuse } = context;
  const data = headers['link-data'] ?? '';
  const key = headers['idempotency-key'];
  const retry = { usedKeyHash: key === undefined ? null : hashOf(key), retrySeconds };
  const found = await db.maybe(find, {
    dataHash: hashOf(data),
    patientId: Number(headers['patient-id'] ?? 0),
    ...retry,
  });
  // Failures with a real link are counted by the link, so that others at the same address cannot block it.
  const source = found === null ? ip : `link:${found.id}`;
  await checkAddress(db, source, services.addressFailures);
  if (found?.over === true) throw refuse('link_expired');
  const subject = hashOf(`link:${data}`);
  const fits =
    surface === 'portal' &&
    found !== null &&
    foldName(decodedUri(headers['last-name'] ?? '')) === foldName(found.lastName) &&
    headers['birth-date'] === found.birthDate;
  // No password was tried, so it counts for no other browser.
  if (!fits)
    return refuseFailure(
      context,
      { name: subject, source, isNewBrowser: false },
      refuse('username_password_incorrect'),
    );
  return context.tx(async (tx) => {
    await passOrLocked(tx, subject, refuse);
    if (found.subscriptionOver) throw refuse('invalid_subscription');
    const { id: emailedLinkId, userId, facilityId, patientId, name } = found;
    await tx.run(lock, { emailedLinkId });
    const lost = await tx.maybe(endLost, { emailedLinkId, userId });
    if ((await tx.run(use, { emailedLinkId, ...retry })) === 0) throw refuse('link_expired');
    const cookie = await browserCookie(tx, context.cookies, surface);
    const token = await beginSession(
      tx,
      services,
      { userId, role: 'linkUser', loginType: 'patientLinkUser', facilityId, patientId, name },
      context,
      cookie,
      { seconds: linkSeconds },
    );
    if (lost !== null)
      await audit(tx, {
        type: 'session.ended',
        actor: { userId, role: 'linkUser', name, ...lost },
        patientId,
        facilityId,
        detail: { event: 'link_retried' },
      });
    return token;
  });
}
