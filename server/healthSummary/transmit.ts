import { type PatientId, type transmitHealthSummary, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type CallContext, notFound, orNotFound, refusal } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';
import type { Worker } from '../process/worker.ts';
import { requireWithinLimit } from '../http/limits.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Mail, enqueueMail, mailWords } from '../mail/queue.ts';
import { canSendTo } from './addresses.ts';
import { summaryFile } from './files.ts';
import { identifierOf } from './identifier.ts';
import { addTransmission, noteMailOf, packedWords, sentBefore } from './queue.ts';
import { readSummary } from './summary.ts';

/** Bytes of both files together: most mail servers take no more. */
const largest = 10_000_000;
/** Sends of one person in an hour. */
const perHour = 20;
const anHour = 3600;

const sender = statement(
  'transmit.sender',
  `select u.email, concat_ws(' ', p.first_name, p.last_name) as patient,
     case when p.user_id is distinct from u.id then concat_ws(' ', u.first_name, u.last_name) end as writer
   from users u, patients p where u.id = $userId and p.id = $patientId`,
  v.object({ email: v.nullable(v.string()), patient: v.string(), writer: v.nullable(v.string()) }),
);
const senderOf = (db: Db, userId: UserId, patientId: PatientId) => db.one(sender, { userId, patientId });

const same = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

type Context = CallContext<typeof transmitHealthSummary>;

/** The letter to the recipient, with both files of the summary. */
async function letterOf({ actor, body, db, params, query, refuse }: Context): Promise<Mail> {
  const { patientId, transmitType } = params;
  const identifier = identifierOf(body.identifier);
  if (identifier === null) throw refusal('bad_request');
  const { email, patient, writer } = await senderOf(db, actor.userId, patientId);
  const replyTo = transmitType === 'email' ? email : null;
  if (transmitType === 'email' && !same(email, body.senderAddress)) throw refuse('sender_changed');
  const { language } = query;
  const summary = orNotFound(await readSummary(db, { ...params, userId: actor.userId }, identifier, language));
  if (summary === 'busy') throw refusal('unavailable');
  if (transmitType === 'sendSecurely' && !summary.source.hasGateway) throw refuse('direct_not_configured');
  const files = [];
  for (const form of ['html', 'xml'] as const) {
    const file = await summaryFile(db, patientId, summary, { form, language, print: 'normal' });
    if (file === 'busy') throw refusal('unavailable');
    if (file === null) throw new Error('a health summary is not rendered within its bounds');
    files.push({ ...file, form });
  }
  if (files.reduce((bytes, file) => bytes + file.bytes.length, 0) > largest) throw refuse('summary_too_large');
  return {
    kind: 'healthSummary',
    facilityId: summary.source.facilityId,
    to: body.recipientAddress,
    language,
    values: { patient, writer, message: body.messageText, takesReplies: replyTo !== null },
    travels: {
      ...(replyTo === null ? {} : { replyTo }),
      files: files.map(({ bytes, fileName, form }) => ({
        fileName: `${fileName}.${form}`,
        contentType: form === 'html' ? 'text/html' : 'application/xml',
        base64: Buffer.from(bytes).toString('base64'),
      })),
    },
  };
}

export interface SummaryServices extends MailServices {
  /** Hands summaries to the gateways of facilities. */
  readonly summaries: Pick<Worker, 'wake'>;
}

/** Sends a summary once for each key: as a mail, or to the facility's gateway. The same key again changes nothing and is answered alike. */
export async function transmit(context: Context, { mailer, summaries }: SummaryServices): Promise<null> {
  const { actor, body, db, headers, params, refuse, tx } = context;
  const { patientId, ifSystemId, transmitType: kind } = params;
  const key = headers['idempotency-key'];
  const { userId } = actor;
  const before = await sentBefore(db, userId, key);
  if (before === patientId) return null;
  // The user's key is already in use for another patient.
  if (before !== null) throw notFound();
  const recipient = body.recipientAddress;
  if (!canSendTo(recipient, kind)) throw refuse('recipient_invalid');
  const letter = await letterOf(context);
  const { facilityId } = letter;
  const content = kind === 'sendSecurely' ? await packedWords(await mailWords(db, letter)) : null;
  await tx(async (within) => {
    const transmissionId = await addTransmission(within, {
      userId,
      key,
      patientId,
      facilityId,
      kind,
      recipient,
      content,
    });
    if (transmissionId === null) return;
    // Counted with the send, so that neither a repeated nor a refused one counts.
    await requireWithinLimit(within, 'send-summary', String(userId), { most: perHour, seconds: anHour });
    if (kind === 'email') {
      const mailId = await enqueueMail(within, letter);
      if (mailId === null) throw refuse('recipient_invalid');
      await noteMailOf(within, transmissionId, mailId);
    }
    await audit(within, {
      type: 'healthSummary.sent',
      actor,
      patientId,
      detail: { transmissionId, kind, to: recipient, ifSystemId, ...body.identifier },
    });
  });
  if (kind === 'email') mailer.wake();
  else summaries.wake();
  return null;
}
