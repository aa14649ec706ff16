import * as v from 'valibot';
import { AttachmentType, contentTypeOf } from '@portal/api';
import { type Db, statement } from '../../db/pool.ts';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { allWithBytes, fileColumns, fileEntries } from '../../files/storedFile.ts';
import { identifierSystem, messageName, requestCode, threadName } from './names.ts';

const Sent = v.object({
  messageId: v.number(),
  threadId: v.number(),
  subject: v.string(),
  requestKind: v.nullable(v.string()),
  content: v.string(),
  language: v.nullable(v.string()),
  sentAt: v.string(),
  mrn: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  proxyFirstName: v.nullable(v.string()),
  proxyLastName: v.nullable(v.string()),
  providerFirstName: v.string(),
  providerLastName: v.string(),
  careProviderId: v.nullable(v.number()),
  answers: v.nullable(v.number()),
  isHeld: v.boolean(),
});
const read = statement(
  'delivery.message',
  `select m.id as "messageId", m.thread_id as "threadId", t.subject, r.kind as "requestKind", m.content, m.language, m.sent_at as "sentAt", p.mrn, p.first_name as "firstName", p.last_name as "lastName",
     m.proxy_first_name as "proxyFirstName", m.proxy_last_name as "proxyLastName", t.provider_first_name as "providerFirstName",
     t.provider_last_name as "providerLastName", t.care_provider_id as "careProviderId",
     (select max(e.id) from secure_messages e where e.thread_id = m.thread_id and e.id < m.id and not e.is_from_patient) as "answers",
     exists (select from message_attachments a where a.message_id = m.id and a.state = 'held') as "isHeld"
   from secure_messages m join secure_threads t on t.id = m.thread_id join patients p on p.id = m.patient_id left join secure_requests r on r.message_id = m.id where m.id = $messageId`,
  Sent,
);
const files = statement(
  'delivery.files',
  `select file_name as "fileName", file_type as "fileType", byte_count as bytes, ${fileColumns('a')}, created_at as "createdAt"
   from message_attachments a where message_id = $messageId and state = 'ready' order by position, id`,
  v.object({
    fileName: v.string(),
    fileType: AttachmentType,
    bytes: v.number(),
    ...fileEntries,
    createdAt: v.string(),
  }),
);

const identifier = (value: string) => ({ system: identifierSystem, value });
const person = (firstName: string, lastName: string) => `${firstName} ${lastName}`;

interface SentFile {
  readonly fileName: string;
  readonly fileType: AttachmentType;
  readonly bytes: number;
  readonly content: Buffer;
  readonly createdAt: string;
}
/** A patient's message as it is now, with its files. `isHeld`: a file of it still waits for the scanner. */
export interface SentMessage extends v.InferOutput<typeof Sent> {
  readonly files: readonly SentFile[];
}
/** Reads a message to hand it over; null where it is gone. */
export async function readSentMessage(db: Db, messageId: number): Promise<SentMessage | null> {
  const row = await db.maybe(read, { messageId });
  return row && { ...row, files: await allWithBytes(db, await db.many(files, { messageId })) };
}

/** A patient's message as a FHIR R4 Communication with its files. */
export function communicationIn(row: SentMessage): JsonObject {
  const patient = {
    type: 'Patient',
    identifier: { type: { text: 'MRN' }, value: row.mrn },
    display: person(row.firstName, row.lastName),
  };
  return {
    resourceType: 'Communication',
    ...(row.language === null ? {} : { language: row.language }),
    identifier: [identifier(messageName(row.messageId))],
    partOf: [{ type: 'Communication', identifier: identifier(threadName(row.threadId)) }],
    ...(row.answers === null
      ? {}
      : { inResponseTo: [{ type: 'Communication', identifier: identifier(messageName(row.answers)) }] }),
    status: 'completed',
    subject: patient,
    ...(row.requestKind === null
      ? {}
      : { category: [{ coding: [{ system: identifierSystem, code: requestCode(row.requestKind) }] }] }),
    topic: { text: row.subject },
    sent: row.sentAt,
    recipient: [
      {
        type: 'Practitioner',
        ...(row.careProviderId === null
          ? {}
          : { identifier: identifier(`care-provider-${String(row.careProviderId)}`) }),
        display: person(row.providerFirstName, row.providerLastName),
      },
    ],
    // Who acts for the patient has no record of their own there.
    sender:
      row.proxyFirstName === null || row.proxyLastName === null
        ? patient
        : { type: 'RelatedPerson', display: person(row.proxyFirstName, row.proxyLastName) },
    payload: [
      { contentString: row.content },
      ...row.files.map(({ fileName, fileType, bytes, content, createdAt }) => ({
        contentAttachment: {
          contentType: contentTypeOf(fileType),
          data: content.toString('base64'),
          size: bytes,
          title: fileName,
          creation: createdAt,
        },
      })),
    ],
  };
}

/** The same as text, byte for byte the same for each try; null where it is gone. */
export async function communicationOf(db: Db, messageId: number): Promise<string | null> {
  const message = await readSentMessage(db, messageId);
  return message && JSON.stringify(communicationIn(message));
}
