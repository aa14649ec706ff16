import { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { saveCareTeams } from './careTeams.ts';
import { beginChanges } from './changes.ts';
import { firstGivenReader } from './firstGiven.ts';
import type { Content, Version } from './map/mapped.ts';
import { saveDocuments } from './documents/save.ts';
import { pdfPages } from '../files/pdfPages.ts';
import { rowsJson } from '../db/rowsJson.ts';
import { insertRows, type ResourceRow } from './rows.ts';
import { addEntries } from './saveEntries.ts';

export const lockSource = statement('record.lock', 'select pg_advisory_xact_lock(hashtextextended($source, 22))');
export const Stored = v.object({
  id: v.number(),
  type: v.string(),
  resourceId: v.string(),
  patientId: PatientId,
  versionId: v.nullable(v.string()),
  lastUpdated: v.nullable(v.string()),
  status: v.nullable(v.string()),
  contentHash: v.string(),
});
export type Stored = v.InferOutput<typeof Stored>;
export const storedOf = statement(
  'record.stored',
  `select r.id, r.type, r.resource_id as "resourceId", r.patient_id as "patientId", r.version_id as "versionId", r.last_updated as "lastUpdated", r.status,
     r.content_hash as "contentHash"
   from jsonb_to_recordset($keys::jsonb) as k(type text, resource_id text)
   join record_resources r on r.source = $source and r.type = k.type and r.resource_id = k.resource_id`,
  Stored,
);
const addResources = statement(
  'record.add',
  `insert into record_resources (source, type, resource_id, patient_id, version_id, last_updated, status, is_hidden, content_hash)
   select $source, n.type, n.resource_id, n.patient_id, n.version_id, n.last_updated, n.status, n.is_hidden, n.content_hash
   from jsonb_populate_recordset(null::record_resources, $rows::jsonb) n
   returning id, type, resource_id as "resourceId"`,
  v.object({ id: v.number(), type: v.string(), resourceId: v.string() }),
);
const changeResources = statement(
  'record.change',
  `update record_resources r set patient_id = n.patient_id, version_id = n.version_id, last_updated = n.last_updated, status = n.status,
     is_hidden = n.is_hidden, content_hash = n.content_hash, changed_at = now(), reviewed_at = null
   from jsonb_populate_recordset(null::record_resources, $rows::jsonb) n where r.id = n.id`,
);
const noteVersions = statement(
  'record.noteVersions',
  `update record_resources r set version_id = n.version_id, last_updated = n.last_updated
   from jsonb_populate_recordset(null::record_resources, $rows::jsonb) n where r.id = n.id`,
);
const removeContent = statement(
  'record.removeContent',
  `with removed_observations as (delete from observations where resource_id = any($ids::bigint[])),
     removed_reports as (delete from lab_reports where resource_id = any($ids::bigint[])),
     removed_notes as (delete from clinical_notes where resource_id = any($ids::bigint[])),
     removed_documents as (delete from record_documents where resource_id = any($ids::bigint[])),
     removed_items as (delete from treatment_summary_items where resource_id = any($ids::bigint[])),
     removed_health_documents as (delete from health_documents where resource_id = any($ids::bigint[])),
     removed_entries as (delete from health_entries where resource_id = any($ids::bigint[])),
     removed_details as (delete from registration_details where resource_id = any($ids::bigint[]))
   delete from record_links where resource_id = any($ids::bigint[])`,
);

const addResults = statement(
  'record.addResults',
  `insert into lab_results (patient_id, source, result_key)
   select distinct n.patient_id, $source, n.result_key from jsonb_populate_recordset(null::lab_results, $rows::jsonb) n
   on conflict do nothing`,
);
const resultsOf = statement(
  'record.results',
  `select l.id, l.patient_id as "patientId", l.result_key as "resultKey"
   from jsonb_populate_recordset(null::lab_results, $rows::jsonb) n
   join lab_results l on l.patient_id = n.patient_id and l.source = $source and l.result_key = n.result_key`,
  v.object({ id: v.number(), patientId: v.number(), resultKey: v.string() }),
);

const addObservations = insertRows(
  'record.addObservations',
  'observations',
  `resource_id, patient_id, category, lab_result_id, name, codings, effective, effective_at, effective_precision, effective_end,
   issued_at, requester, lab_name, comment, service_codes`,
);
const addValues = insertRows(
  'record.addValues',
  'observation_values',
  `resource_id, position, name, codings, kind, comparator, value, unit, absent_reason, reference_range, abnormal_flag, is_abnormal, first_given`,
);
const addReports = insertRows(
  'record.addReports',
  'lab_reports',
  `resource_id, patient_id, lab_result_id, name, codings, effective, effective_at, effective_precision, effective_end,
   issued_at, requester, lab_name, conclusion, categories`,
);
const addNotes = insertRows(
  'record.addNotes',
  'clinical_notes',
  `resource_id, patient_id, document_type, codings, service_date, service_at, service_precision, authored_by, institution, note_to_patient`,
);
const addItems = insertRows(
  'record.addItems',
  'treatment_summary_items',
  'resource_id, patient_id, position, group_key, kind, fields, null_message, item_at',
);
const addLinks = insertRows(
  'record.addLinks',
  'record_links',
  'resource_id, relation, position, target_type, target_id',
);
const addDetails = insertRows('record.addDetails', 'registration_details', 'resource_id, patient_id, details');
const addDocument = statement(
  'record.addDocument',
  `insert into record_documents (resource_id, position, title, language, content_type, pages, is_whole, content)
   values ($resourceId, $position, $title, $language, $contentType, $pages, $isWhole, $content)`,
);

const onePage = { pages: 1, isWhole: false } as const;

/** Writes what new and changed resources became. The caller must hold the lock of the source. */
export async function saveRows(
  tx: Db,
  source: string,
  fresh: readonly ResourceRow[],
  changed: readonly { readonly id: number; readonly row: ResourceRow }[],
): Promise<void> {
  const heads = (row: ResourceRow) => ({
    type: row.type,
    resourceId: row.resourceId,
    patientId: row.patientId,
    ...row.version,
    status: row.status,
    isHidden: row.isHidden,
    contentHash: row.contentHash,
  });
  const added = new Map<string, number>();
  if (fresh.length > 0)
    for (const { id, type, resourceId } of await tx.many(addResources, { source, rows: rowsJson(fresh.map(heads)) }))
      added.set(`${type}/${resourceId}`, id);
  const changes = await beginChanges(
    tx,
    changed.map(({ id }) => id),
  );
  const firstGiven = await firstGivenReader(
    tx,
    changed.flatMap(({ id, row }) => (row.content.values === undefined ? [] : [id])),
  );
  if (changed.length > 0) {
    await tx.run(removeContent, { ids: changed.map(({ id }) => id) });
    await tx.run(changeResources, { rows: rowsJson(changed.map(({ id, row }) => ({ id, ...heads(row) }))) });
  }
  const freshRows = fresh.map((row) => ({ resourceId: added.get(`${row.type}/${row.resourceId}`) ?? 0, row }));
  const changedRows = changed.map(({ id, row }) => ({ resourceId: id, row }));
  const all = [...freshRows, ...changedRows].map(({ resourceId, row: { type, patientId, content, status } }) => {
    const values = content.values?.map((value) => ({
      ...value,
      firstGiven: firstGiven({ resourceId, patientId, status }, value),
    }));
    return { resourceId, type, patientId, content: values === undefined ? content : { ...content, values } };
  });
  const keys = all.flatMap(({ patientId, content }) => {
    const resultKey = content.report?.resultKey ?? content.observation?.resultKey ?? null;
    return resultKey === null ? [] : [{ patientId, resultKey }];
  });
  const results = new Map<string, number>();
  if (keys.length > 0) {
    const rows = rowsJson(keys);
    await tx.run(addResults, { source, rows });
    for (const { id, patientId, resultKey } of await tx.many(resultsOf, { source, rows }))
      results.set(`${String(patientId)} ${resultKey}`, id);
  }
  const resultId = (patientId: PatientId, key: string | null) =>
    key === null ? null : (results.get(`${String(patientId)} ${key}`) ?? null);
  const rowsOf = (part: (content: Content, patientId: PatientId) => readonly object[]) =>
    all.flatMap(({ resourceId, patientId, content }) =>
      part(content, patientId).map((row) => ({ ...row, resourceId, patientId })),
    );
  const withResult = <Kept extends { readonly resultKey: string | null }>(
    one: Kept | undefined,
    patientId: PatientId,
  ) => (one === undefined ? [] : [{ ...one, labResultId: resultId(patientId, one.resultKey) }]);
  const writes = [
    [addObservations, rowsOf(({ observation }, patientId) => withResult(observation, patientId))],
    [addValues, rowsOf(({ values }) => values ?? [])],
    [addReports, rowsOf(({ report }, patientId) => withResult(report, patientId))],
    [addNotes, rowsOf(({ note }) => (note ? [note] : []))],
    [addItems, rowsOf(({ items }) => (items ?? []).map((item, position) => ({ ...item, position })))],
    [addEntries, rowsOf(({ entries }) => (entries ?? []).map((entry, position) => ({ ...entry, position })))],
    [addLinks, rowsOf(({ links }) => links ?? [])],
    [addDetails, rowsOf(({ details }) => (details ? [{ details }] : []))],
  ] as const;
  for (const [what, rows] of writes) if (rows.length > 0) await tx.run(what, { rows: rowsJson(rows) });
  await saveDocuments(
    tx,
    source,
    all.flatMap(({ resourceId, patientId, content: { healthDocument: document } }) =>
      document ? [{ resourceId, patientId, document }] : [],
    ),
  );
  const changedIds = new Set(changed.map(({ id }) => id));
  await saveCareTeams(
    tx,
    source,
    all.flatMap(({ resourceId, patientId, type, content: { careTeam: members = [] } }) =>
      type === 'CareTeam' && (members.length > 0 || changedIds.has(resourceId))
        ? [{ resourceId, patientId, members }]
        : [],
    ),
  );
  for (const { resourceId, content } of all)
    for (const document of content.documents ?? [])
      await tx.run(addDocument, {
        resourceId,
        ...document,
        ...(document.contentType === 'application/pdf' ? await pdfPages(document.content) : onePage),
      });
  await changes.write(freshRows, changedRows);
}

/** Stores only the version of resources that came with a newer version and the same content. */
export const saveVersions = async (tx: Db, same: readonly { readonly id: number; readonly version: Version }[]) => {
  if (same.length > 0)
    await tx.run(noteVersions, { rows: rowsJson(same.map(({ id, version }) => ({ id, ...version }))) });
};
