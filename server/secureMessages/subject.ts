import { AttachmentType, Instant, type PatientId, contentTypeOf } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { identifierSystem, requestCode } from './delivery/names.ts';
import { senderOf } from './sql.ts';
import { type Resource, filled, patientReference, some } from '../subject/fhirParts.ts';
import { allWithBytes, fileColumns, fileEntries } from '../files/storedFile.ts';
import type { Subject } from '../subject/subject.ts';

const Message = v.object({
  id: v.number(),
  threadId: v.number(),
  subject: v.string(),
  sentAt: Instant,
  readAt: v.nullable(Instant),
  isFromPatient: v.boolean(),
  sender: v.string(),
  onBehalfOf: v.nullable(v.string()),
  provider: v.string(),
  content: v.string(),
  requestKind: v.nullable(v.string()),
  promisedBy: v.nullable(Instant),
  officeToldAt: v.nullable(Instant),
  outcome: v.nullable(v.string()),
  outcomeAt: v.nullable(Instant),
});
const messages = statement(
  'messages.exported',
  `select m.id, m.thread_id as "threadId", t.subject, m.sent_at as "sentAt", m.read_at as "readAt", m.is_from_patient as "isFromPatient", ${senderOf} as sender,
     case when m.proxy_first_name is not null then concat_ws(' ', m.author_first_name, m.author_last_name) end as "onBehalfOf",
     concat_ws(' ', t.provider_first_name, t.provider_last_name) as provider, m.content,
     r.kind as "requestKind", r.promised_by as "promisedBy", r.office_told_at as "officeToldAt", r.outcome, r.outcome_at as "outcomeAt"
   from secure_messages m join secure_threads t on t.id = m.thread_id left join care_providers c on c.id = t.care_provider_id
     left join secure_requests r on r.message_id = m.id
   where m.patient_id = $patientId order by t.id, m.sent_at, m.id`,
  Message,
);
const files = statement(
  'messages.exportedFiles',
  `select a.message_id as "messageId", a.file_name as "fileName", a.file_type as "fileType", ${fileColumns('a')} from message_attachments a
   where a.patient_id = $patientId and a.message_id is not null and a.state = 'ready' order by a.message_id, a.position, a.id`,
  v.object({ messageId: v.number(), fileName: v.string(), fileType: AttachmentType, ...fileEntries }),
);

/** A message with its files. Files that the scanner has not cleared are left out. */
interface HeldMessage extends v.InferOutput<typeof Message> {
  readonly files: readonly { readonly fileName: string; readonly contentType: string; readonly base64: string }[];
}

/** All messages of a patient, thread by thread, oldest first. */
async function readAllMessages(db: Db, patientId: PatientId): Promise<HeldMessage[]> {
  const held = new Map<number, HeldMessage['files']>();
  for (const { messageId, fileName, fileType, content } of await allWithBytes(db, await db.many(files, { patientId })))
    held.set(messageId, [
      ...(held.get(messageId) ?? []),
      { fileName, contentType: contentTypeOf(fileType), base64: content.toString('base64') },
    ]);
  return (await db.many(messages, { patientId })).map((one) => ({ ...one, files: held.get(one.id) ?? [] }));
}

function messagesXml(all: readonly HeldMessage[]) {
  const threads = new Map<number, HeldMessage[]>();
  for (const one of all) threads.set(one.threadId, [...(threads.get(one.threadId) ?? []), one]);
  return [...threads.values()].map((list) => ({
    Subject: list[0]?.subject,
    With: list[0]?.provider,
    Request: list
      .filter(({ requestKind }) => requestKind !== null)
      .map(({ requestKind, promisedBy, officeToldAt, outcome, outcomeAt }) => ({
        Kind: requestKind,
        PromisedBy: promisedBy,
        OfficeTold: officeToldAt,
        Outcome: outcome,
        OutcomeAt: outcomeAt,
      })),
    Message: list.map(({ sentAt, sender, onBehalfOf, readAt, content, files: attached }) => ({
      Sent: sentAt,
      From: sender,
      OnBehalfOf: onBehalfOf,
      Read: readAt,
      Text: content,
      File: attached.map(({ fileName, contentType, base64 }) => ({
        Name: fileName,
        ContentType: contentType,
        Base64: base64,
      })),
    })),
  }));
}

/** A message as a Communication: the thread's subject is its topic, and its files are in the payload. */
function communicationOf(one: HeldMessage): Resource {
  return {
    resourceType: 'Communication',
    id: `message-${String(one.id)}`,
    status: 'completed',
    subject: patientReference,
    category:
      one.requestKind === null
        ? undefined
        : [{ coding: [{ system: identifierSystem, code: requestCode(one.requestKind) }] }],
    topic: { text: one.subject },
    sent: one.sentAt,
    received: one.readAt ?? undefined,
    sender: one.isFromPatient && one.onBehalfOf === null ? patientReference : { display: one.sender },
    recipient: [one.isFromPatient ? { display: one.provider } : patientReference],
    payload: some([
      { contentString: filled(one.content) },
      ...one.files.map(({ fileName, contentType, base64 }) => ({
        contentAttachment: { contentType, title: fileName, data: base64 },
      })),
    ]),
    note: one.onBehalfOf === null ? undefined : [{ text: `On behalf of ${one.onBehalfOf}` }],
  };
}

export const secureMessageSubject: Subject = {
  exported: {
    order: 90,
    element: 'Messages',
    async read({ db, patientId }) {
      const all = await readAllMessages(db, patientId);
      return { xml: { Thread: messagesXml(all) }, fhir: all.map(communicationOf) };
    },
  },
};
