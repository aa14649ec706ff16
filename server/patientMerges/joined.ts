import { type Db, statement } from '../db/pool.ts';

// Rows that belong to others go with them in one statement: the foreign keys that hold a row to its patient are checked at its end.

const note = <const Table extends string>(table: Table) =>
  `insert into patient_merge_rows (merge_id, table_name, row_key) select merge_id, '${table}', row_key from ${table}_moved` as const;

/** What else has a patient and goes with its resource. */
const ofResources = [
  'clinical_notes',
  'treatment_summary_items',
  'registration_details',
  'health_documents',
  'health_entries',
  'record_news',
  'record_changes',
] as const;
/** Observations and reports are in one result, if both records have parts of it. */
const ofResults = ['observations', 'lab_reports'] as const;

const follow = (from: string, to: string) =>
  [
    ...ofResources.map(
      (table) =>
        `${table}_moved as (update ${table} t set patient_id = m.${to} from patient_merges m, resources_moved r where m.id = r.merge_id and t.resource_id = r.id and t.patient_id = m.${from})`,
    ),
    ...ofResults.map(
      (table) =>
        `${table}_moved as (update ${table} t set patient_id = m.${to}, lab_result_id = coalesce((select k.kept_id from results_kept k where k.lab_result_id = t.lab_result_id), t.lab_result_id)
         from patient_merges m, resources_moved r where m.id = r.merge_id and t.resource_id = r.id and t.patient_id = m.${from})`,
    ),
  ].join(',\n     ');

/** Each result of the one, with that of the other that is the same. */
const sameResults = (from: string, to: string) =>
  `select given.id as lab_result_id, (select kept.id from lab_results kept where kept.patient_id = m.${to} and kept.source = given.source and kept.result_key = given.result_key) as kept_id
       from patient_merges m join lab_results given on given.patient_id = m.${from}`;

const moveRecord = statement(
  'merges.moveRecord',
  `with resources_moved as (
       update record_resources t set patient_id = m.into_patient_id from patient_merges m where m.id = $mergeId and t.patient_id = m.from_patient_id
       returning m.id as merge_id, t.id),
     results_kept as (
       ${sameResults('from_patient_id', 'into_patient_id')} where m.id = $mergeId),
     ${follow('from_patient_id', 'into_patient_id')},
     lab_results_moved as (
       update lab_results t set patient_id = m.into_patient_id from patient_merges m
       where m.id = $mergeId and t.patient_id = m.from_patient_id and not exists (select from results_kept k where k.lab_result_id = t.id and k.kept_id is not null)
       returning m.id as merge_id, jsonb_build_object('id', t.id) as row_key),
     results_noted as (${note('lab_results')})
   insert into patient_merge_rows (merge_id, table_name, row_key) select merge_id, 'record_resources', jsonb_build_object('id', id) from resources_moved` as const,
);

/** Of a result that has parts of both records now, and of one that was made since, the record that gets its parts back needs its own. */
const splitResults = statement(
  'merges.splitResults',
  `insert into lab_results (patient_id, source, result_key, released_at)
   select distinct m.from_patient_id, l.source, l.result_key, l.released_at
   from patient_merges m join patient_merge_rows r on r.merge_id = m.id and r.table_name = 'record_resources'
     join lateral (
       select o.lab_result_id from observations o where o.resource_id = (r.row_key ->> 'id')::bigint
       union select p.lab_result_id from lab_reports p where p.resource_id = (r.row_key ->> 'id')::bigint) part on true
     join lab_results l on l.id = part.lab_result_id and l.patient_id = m.into_patient_id
   where m.id = $mergeId and not (
       exists (select from patient_merge_rows whole where whole.merge_id = m.id and whole.table_name = 'lab_results' and whole.row_key = jsonb_build_object('id', l.id))
       and not exists (
         select from (select o.resource_id from observations o where o.lab_result_id = l.id union all select p.resource_id from lab_reports p where p.lab_result_id = l.id) other
         where not exists (select from patient_merge_rows own where own.merge_id = m.id and own.table_name = 'record_resources'
           and own.row_key = jsonb_build_object('id', other.resource_id))))
   on conflict do nothing` as const,
);
const moveRecordBack = statement(
  'merges.moveRecordBack',
  `with resources_moved as (
       update record_resources t set patient_id = m.from_patient_id from patient_merges m, patient_merge_rows r
       where m.id = $mergeId and r.merge_id = m.id and r.table_name = 'record_resources' and t.id = (r.row_key ->> 'id')::bigint and t.patient_id = m.into_patient_id
       returning m.id as merge_id, t.id),
     results_kept as (
       ${sameResults('into_patient_id', 'from_patient_id')} where m.id = $mergeId),
     ${follow('into_patient_id', 'from_patient_id')}
   update lab_results t set patient_id = m.from_patient_id from patient_merges m, patient_merge_rows r
   where m.id = $mergeId and r.merge_id = m.id and r.table_name = 'lab_results' and t.id = (r.row_key ->> 'id')::bigint
     and t.patient_id = m.into_patient_id and not exists (select from results_kept k where k.lab_result_id = t.id and k.kept_id is not null)` as const,
);

/** SQL: the account of whom a draft was of, after a merge that leaves the older account without a record. */
const moveDrafts = (from: string, to: string) =>
  `user_id = case when t.user_id = given.user_id then kept.user_id else t.user_id end
   from patient_merges m join patients given on given.id = m.${from} join patients kept on kept.id = m.${to}` as const;

const moveMessages = statement(
  'merges.moveMessages',
  `with secure_threads_moved as (
       update secure_threads t set patient_id = m.into_patient_id from patient_merges m where m.id = $mergeId and t.patient_id = m.from_patient_id
       returning m.id as merge_id, jsonb_build_object('id', t.id) as row_key),
     messages as (
       update secure_messages t set patient_id = m.into_patient_id from patient_merges m where m.id = $mergeId and t.patient_id = m.from_patient_id),
     requests as (
       update secure_requests t set patient_id = m.into_patient_id from patient_merges m where m.id = $mergeId and t.patient_id = m.from_patient_id),
     attachments as (
       update message_attachments t set patient_id = m.into_patient_id, ${moveDrafts('from_patient_id', 'into_patient_id')}
       where m.id = $mergeId and t.patient_id = m.from_patient_id),
     secure_message_drafts_moved as (
       update secure_message_drafts t set patient_id = m.into_patient_id, ${moveDrafts('from_patient_id', 'into_patient_id')}
       where m.id = $mergeId and t.patient_id = m.from_patient_id
       returning m.id as merge_id, jsonb_build_object('draft_id', t.draft_id) as row_key),
     drafts_noted as (${note('secure_message_drafts')})
   ${note('secure_threads')}` as const,
);
/** With what was written in their threads since. */
const moveMessagesBack = statement(
  'merges.moveMessagesBack',
  `with threads as (
       update secure_threads t set patient_id = m.from_patient_id from patient_merges m, patient_merge_rows r
       where m.id = $mergeId and r.merge_id = m.id and r.table_name = 'secure_threads' and t.id = (r.row_key ->> 'id')::bigint and t.patient_id = m.into_patient_id
       returning m.id as merge_id, t.id),
     drafts as (
       select d.user_id, d.draft_id from patient_merges m join patient_merge_rows r on r.merge_id = m.id and r.table_name = 'secure_message_drafts'
         join secure_message_drafts d on d.patient_id = m.into_patient_id and d.draft_id = r.row_key ->> 'draft_id' where m.id = $mergeId
       union select d.user_id, d.draft_id from secure_message_drafts d join threads on threads.id = d.thread_id),
     messages as (
       update secure_messages t set patient_id = m.from_patient_id from patient_merges m, threads where m.id = threads.merge_id and t.thread_id = threads.id
       returning t.id),
     requests as (
       update secure_requests t set patient_id = m.from_patient_id from patient_merges m, threads where m.id = threads.merge_id and t.thread_id = threads.id),
     attachments as (
       update message_attachments t set patient_id = m.from_patient_id, ${moveDrafts('into_patient_id', 'from_patient_id')}
       where m.id = $mergeId and t.patient_id = m.into_patient_id
         and (exists (select from drafts d where d.user_id = t.user_id and d.draft_id = t.draft_id)
           or exists (select from secure_messages of_thread join threads on threads.id = of_thread.thread_id where of_thread.id = t.message_id)))
   update secure_message_drafts t set patient_id = m.from_patient_id, ${moveDrafts('into_patient_id', 'from_patient_id')}
   where m.id = $mergeId and t.patient_id = m.into_patient_id and exists (select from drafts d where d.user_id = t.user_id and d.draft_id = t.draft_id)` as const,
);

/** Where both have a link of one person, that of the record that stays says what they may do. Nobody acts for themselves. */
const moveLinks = statement(
  'merges.moveLinks',
  `with representative_links_moved as (
       update representative_links t set patient_id = m.into_patient_id from patient_merges m, patients kept
       where m.id = $mergeId and t.patient_id = m.from_patient_id and kept.id = m.into_patient_id and t.user_id <> kept.user_id
         and not exists (select from representative_links same where same.patient_id = m.into_patient_id and same.user_id = t.user_id)
       returning m.id as merge_id, t.user_id, jsonb_build_object('user_id', t.user_id) as row_key),
     rights as (
       update representative_rights t set patient_id = m.into_patient_id from patient_merges m, representative_links_moved l
       where m.id = l.merge_id and t.patient_id = m.from_patient_id and t.user_id = l.user_id)
   ${note('representative_links')}` as const,
);
const moveLinksBack = statement(
  'merges.moveLinksBack',
  `with links as (
       update representative_links t set patient_id = m.from_patient_id from patient_merges m, patient_merge_rows r
       where m.id = $mergeId and r.merge_id = m.id and r.table_name = 'representative_links' and t.patient_id = m.into_patient_id
         and r.row_key = jsonb_build_object('user_id', t.user_id)
       returning m.id as merge_id, t.user_id)
   update representative_rights t set patient_id = m.from_patient_id from patient_merges m, links l
   where m.id = l.merge_id and t.patient_id = m.into_patient_id and t.user_id = l.user_id` as const,
);

/** Moves the rows that are held to others: the record, messages, and who acts for the patient. */
export async function moveJoinedRows(tx: Db, mergeId: number): Promise<void> {
  for (const one of [moveLinks, moveRecord, moveMessages]) await tx.run(one, { mergeId });
}

/** Puts them back, with what was changed of them since. */
export async function moveJoinedRowsBack(tx: Db, mergeId: number): Promise<void> {
  for (const one of [moveLinksBack, splitResults, moveRecordBack, moveMessagesBack]) await tx.run(one, { mergeId });
}
