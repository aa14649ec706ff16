import { randomUUID } from 'node:crypto';
import { type FacilityId, type LanguageCode, NoticeChannel, isEmailAddress } from '@portal/api';
import * as v from 'valibot';
import { claimEntries, leasedQueue } from '../db/leasedQueue.ts';
import { type Db, statement } from '../db/pool.ts';
import { rowsJson } from '../db/rowsJson.ts';
import { facilityPhone, firstDialled } from '../facilities/phone.ts';
import { type Brand, type MailSays, type TextContent, mailSays, renderMail, renderText } from './render.ts';
import type { MailContent, MailKind } from './messages.ts';

const MailFile = v.object({ fileName: v.string(), contentType: v.string(), base64: v.string() });
/** How a mail travels. `needsTls`: it is handed over on an encrypted connection to a server that has proved its name, or not at all. */
const Travels = v.object({
  replyTo: v.optional(v.string()),
  needsTls: v.optional(v.boolean()),
  files: v.optional(v.array(MailFile)),
});
export type Travels = v.InferOutput<typeof Travels>;

/** A mail to one person, in their language, under the name and colour of their facility. */
export type Mail = MailContent & {
  readonly facilityId: FacilityId;
  readonly to: string;
  readonly language: LanguageCode;
  readonly travels?: Travels;
  /** The zone by whose day it is sent, also when it is tried again; left out: at any hour. */
  readonly byDayIn?: string;
};

export const MailId = v.pipe(v.number(), v.brand('MailId'));
export type MailId = v.InferOutput<typeof MailId>;

const brandRow = statement(
  'mail.brand',
  `select portal_name as "portalName", theme ->> '--facility-brand' as colour,
     array(select c.phone from facility_contacts c where c.facility_id = f.id and c.phone is not null order by c.sort_order) as phones
   from facilities f where id = $facilityId`,
  v.object({ portalName: v.string(), colour: v.nullable(v.string()), phones: v.array(v.string()) }),
);
async function brandOf(db: Db, { facilityId }: Pick<Mail, 'facilityId'>): Promise<Brand> {
  const { phones, ...brand } = await db.one(brandRow, { facilityId });
  return { ...brand, phone: facilityPhone(firstDialled(phones))?.shown ?? null };
}
const insert = statement(
  'mail.insert',
  `insert into mails (kind, facility_id, recipient, content, by_day_in, worthless_at) values ($kind, $facilityId, $recipient, $content::jsonb,
     $byDayIn, now() + make_interval(secs => $worthSeconds)) returning id`,
  v.object({ id: MailId }),
);

/** What a mail says, without its link. */
export const readMail = async (db: Db, mail: Mail): Promise<MailSays> =>
  mailSays(mail, mail.language, await brandOf(db, mail));

export async function mailWords(db: Db, mail: Mail): Promise<MailWords> {
  const brand = await brandOf(db, mail);
  return { fromName: brand.portalName, ...renderMail(mail, mail.language, brand), ...mail.travels };
}

/** For how many seconds the links of a kind live; such a mail is not sent any more once they are over. */
const worthSeconds: Readonly<Partial<Record<MailKind, number>>> = {
  resetPassword: 3600,
  resetPasswordLocked: 3600,
  resetPasswordOff: 3600,
  confirmEmail: 7 * 86_400,
};

/** Queues a mail in the caller's transaction. `Mailer.wake` after the commit sends at once, else within seconds. Null: no valid address. */
export async function enqueueMail(tx: Db, mail: Mail): Promise<MailId | null> {
  if (!isEmailAddress(mail.to)) return null;
  const content = await mailWords(tx, mail);
  const { id } = await tx.one(insert, {
    kind: mail.kind,
    facilityId: mail.facilityId,
    recipient: mail.to,
    content: JSON.stringify(content),
    byDayIn: mail.byDayIn ?? null,
    worthSeconds: worthSeconds[mail.kind] ?? null,
  });
  return id;
}

/** The words of a mail. `stopAddress`: where a mail program's own "Unsubscribe" goes (RFC 8058). */
export const MailWords = v.object({
  fromName: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  stopAddress: v.optional(v.string()),
  ...Travels.entries,
});
export type MailWords = v.InferOutput<typeof MailWords>;
const TextWords = v.object({ text: v.string() });
export type TextWords = v.InferOutput<typeof TextWords>;

/** A notice, already in its words, that is sent by day alone. */
export interface QueuedNotice {
  /** Names the message: the same for every try, wherever it goes. */
  readonly messageKey: string;
  readonly channel: NoticeChannel;
  readonly kind: 'notice' | 'noticeTest' | 'signInCode';
  readonly facilityId: FacilityId;
  readonly recipient: string;
  readonly content: MailWords | TextWords;
  readonly worthlessAt: string;
  /** The zone by whose day it is sent; null: somebody waits for it, at any hour. */
  readonly byDayIn: string | null;
}

const insertNotices = statement(
  'mail.insertNotices',
  `insert into mails (message_key, channel, kind, facility_id, recipient, content, worthless_at, by_day_in)
   select message_key, channel, kind, facility_id, recipient, content, worthless_at, by_day_in from jsonb_to_recordset($mails::jsonb)
     as m(message_key uuid, channel text, kind text, facility_id bigint, recipient text, content jsonb, worthless_at timestamptz, by_day_in text)`,
);

export const enqueueNotices = (tx: Db, notices: readonly QueuedNotice[]): Promise<number> =>
  tx.run(insertNotices, { mails: rowsJson(notices) });

/** Queues a text message that somebody waits for, in the caller's transaction. It is of no use after so many seconds. */
export async function enqueueText(
  tx: Db,
  {
    facilityId,
    to,
    language,
    worthSeconds: seconds,
    ...content
  }: TextContent & Pick<Mail, 'facilityId' | 'to' | 'language'> & { readonly worthSeconds: number },
): Promise<void> {
  const text = renderText(content, language, await brandOf(tx, { facilityId }));
  await enqueueNotices(tx, [
    {
      messageKey: randomUUID(),
      channel: 'Sms',
      kind: content.kind,
      facilityId,
      recipient: to,
      content: { text },
      worthlessAt: new Date(Date.now() + seconds * 1000).toISOString(),
      byDayIn: null,
    },
  ]);
}

const ClaimedMail = v.object({
  id: MailId,
  kind: v.string(),
  channel: NoticeChannel,
  messageKey: v.string(),
  recipient: v.string(),
  content: v.union([MailWords, TextWords]),
  createdAt: v.string(),
  portalUrl: v.nullable(v.string()),
  alias: v.nullable(v.string()),
  ...claimEntries,
});
/** A mail that this process alone may hand over, for as long as its lease lasts. */
export type ClaimedMail = v.InferOutput<typeof ClaimedMail>;

/** Seconds to wait after the first try, the second, …: eight tries within a day. */
export const pauses = [60, 300, 900, 3600, 10_800, 25_200, 45_540] as const;
/** By day where it must be, as the planner has it (`quietHours`): what was late, or is tried again, wakes nobody either. */
const isDay = (zone: string) => `(now() at time zone ${zone})::time between '08:00' and '20:59:59'`;
const isAwake = `(by_day_in is null or ${isDay('by_day_in')})`;
/** The backlog of each channel. Notices to devices wait in a table of their own. */
export const backlogOf = { Email: 'mail', Sms: 'text_message', Push: 'push' } as const satisfies Record<
  NoticeChannel,
  string
>;
const counts = {
  kind: 'kind',
  order: '(by_day_in is not null), next_try_at, id',
  due: `case when ${isAwake} then next_try_at end`,
};
export const mails = leasedQueue('mail', {
  table: 'mails',
  pauses,
  ended: ['recipient', 'content'],
  refused: 'refused',
  expires: true,
  backlogs: {
    [backlogOf.Email]: { ...counts, where: "channel = 'Email'" },
    [backlogOf.Sms]: { ...counts, where: "channel = 'Sms'" },
  },
});
const claimed = {
  reads: `kind, channel, message_key as "messageKey", recipient, content, created_at as "createdAt",
     (select portal_url from facilities f where f.id = q.facility_id) as "portalUrl",
     (select alias from facility_aliases a where a.facility_id = q.facility_id order by sort_order, alias limit 1) as alias`,
  order: '(by_day_in is not null),',
  row: ClaimedMail,
};
const claimDue = mails.claim('claimDue', {
  ...claimed,
  where: `channel = $channel and next_try_at <= now() and ${isAwake}`,
});
export const claimMail = mails.claim('claimThis', { ...claimed, where: 'q.id = $mailId' });

const markSent = statement(
  'mail.sent',
  `update mails set state = 'sent', ended_at = now(), message_hash = $messageHash, recipient = null, content = null, lease = null, leased_until = null, failure = null
   where id = $mailId and lease = $lease::uuid and state = 'queued'`,
);
const stateOf = statement(
  'mail.state',
  'select state, lease is not null and leased_until > now() as leased from mails where id = $mailId',
  v.object({ state: v.picklist(['queued', 'sent', 'refused', 'expired', 'failed']), leased: v.nullable(v.boolean()) }),
);

const putOffAtOnce = 1000;
/** Where it is night, notices that are due wait for eight in the morning, so that no claim walks them again. */
const putOff = statement(
  'mail.putOff',
  `update mails set next_try_at = ((now() at time zone by_day_in)::date
     + case when (now() at time zone by_day_in)::time < '08:00' then 0 else 1 end + time '08:00') at time zone by_day_in
   where id = any(array(select due.id from (select distinct time_zone from facilities where not ${isDay('time_zone')}) z
     cross join lateral (select q.id from mails q where q.state = 'queued' and q.by_day_in = z.time_zone and q.next_try_at <= now()
       and (q.leased_until is null or q.leased_until < now()) order by q.next_try_at limit ${putOffAtOnce} for update skip locked) due))`,
);

/** Takes what is due longest on a channel, with what somebody waits for before notices; null where there is none that is free. */
export async function claimNext(db: Db, channel: NoticeChannel): Promise<ClaimedMail | null> {
  await mails.expire(db);
  while ((await db.run(putOff)) >= putOffAtOnce);
  return db.maybe(claimDue, { channel });
}

/** SQL: the settings `s`, with their patient `p`, whose notices by email go to the recipient. */
const isOfRecipient = `p.id = s.patient_id and s.patient_id = any(array(
     select id from patients where lower(email_address) = lower($recipient)
     union all select patient_id from patient_reminder_settings where not use_primary_email and lower(non_primary_email) = lower($recipient)))
   and lower(case when s.use_primary_email then p.email_address else s.non_primary_email end) = lower($recipient)` as const;
const bounced = statement(
  'mail.bounced',
  `update patient_reminder_settings s set email_bounced_at = now() from patients p where ${isOfRecipient}`,
);
// In a `case`, so that the planner looks for the recipient and not through all who bounced.
const arrived = statement(
  'mail.arrived',
  `update patient_reminder_settings s set email_bounced_at = null from patients p where ${isOfRecipient} and case when s.email_bounced_at is not null then true end`,
);
/** Notes that a mail server refused an address for good; the patient's notices by email stop until it changes or a mail arrives. */
export const noteBounced = (db: Db, recipient: string): Promise<number> => db.run(bounced, { recipient });
/** Notes that a mail to an address was taken. */
export const noteArrived = (db: Db, recipient: string): Promise<number> => db.run(arrived, { recipient });

export const settleSent = (db: Db, mail: ClaimedMail, hash: Buffer): Promise<number> =>
  db.run(markSent, { mailId: mail.id, lease: mail.lease, messageHash: hash });

export const mailState = (db: Db, id: MailId) => db.maybe(stateOf, { mailId: id });
