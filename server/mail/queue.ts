import { type FacilityId, type LanguageCode, isEmailAddress } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type MailContent, type MailSays, mailSays, renderMail } from './render.ts';
import type { MailKind } from './messages.ts';

/** A mail to one person, in their language, under the name and colour of their facility. */
export type Mail = MailContent & {
  readonly facilityId: FacilityId;
  readonly to: string;
  readonly language: LanguageCode;
};

export const MailId = v.pipe(v.number(), v.brand('MailId'));
export type MailId = v.InferOutput<typeof MailId>;

const brandOf = statement(
  'mail.brand',
  `select portal_name as "portalName", theme ->> '--facility-brand' as colour from facilities where id = $facilityId`,
  v.object({ portalName: v.string(), colour: v.nullable(v.string()) }),
);
const insert = statement(
  'mail.insert',
  `insert into mails (kind, facility_id, recipient, content, worthless_at) values ($kind, $facilityId, $recipient, $content::jsonb,
     now() + make_interval(secs => $worthlessAt)) returning id`,
  v.object({ id: MailId }),
);

/** What a mail says, without its link. */
export const readMail = async (db: Db, mail: Mail): Promise<MailSays> =>
  mailSays(mail, mail.language, await db.one(brandOf, { facilityId: mail.facilityId }));

/** For how many seconds the links of a kind live; such a mail is not sent any more once they are over. */
const worthSeconds: Readonly<Partial<Record<MailKind, number>>> = {
  resetPassword: 3600,
  resetPasswordLocked: 3600,
  confirmEmail: 7 * 86_400,
};

/**
 * Puts a mail into the queue, in the caller's transaction: it goes out if that commits. Call `Mailer.wake` afterwards, so that
 * it goes at once; without that it goes within seconds. Null: the address is none that mail can be sent to.
 */
export async function enqueueMail(tx: Db, mail: Mail): Promise<MailId | null> {
  if (!isEmailAddress(mail.to)) return null;
  const brand = await tx.one(brandOf, { facilityId: mail.facilityId });
  const rendered = renderMail(mail, mail.language, brand);
  const content = { fromName: brand.portalName, ...rendered };
  const { id } = await tx.one(insert, {
    kind: mail.kind,
    facilityId: mail.facilityId,
    recipient: mail.to,
    content: JSON.stringify(content),
    worthlessAt: worthSeconds[mail.kind] ?? null,
  });
  return id;
}

const Claimed = v.object({
  id: MailId,
  kind: v.string(),
  messageKey: v.string(),
  recipient: v.string(),
  content: v.object({ fromName: v.string(), subject: v.string(), text: v.string(), html: v.string() }),
  createdAt: v.string(),
  tries: v.number(),
  lease: v.string(),
  alias: v.nullable(v.string()),
});
/** A mail that this process alone may hand over, for as long as its lease lasts. */
export type Claimed = v.InferOutput<typeof Claimed>;

/** How long nobody else may hand a mail over. An attempt is bounded to less, so that two never overlap. */
export const leaseSeconds = 120;

const claim = <const Which extends string>(name: string, which: Which) =>
  statement(
    name,
    `with due as (
       select id from mails where state = 'queued' and (leased_until is null or leased_until < now()) and ${which}
       order by next_try_at, id limit 1 for update skip locked)
     update mails m set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
     from due where m.id = due.id
     returning m.id, m.kind, m.message_key as "messageKey", m.recipient, m.content, m.created_at as "createdAt", m.tries, m.lease,
       (select min(alias) from facility_aliases a where a.facility_id = m.facility_id) as alias`,
    Claimed,
  );
const claimDue = claim('mail.claimDue', 'next_try_at <= now()');
const claimThis = claim('mail.claimThis', 'id = $mailId');

const expire = statement(
  'mail.expire',
  "update mails set state = 'expired', ended_at = now(), recipient = null, content = null where state = 'queued' and worthless_at < now() and (leased_until is null or leased_until < now())",
);
const markSent = statement(
  'mail.sent',
  `update mails set state = 'sent', ended_at = now(), message_hash = $messageHash, recipient = null, content = null, lease = null, leased_until = null, failure = null
   where id = $mailId and lease = $lease::uuid and state = 'queued'`,
);
const markEnded = statement(
  'mail.ended',
  `update mails set state = $state, ended_at = now(), failure = $failure, recipient = null, content = null, lease = null, leased_until = null
   where id = $mailId and lease = $lease::uuid and state = 'queued'`,
);
const markRetry = statement(
  'mail.retry',
  `update mails set next_try_at = now() + make_interval(secs => $pause), failure = $failure, lease = null, leased_until = null
   where id = $mailId and lease = $lease::uuid and state = 'queued'`,
);
const stateOf = statement(
  'mail.state',
  'select state, lease is not null and leased_until > now() as leased from mails where id = $mailId',
  v.object({ state: v.picklist(['queued', 'sent', 'refused', 'expired', 'failed']), leased: v.nullable(v.boolean()) }),
);

/** Seconds to wait after the first try, the second, …: eight tries within a day. */
export const pauses = [60, 300, 900, 3600, 10_800, 25_200, 45_540] as const;

/** Takes the mail that is due longest, or the one named; null where there is none that is free. */
export async function claimMail(db: Db, id: MailId | null): Promise<Claimed | null> {
  if (id !== null) return db.maybe(claimThis, { mailId: id });
  await db.run(expire);
  return db.maybe(claimDue);
}

export const settleSent = (db: Db, mail: Claimed, hash: Buffer): Promise<number> =>
  db.run(markSent, { mailId: mail.id, lease: mail.lease, messageHash: hash });

/** A permanent refusal ends it; anything else is tried again later, until the tries are used up. `code` names the failure. */
export async function settleFailure(
  db: Db,
  mail: Claimed,
  code: string,
  isPermanent: boolean,
): Promise<'queued' | 'refused'> {
  const pause = pauses[mail.tries - 1];
  if (isPermanent || pause === undefined) {
    await db.run(markEnded, {
      mailId: mail.id,
      lease: mail.lease,
      state: isPermanent ? 'refused' : 'failed',
      failure: code,
    });
    return 'refused';
  }
  await db.run(markRetry, { mailId: mail.id, lease: mail.lease, pause, failure: code });
  return 'queued';
}

export const mailState = (db: Db, id: MailId) => db.maybe(stateOf, { mailId: id });
