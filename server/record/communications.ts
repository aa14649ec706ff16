import { SecureMessageId, SecureThreadId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { addAnswer } from '../secureMessages/addAnswer.ts';
import { answerFiles, type SentFile } from '../secureMessages/delivery/answerFiles.ts';
import { messageName, numberIn, threadName } from '../secureMessages/delivery/names.ts';
import { nameParts } from '../secureMessages/senderName.ts';
import type { Importing } from './batch.ts';
import type { Communication } from './map/communication.ts';

const threadOf = statement(
  'record.threadOf',
  `select t.id as "threadId" from secure_threads t where t.patient_id = $patientId and t.id in (
     $threadId::bigint,
     (select thread_id from secure_messages where id = $messageId and patient_id = $patientId),
     (select thread_id from secure_messages where patient_id = $patientId and source = $source and send_key = any($keys::text[]) limit 1))
   order by t.id`,
  v.object({ threadId: SecureThreadId }),
);
const known = statement(
  'record.knownMessage',
  'select id from secure_messages where patient_id = $patientId and source = $source and send_key = $key',
);

/** The thread that a message names; null if it names none of the patient's, or more than one. */
async function threadNamed(
  db: Db,
  patientId: PatientId,
  source: string,
  one: Communication,
): Promise<SecureThreadId | null> {
  const found = await db.many(threadOf, {
    patientId,
    threadId: numberIn(one.names, threadName, SecureThreadId),
    messageId: numberIn(one.names, messageName, SecureMessageId),
    source,
    keys: [...one.answers],
  });
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only.threadId : null;
}

const fileReasons = {
  unavailable: 'the scanner does not answer: import it again later',
  file_infected: 'the scanner finds a file of it infected',
  file_type: 'a file of it is of a kind that messages do not take',
  file_broken: 'a file of it cannot be read',
  file_empty: 'a file of it is empty',
  attachments_too_large: 'its files are too large',
} as const;

async function takeOne(
  one: Communication,
  patientId: PatientId,
  importing: Importing,
): Promise<'add' | 'unchanged' | { reason: string }> {
  const { pool, settings } = importing;
  const source = `record ${settings.source}`;
  if (await pool.db.has(known, { patientId, source, key: one.id })) return 'unchanged';
  const threadId = await threadNamed(pool.db, patientId, source, one);
  if (threadId === null) return { reason: 'nothing says which message of the patient it answers' };
  const sent: SentFile[] = one.files.map(({ title, data }) => ({
    fileName: title ?? '',
    bytes: Buffer.from(data, 'base64'),
  }));
  const attachments = await answerFiles(sent, settings.scanner ?? (() => Promise.resolve('unknown')));
  if (typeof attachments === 'string') return { reason: fileReasons[attachments] };
  const made = await pool.tx((tx) =>
    addAnswer(tx, {
      threadId,
      from: nameParts(one.sender),
      content: one.content,
      language: one.language,
      key: one.id,
      source,
      attachments,
      sentAt: one.sentAt === null ? null : new Date(Math.min(Date.parse(one.sentAt), Date.now())),
      actor: settings.actor,
    }),
  );
  return made?.isNew === true ? 'add' : 'unchanged';
}

/** Adds providers' messages to the patients' threads, each in a transaction of its own, in the order in which they were sent. */
export async function saveCommunications(all: readonly Communication[], importing: Importing): Promise<void> {
  const { counts, patients } = importing;
  const patientOf = await patients.of(all.map(({ subject }) => subject));
  const { matching } = importing.settings;
  for (const one of all.toSorted((a, b) => (a.sentAt ?? '').localeCompare(b.sentAt ?? ''))) {
    const patientId = patientOf(one.subject);
    if (patientId === null) {
      patients.leaveOut(one.subject);
      counts.leaveOut('Communication', 'its patient is nobody here: see record unmatched');
      continue;
    }
    if (matching.kind === 'named' && matching.patientId !== patientId) {
      counts.leaveOut('Communication', 'it is about another patient');
      continue;
    }
    const outcome = await takeOne(one, patientId, importing);
    if (typeof outcome === 'string') counts.add('Communication', outcome);
    else counts.leaveOut('Communication', outcome.reason);
  }
}
