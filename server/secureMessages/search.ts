import { type AnswerOf, MessageHit, type PatientId, type searchMessages, type UserId } from '@portal/api';
import * as v from 'valibot';
import { instantOf } from '../db/instantOf.ts';
import { type Db, statement } from '../db/pool.ts';
import { excerptOf } from './excerpt.ts';
import { senderOf } from './sql.ts';

const mostHits = 50;

const { excerpt: _, marks: __, ...entries } = MessageHit.entries;
const Hit = v.object({ ...entries, content: v.string() });
/** Messages with the words, and the newest message of each thread that has them only in its subject. */
const find = statement(
  'messages.search',
  `with wanted as (
     select '%' || replace(replace(replace(folded($text), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' as words where folded($text) <> ''),
   inside as (
     select m.id, m.thread_id, m.sent_at from wanted, secure_messages m where m.patient_id = $patientId and m.content_folded like wanted.words),
   titled as (
     select newest.id, t.id as thread_id, newest.sent_at
     from wanted, secure_threads t, lateral (
       select m.id, m.sent_at from secure_messages m where m.thread_id = t.id order by m.sent_at desc, m.id desc limit 1) newest
     where t.patient_id = $patientId and t.subject_folded like wanted.words and not exists (select from inside where inside.thread_id = t.id)),
   hits as materialized (
     select found.id, found.sent_at, own.archived_at is not null as is_archived
     from (select * from inside union all select * from titled) found
       join secure_thread_members own on own.thread_id = found.thread_id and own.is_patient),
   newest as (select * from hits order by hits.sent_at desc, hits.id desc limit $mostHits)
   select (select count(*) from hits) as total, (select count(*) from hits where hits.is_archived) as archived,
     (select coalesce(json_agg(one order by one."messageDate" desc, one."messageId" desc), '[]') from (
       select m.thread_id as "threadId", m.id as "messageId", t.subject as "subjectText", newest.is_archived as "isArchived", ${senderOf} as "senderDisplayName",
         coalesce(m.author_user_id = $readerId, false) as "isWrittenByReader", ${instantOf('m.sent_at')} as "messageDate", m.content
       from newest join secure_messages m on m.id = newest.id join secure_threads t on t.id = m.thread_id left join care_providers c on c.id = t.care_provider_id
     ) one) as hits`,
  v.object({ total: v.number(), archived: v.number(), hits: v.array(Hit) }),
);

/** Searches a patient's messages and subjects for the text, newest first. */
export async function searchIn(
  db: Db,
  patientId: PatientId,
  readerId: UserId,
  text: string,
): Promise<AnswerOf<typeof searchMessages>> {
  const { hits, ...counts } = await db.one(find, { patientId, readerId, text, mostHits });
  return { ...counts, hits: hits.map(({ content, ...hit }) => ({ ...hit, ...excerptOf(content, text) })) };
}
