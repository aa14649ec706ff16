import { HealthEntry, HealthListKey, PatientId, treatmentGroupKeys, TreatmentItemId } from '@portal/api';
import * as v from 'valibot';
import { instantOf } from '../db/instantOf.ts';
import { type Db, statement } from '../db/pool.ts';
import { isHeldBack } from './held.ts';
import type { Content } from './map/mapped.ts';
import { rowsJson } from '../db/rowsJson.ts';
import type { ResourceRow } from './rows.ts';

export const TreatmentFields = v.record(v.string(), v.union([v.string(), v.number(), v.array(v.string()), v.null()]));
/** An item of the treatment summary as it is stored. */
export const treatmentItemEntries = {
  id: TreatmentItemId,
  groupKey: v.picklist(treatmentGroupKeys),
  kind: v.picklist(['own', 'adds', 'latest']),
  fields: TreatmentFields,
  nullMessage: v.nullable(v.string()),
  itemAt: v.nullable(v.string()),
  aboutId: v.nullable(v.number()),
};

/** What was shown of a resource before it changed, as far as lists show it. */
export const ShownBefore = v.object({
  contentHash: v.string(),
  /** `Observation/123`, and the same of what belonged to it. */
  key: v.string(),
  members: v.array(v.string()),
  kind: v.picklist(['result', 'note', 'document', 'entries']),
  name: v.nullable(v.string()),
  labResultId: v.nullable(v.number()),
  effective: v.nullable(v.string()),
  effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  institution: v.nullable(v.string()),
  values: v.array(
    v.object({
      name: v.string(),
      kind: v.string(),
      comparator: v.nullable(v.string()),
      value: v.nullable(v.string()),
      unit: v.nullable(v.string()),
    }),
  ),
  entries: v.array(v.object({ listKey: HealthListKey, entry: HealthEntry })),
  /** For the treatment summary; left out in rows from before these were stored. */
  items: v.optional(v.array(v.object(treatmentItemEntries))),
});
export type ShownBefore = v.InferOutput<typeof ShownBefore>;

// In the order of the keys, so that no two transactions wait for each other; 64 keys, however many patients an import has.
const lockOrder = statement(
  'record.lockChanges',
  `select pg_advisory_xact_lock(hashtext('vestibule record changes'), k.key)
   from (select distinct (patient_id % 64)::int as key from unnest($patientIds::bigint[]) p(patient_id) order by 1) k`,
);

/**
 * Until the transaction ends, no other one draws numbers for changes of these patients: whoever has looked at a number has looked at all
 * that come before it.
 */
export async function lockChangeOrder(tx: Db, patientIds: readonly PatientId[]): Promise<void> {
  await tx.run(lockOrder, { patientIds });
}

/** SQL: the diagnosis that a resource `r` is about. */
export const aboutId =
  `(select t.id from record_links l join record_resources t on t.source = r.source and t.type = l.target_type and t.resource_id = l.target_id
      where l.resource_id = r.id and l.relation = 'about' and t.patient_id = r.patient_id order by l.position limit 1)` as const;

const shown = statement(
  'record.shownBefore',
  `select r.id, r.patient_id as "patientId", r.version_id as "versionId", r.last_updated as "lastUpdated",
     case when (r.is_hidden and r.status is distinct from 'cancelled') or coalesce(p.resource_id, o.resource_id, n.resource_id, d.resource_id,
         (select min(e.resource_id) from health_entries e where e.resource_id = r.id),
         (select min(i.resource_id) from treatment_summary_items i where i.resource_id = r.id)) is null then null
       else jsonb_build_object('contentHash', r.content_hash, 'key', r.type || '/' || r.resource_id,
         'members', coalesce((select jsonb_agg(l.target_type || '/' || l.target_id order by l.position) from record_links l
           where l.resource_id = r.id and l.relation = 'member'), '[]'),
         'kind', case when p.resource_id is not null or o.lab_result_id is not null or o.category = 'laboratory' then 'result'
           when n.resource_id is not null then 'note' when d.resource_id is not null then 'document' else 'entries' end,
         'name', coalesce(p.name, o.name, n.document_type, d.title), 'labResultId', coalesce(p.lab_result_id, o.lab_result_id),
         'effective', coalesce(p.effective, o.effective, n.service_date, d.document_date),
         'effectivePrecision', coalesce(p.effective_precision, o.effective_precision, n.service_precision, d.document_precision),
         'institution', coalesce(p.lab_name, o.lab_name, n.institution, d.custodian),
         'values', coalesce((select jsonb_agg(jsonb_build_object('name', v.name, 'kind', v.kind, 'comparator', v.comparator, 'value', v.value, 'unit', v.unit)
           order by v.position) from observation_values v where v.resource_id = r.id), '[]'),
         'entries', coalesce((select jsonb_agg(jsonb_build_object('listKey', e.list_key, 'entry', e.entry) order by e.position)
           from health_entries e where e.resource_id = r.id and e.kind = 'entry'), '[]'),
         'items', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'groupKey', i.group_key, 'kind', i.kind, 'fields', i.fields,
             'nullMessage', i.null_message, 'itemAt', ${instantOf('i.item_at')}, 'aboutId', ${aboutId}) order by i.position)
           from treatment_summary_items i where i.resource_id = r.id), '[]'))
     end as "shownBefore"
   from record_resources r left join lab_reports p on p.resource_id = r.id left join observations o on o.resource_id = r.id
     left join clinical_notes n on n.resource_id = r.id left join health_documents d on d.resource_id = r.id
   where r.id = any($resourceIds::bigint[])`,
  v.object({
    id: v.number(),
    patientId: PatientId,
    versionId: v.nullable(v.string()),
    lastUpdated: v.nullable(v.string()),
    shownBefore: v.nullable(ShownBefore),
  }),
);
/** What is held back, or in one result or group with something that is: all of that was not shown. */
const notShown = statement(
  'record.notShown',
  `with held_now as (
     select r.id, r.source, r.type, r.resource_id, coalesce(p.lab_result_id, o.lab_result_id) as lab_result_id
     from record_resources r left join lab_reports p on p.resource_id = r.id left join observations o on o.resource_id = r.id
     where r.patient_id = $patientId and (p.resource_id is not null or o.resource_id is not null) and ${isHeldBack})
   select r.id from record_resources r left join lab_reports p on p.resource_id = r.id left join observations o on o.resource_id = r.id
   where r.id = any($resourceIds::bigint[]) and r.patient_id = $patientId and exists (
     select from held_now h where h.id = r.id or h.lab_result_id = coalesce(p.lab_result_id, o.lab_result_id) or h.source = r.source and exists (
       select from record_links l where l.relation = 'member' and (
         l.resource_id = r.id and l.target_type = h.type and l.target_id = h.resource_id
         or l.target_type = r.type and l.target_id = r.resource_id and (l.resource_id = h.id or exists (
           select from record_links with_held where with_held.resource_id = l.resource_id and with_held.relation = 'member'
             and with_held.target_type = h.type and with_held.target_id = h.resource_id)))))`,
  v.object({ id: v.number() }),
);
const withHolds = statement(
  'record.withHolds',
  `select p.id as "patientId" from patients p join facilities f on f.id = p.home_facility_id
   where p.id = any($patientIds::bigint[]) and f.result_holds <> '[]'`,
  v.object({ patientId: PatientId }),
);
const add = statement(
  'record.addChanges',
  `insert into record_changes (resource_id, patient_id, told_order, changed_at, shown_before)
   select n.resource_id, n.patient_id, case when n.may_be_held then null else nextval('record_change_order') end, date_trunc('milliseconds', clock_timestamp()),
     nullif(n.shown_before, 'null')
   from jsonb_to_recordset($rows::jsonb) n(resource_id bigint, patient_id bigint, may_be_held boolean, shown_before jsonb) order by n.resource_id`,
);

const isResult = ({ report, observation }: Content): boolean =>
  report !== undefined ||
  (observation !== undefined && (observation.resultKey !== null || observation.category === 'laboratory'));
const isListed = (content: Content): boolean =>
  isResult(content) ||
  content.note !== undefined ||
  content.healthDocument !== undefined ||
  (content.items ?? []).length > 0 ||
  (content.entries ?? []).some(({ kind }) => kind === 'entry');

interface Written {
  readonly resourceId: number;
  readonly row: ResourceRow;
}
type Stored = v.InferOutput<typeof shown.row>;

/** Notes changes for lists and readers. */
export interface ChangeLog {
  /** After the new rows are written: stores what came in and what became of what was there. */
  readonly write: (fresh: readonly Written[], changed: readonly Written[]) => Promise<void>;
}

/** False where only our reading of the same version became another one. Without versions all that differs is the source's. */
const isOfSource = ({ versionId, lastUpdated }: Stored, { version, isHidden }: ResourceRow): boolean =>
  isHidden ||
  versionId !== version.versionId ||
  lastUpdated !== version.lastUpdated ||
  (version.versionId === null && version.lastUpdated === null);

/** Reads what is shown of resources. Call it before their stored rows are removed. */
export async function beginChanges(tx: Db, changedIds: readonly number[]): Promise<ChangeLog> {
  const stored = changedIds.length === 0 ? [] : await tx.many(shown, { resourceIds: changedIds });
  const before = new Map(stored.map((one) => [one.id, one]));
  const patientsWithHolds = async (patientIds: readonly PatientId[]) =>
    new Set((await tx.many(withHolds, { patientIds: [...new Set(patientIds)] })).map(({ patientId }) => patientId));
  const results = stored.filter(({ shownBefore }) => shownBefore?.kind === 'result');
  const unseen = new Set<number>();
  for (const patientId of results.length === 0 ? [] : await patientsWithHolds(results.map((one) => one.patientId))) {
    const resourceIds = results.flatMap((one) => (one.patientId === patientId ? [one.id] : []));
    for (const { id } of await tx.many(notShown, { patientId, resourceIds, now: new Date() })) unseen.add(id);
  }
  return {
    async write(fresh, changed) {
      const rows: { resourceId: number; patientId: PatientId; isResult: boolean; shownBefore: ShownBefore | null }[] =
        [];
      const isShown = ({ isHidden, status, content }: ResourceRow) =>
        (!isHidden || status === 'cancelled') && isListed(content);
      for (const { resourceId, row } of fresh)
        if (isShown(row))
          rows.push({ resourceId, patientId: row.patientId, isResult: isResult(row.content), shownBefore: null });
      for (const { resourceId, row } of changed) {
        const was = before.get(resourceId);
        const shownBefore = unseen.has(resourceId) ? null : (was?.shownBefore ?? null);
        if (was !== undefined && was.patientId !== row.patientId) {
          if (shownBefore !== null) rows.push({ resourceId, patientId: was.patientId, isResult: false, shownBefore });
          if (isShown(row))
            rows.push({ resourceId, patientId: row.patientId, isResult: isResult(row.content), shownBefore: null });
        } else if ((shownBefore !== null || isShown(row)) && (was === undefined || isOfSource(was, row)))
          rows.push({
            resourceId,
            patientId: row.patientId,
            isResult: isShown(row) && isResult(row.content),
            shownBefore,
          });
      }
      if (rows.length === 0) return;
      const holding = rows.some((row) => row.isResult)
        ? await patientsWithHolds(rows.map((row) => row.patientId))
        : null;
      await lockChangeOrder(
        tx,
        rows.map(({ patientId }) => patientId),
      );
      await tx.run(add, {
        rows: rowsJson(
          rows.map(({ isResult: mayBeHeld, ...row }) => ({
            ...row,
            mayBeHeld: mayBeHeld && holding !== null && holding.has(row.patientId),
          })),
        ),
      });
    },
  };
}
