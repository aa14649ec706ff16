import { MessageThread, type PatientId, type SecureThreadId, type UserId } from '@portal/api';
import * as v from 'valibot';
import { instantOf } from '../db/instantOf.ts';
import { type Db, statement } from '../db/pool.ts';
import { progressJoins, progressOf } from './requests.ts';
import { answererOf, attachmentOf, datePartsOf, senderOf } from './sql.ts';

const memberOf = <const Alias extends string, const Reviewed extends string>(alias: Alias, reviewed: Reviewed) =>
  `'isArchived', ${alias}.archived_at is not null, 'areMessagesReviewed', ${reviewed},
       'visibleNumberOfMessages', t.message_count, 'statusData', json_build_object('reviewedOnDate', ${instantOf(`${alias}.reviewed_at` as const)})` as const;

const Json = v.object({ json: v.string() });
/** The JSON of the answer, newest first. It does not read all messages: unread ones and those with files have their own indexes. */
const list = statement(
  'messages.threads',
  `with waiting as (
     select w.thread_id, count(*) filter (where not w.is_from_patient) as unread, count(*) filter (where w.is_from_patient) as unopened
     from secure_messages w where w.patient_id = $patientId and w.read_at is null group by w.thread_id),
   filed as (
     select w.thread_id, count(*) as files from message_attachments a join secure_messages w on w.id = a.message_id where a.patient_id = $patientId group by w.thread_id)
   select coalesce(json_agg(one), '[]')::text as json from (
     select t.id as "threadId", t.subject as "subjectText", ${instantOf('t.last_message_at')} as "lastMessageAt", ${datePartsOf('t.last_message_at')} as "lastMessageDate",
       coalesce(last.sender, '') as "lastSender", last.shown as "lastMessage", t.reply_allowed as "replyAllowed", t.patient_id as "referencedPatientId", p.date_of_birth as "referencedPatientDateOfBirth",
       json_build_array(
         json_build_object('threadMemberId', own.id, 'patientId', t.patient_id, 'firstName', p.first_name, 'lastName', p.last_name,
           ${memberOf('own', 'coalesce(waiting.unread, 0) = 0')}),
         json_build_object('threadMemberId', other.id, 'patientId', null, 'firstName', t.provider_first_name, 'lastName', t.provider_last_name,
           ${memberOf('other', 'coalesce(waiting.unopened, 0) = 0')})) as members,
       coalesce(waiting.unread, 0) as "unreadCount", coalesce(filed.files, 0) as "attachmentCount",
       case when c.id is not null then ${answererOf('coalesce(team.takes_messages and team.external_system_id is not null, false)')} end as "answeredBy",
       ${progressOf} as request
     from secure_threads t
       join patients p on p.id = t.patient_id
       join facilities f on f.id = t.facility_id
       join secure_thread_members own on own.thread_id = t.id and own.is_patient
       join secure_thread_members other on other.thread_id = t.id and not other.is_patient
       left join care_providers c on c.id = t.care_provider_id
       left join care_team_members team on team.patient_id = t.patient_id and team.care_provider_id = t.care_provider_id
       ${progressJoins}
       left join waiting on waiting.thread_id = t.id
       left join filed on filed.thread_id = t.id
       left join lateral (
         select ${senderOf} as sender, json_build_object('beginning', left(btrim(regexp_replace(left(m.content, 400), '\\s+', ' ', 'g')), 160), 'language', m.language,
           'isWrittenByReader', coalesce(m.author_user_id = $readerId, false)) as shown
         from secure_messages m where m.thread_id = t.id order by m.sent_at desc, m.id desc limit 1) last on true
     where t.patient_id = $patientId and ($threadId::bigint is null or t.id = $threadId) and ($includesArchived::boolean or own.archived_at is null)
     order by t.last_message_at desc, t.id desc
   ) one`,
  Json,
);
const messages = statement(
  'messages.ofThread',
  `select (select coalesce(json_agg(one), '[]')::text from (
     select m.id as "messageId", ${instantOf('m.sent_at')} as "messageDate", ${datePartsOf('m.sent_at')} as "displayDate", m.is_from_patient as "isFromPatientSide",
       m.author_first_name as "authorFirstName", m.author_last_name as "authorLastName", m.proxy_first_name as "proxyAuthorFirstName",
       m.proxy_last_name as "proxyAuthorLastName", ${senderOf} as "senderDisplayName", m.content, m.language,
       (select coalesce(json_agg(${attachmentOf} order by a.position, a.id), '[]') from message_attachments a where a.message_id = m.id) as attachments,
       case when m.is_from_patient then ${instantOf('m.read_at')} end as "readAt", ${instantOf('m.office_told_at')} as "officeToldAt",
       m.office_told_after_days as "officeToldAfterDays", m.receipt_number as "receiptNumber"
     from secure_messages m where m.thread_id = t.id order by m.sent_at, m.id) one) as json
   from secure_threads t join facilities f on f.id = t.facility_id left join care_providers c on c.id = t.care_provider_id
   where t.id = $threadId and t.patient_id = $patientId`,
  Json,
);
const unread = statement(
  'messages.countUnread',
  'select count(*) from secure_messages m where m.patient_id = $patientId and m.read_at is null and not m.is_from_patient',
  v.object({ count: v.number() }),
);

export interface ThreadKey {
  readonly patientId: PatientId;
  readonly threadId: SecureThreadId;
}

/** A patient's threads as JSON for one reader, newest first; archived ones too if requested. */
export const readThreads = async (
  db: Db,
  patientId: PatientId,
  readerId: UserId,
  includesArchived: boolean,
): Promise<string> => (await db.one(list, { patientId, readerId, threadId: null, includesArchived })).json;

/** One thread for one reader; null if the patient has none with this id. */
export async function readThread(
  db: Db,
  { patientId, threadId }: ThreadKey,
  readerId: UserId,
): Promise<MessageThread | null> {
  const { json } = await db.one(list, { patientId, readerId, threadId, includesArchived: true });
  return v.parse(v.array(MessageThread), JSON.parse(json))[0] ?? null;
}

/** The messages of a thread as JSON, oldest first; null if the patient has none with this id. */
export const readMessages = async (db: Db, key: ThreadKey): Promise<string | null> =>
  (await db.maybe(messages, key))?.json ?? null;

/** How many messages the patient has not read, in the inbox and the archive together. */
export const countUnread = async (db: Db, patientId: PatientId): Promise<number> =>
  (await db.one(unread, { patientId })).count;
