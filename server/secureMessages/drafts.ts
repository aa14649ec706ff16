import {
  type BodyOf,
  MessageDraft,
  type MessageDraftId,
  type PatientId,
  type UserId,
  type saveMessageDraft,
} from '@portal/api';
import * as v from 'valibot';
import { refusal } from '../http/handler.ts';
import { instantOf } from '../db/instantOf.ts';
import { type Db, statement } from '../db/pool.ts';
import { attachmentOf } from './sql.ts';

const list = statement(
  'messageDrafts.list',
  `select coalesce(json_agg(one), '[]')::text as json from (
     select d.draft_id as "draftId", d.thread_id as "threadId", d.care_provider_id as "careProviderId", d.subject, d.content, d.request, ${instantOf('d.saved_at')} as "savedAt",
       (select coalesce(json_agg(${attachmentOf} order by a.id), '[]') from message_attachments a
        where a.user_id = d.user_id and a.draft_id = d.draft_id and a.message_id is null) as attachments
     from secure_message_drafts d
     where d.user_id = $userId and d.patient_id = $patientId and d.ended_at is null and ($draftId::text is null or d.draft_id = $draftId)
     order by d.saved_at desc, d.draft_id) one`,
  v.object({ json: v.string() }),
);
/** If the provider has left the care team, the draft is saved without a recipient; the text stays. */
const save = statement(
  'messageDrafts.save',
  `insert into secure_message_drafts as d (user_id, draft_id, patient_id, thread_id, care_provider_id, subject, content, request, saved_at)
   select $userId, $draftId, $patientId, $threadId,
     (select t.care_provider_id from care_team_members t where t.patient_id = $patientId and t.care_provider_id = $careProviderId), $subject, $content, $request::jsonb, $savedAt
   on conflict (user_id, draft_id) do update set thread_id = excluded.thread_id, care_provider_id = excluded.care_provider_id, subject = excluded.subject,
     content = excluded.content, request = excluded.request, saved_at = excluded.saved_at
     where d.patient_id = excluded.patient_id and d.ended_at is null and d.saved_at <= excluded.saved_at
   returning d.xmax = 0 as "isNew"`,
  v.object({ isNew: v.boolean() }),
);
/** How many unsent drafts one person may have. */
const mostDrafts = 100;
const living = statement(
  'messageDrafts.living',
  'select count(*)::int as count from secure_message_drafts d where d.user_id = $userId and d.ended_at is null',
  v.object({ count: v.number() }),
);
const standing = statement(
  'messageDrafts.standing',
  `select d.ended_at is not null as "isEnded" from secure_message_drafts d where d.user_id = $userId and d.draft_id = $draftId and d.patient_id = $patientId`,
  v.object({ isEnded: v.boolean() }),
);
const ofPatient = statement(
  'messageDrafts.threadOfPatient',
  'select 1 as one from secure_threads t where t.id = $threadId and t.patient_id = $patientId',
);
const discard = statement(
  'messageDrafts.discard',
  `insert into secure_message_drafts as d (user_id, draft_id, patient_id, saved_at, ended_at, ended_as) values ($userId, $draftId, $patientId, now(), now(), 'discarded')
   on conflict (user_id, draft_id) do update set ended_at = now(), ended_as = 'discarded', subject = '', content = ''
     where d.patient_id = excluded.patient_id and d.ended_at is null`,
);
const dropFiles = statement(
  'messageDrafts.dropFiles',
  'delete from message_attachments where user_id = $userId and draft_id = $draftId and patient_id = $patientId and message_id is null',
);

export interface DraftKey {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly draftId: MessageDraftId;
}

/** The drafts that somebody has for a patient, as JSON, the latest first. */
export const readDrafts = async (db: Db, userId: UserId, patientId: PatientId): Promise<string> =>
  (await db.one(list, { userId, patientId, draftId: null })).json;

/** `superseded` comes with the newer draft; `gone`: the id or the thread is not one that they may write to. */
export type SavedDraft =
  | { readonly kind: 'saved' | 'ended' | 'gone' }
  | { readonly kind: 'superseded'; readonly draft: MessageDraft | null };

/** Stores the draft unless the stored one is newer. A draft that was sent or discarded never comes back. Call it in a transaction. */
export async function saveDraft(
  tx: Db,
  key: DraftKey,
  { threadId, careProviderId, subject, content, request = null, savedAt }: BodyOf<typeof saveMessageDraft>,
): Promise<SavedDraft> {
  const { patientId } = key;
  if (threadId !== null && !(await tx.has(ofPatient, { threadId, patientId }))) return { kind: 'gone' };
  const saved = await tx.maybe(save, {
    ...key,
    threadId,
    careProviderId,
    subject,
    content,
    request: request === null ? null : JSON.stringify(request),
    savedAt,
  });
  if (saved !== null) {
    // The device still keeps what was typed.
    if (saved.isNew && (await tx.one(living, { userId: key.userId })).count > mostDrafts)
      throw refusal('too_many_requests');
    return { kind: 'saved' };
  }
  const found = await tx.maybe(standing, { ...key });
  if (found === null) return { kind: 'gone' };
  if (found.isEnded) return { kind: 'ended' };
  const [draft = null] = v.parse(v.array(MessageDraft), JSON.parse((await tx.one(list, { ...key })).json));
  return { kind: 'superseded', draft };
}

/** Discards a draft and its files. A draft that was sent, or does not exist, is unaffected. */
export async function discardDraft(tx: Db, key: DraftKey): Promise<void> {
  await tx.run(discard, { ...key });
  await tx.run(dropFiles, { ...key });
}
