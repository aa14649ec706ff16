import {
  AttachmentType,
  FacilityId,
  Instant,
  LanguageCode,
  SecureThreadId,
  fileTypes,
  isEmailAddress,
} from '@portal/api';
import * as v from 'valibot';
import { type Access, type Db, statement } from '../../db/pool.ts';
import { allWithBytes, fileColumns, fileEntries } from '../../files/storedFile.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { LetterToCareTeam } from '../../mail/messages.ts';
import { type Travels, enqueueMail } from '../../mail/queue.ts';
import { locales } from '../../process/locales.ts';
import { addressWith } from '../../mail/taggedAddress.ts';
import { type ClaimedDelivery, deliveries } from '../delivery/queue.ts';
import { type MailboxSettings, domainOf } from './settings.ts';
import { newReplyToken } from './tokens.ts';

export interface CareTeamMail extends Pick<MailboxSettings, 'replyTo' | 'domains'> {
  readonly demandsTls: boolean;
  readonly mailer: Pick<Mailer, 'wake'>;
}

const read = statement(
  'mailbox.message',
  `select t.id as "threadId", t.facility_id as "facilityId", f.default_language as language, t.subject, m.content,
     concat_ws(' ', c.title_value, t.provider_first_name, t.provider_last_name) as provider, concat_ws(' ', p.first_name, p.last_name) as patient,
     nullif(concat_ws(' ', m.proxy_first_name, m.proxy_last_name), '') as writer, r.promised_by as "promisedBy", f.time_zone as "timeZone"
   from secure_messages m join secure_threads t on t.id = m.thread_id join facilities f on f.id = t.facility_id join patients p on p.id = m.patient_id
     left join care_providers c on c.id = t.care_provider_id left join secure_requests r on r.message_id = m.id where m.id = $messageId`,
  v.object({
    threadId: SecureThreadId,
    facilityId: FacilityId,
    language: v.fallback(LanguageCode, 'en'),
    subject: v.string(),
    content: v.string(),
    provider: v.string(),
    patient: v.string(),
    writer: v.nullable(v.string()),
    promisedBy: v.nullable(Instant),
    timeZone: v.string(),
  }),
);
const files = statement(
  'mailbox.files',
  `select file_name as "fileName", file_type as "fileType", ${fileColumns('a')} from message_attachments a
   where message_id = $messageId and state = 'ready' order by position, id`,
  v.object({ fileName: v.string(), fileType: AttachmentType, ...fileEntries }),
);
const noteMail = statement(
  'mailbox.noteMail',
  'update message_deliveries set mail_id = $mailId where message_id = $messageId',
);

const dayIn = (at: Instant, language: LanguageCode, timeZone: string): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone }).format(new Date(at));

/** Whether a mailbox may receive the text of messages: the settings name its domain, and mails go over TLS only. */
export const mayCarryText = (
  address: string,
  { domains, demandsTls }: Pick<CareTeamMail, 'domains' | 'demandsTls'>,
): boolean => demandsTls && domains.includes(domainOf(address));

async function filesOf(tx: Db, messageId: number): Promise<NonNullable<Travels['files']>> {
  const attached = await allWithBytes(tx, await tx.many(files, { messageId }));
  return attached.map(({ fileName, fileType, content }) => ({
    fileName,
    contentType: fileTypes[fileType],
    base64: content.toString('base64'),
  }));
}

/**
 * Queues the mail to a care team's mailbox, in the transaction that ends the delivery: one mail, however often this is tried. Gives null,
 * or the code of what is wrong with the settings; then it is tried again.
 */
export async function handToMailbox(
  tx: Access['tx'],
  claimed: ClaimedDelivery,
  settings: CareTeamMail,
): Promise<'ADDRESS' | 'REPLY_TO' | 'SETTINGS' | null> {
  const { id: messageId, mailbox, carriesText } = claimed;
  const { replyTo } = settings;
  if (mailbox === null || !isEmailAddress(mailbox)) return 'ADDRESS';
  if (replyTo === null) return 'REPLY_TO';
  // It is not sent without the text instead, because its reader has no other way to the message.
  if (carriesText && !mayCarryText(mailbox, settings)) return 'SETTINGS';
  await tx(async (within) => {
    if ((await deliveries.end(within, claimed, 'delivered')) === 0) return;
    const { threadId, facilityId, language, provider, subject, content, patient, writer, promisedBy, timeZone } =
      await within.one(read, { messageId });
    const message: LetterToCareTeam | null = carriesText ? { patient, writer, subject, content } : null;
    const reply = addressWith(replyTo, await newReplyToken(within, threadId));
    const mailId = await enqueueMail(within, {
      kind: 'messageForCareTeam',
      facilityId,
      to: mailbox,
      language,
      values: { provider, message, promised: promisedBy === null ? null : dayIn(promisedBy, language, timeZone) },
      travels: carriesText
        ? { replyTo: reply, needsTls: true, files: await filesOf(within, messageId) }
        : { replyTo: reply },
    });
    await within.run(noteMail, { messageId, mailId });
  });
  settings.mailer.wake();
  return null;
}
