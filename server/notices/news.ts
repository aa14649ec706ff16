import { PatientId, reminders } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { rowsJson } from '../db/rowsJson.ts';
import { readLabArrivals } from '../testResults/arrivals.ts';
import type { News } from './newsPlan.ts';
import type { Patient } from './situations.ts';

/**
 * SQL: the module in which the resource `r` is new to its patient; null: it is in none, or was seen. Only what the portal itself shows as
 * new is news, and received documents. `offset 0` makes PostgreSQL look each resource up, where it might read whole tables to compare them.
 */
export const newsModule = `case
    when r.id is null or r.reviewed_at is not null then null
    when exists (select from lab_reports p where p.resource_id = r.id offset 0)
      or exists (select from observations o where o.resource_id = r.id and (o.lab_result_id is not null or o.category = 'laboratory') offset 0) then 'TestResults'
    when r.is_hidden then null
    when exists (select from shown_notes n where n.note_id = r.id offset 0) and exists (select from record_documents d where d.resource_id = r.id offset 0) then 'MedicalNotes'
    when exists (select from treatment_summary_items i where i.resource_id = r.id and i.seen_at is null offset 0) then 'TreatmentSummary'
    when exists (select from shown_health_documents d where d.ccda_id = r.id offset 0) then 'Dashboard.HealthSummary'
  end` as const;

const load = statement(
  'news.load',
  `select q.patient_id as "patientId", q.resource_id as "resourceId", q.came_at as "cameAt", q.is_held as "isHeld", ${newsModule} as module
   from record_news q left join lateral (
     select one.id, one.reviewed_at, one.is_hidden from record_resources one where one.id = q.resource_id and one.patient_id = q.patient_id offset 0) r on true
   where q.patient_id = any($patientIds::bigint[])`,
  v.object({
    patientId: PatientId,
    resourceId: v.number(),
    cameAt: v.string(),
    isHeld: v.boolean(),
    module: v.nullable(v.picklist(reminders.record.modules)),
  }),
);
const hold = statement(
  'news.hold',
  'update record_news set is_held = true where resource_id = any($resourceIds::bigint[])',
);
const open = statement(
  'news.open',
  'update record_news set is_held = false, came_at = $now where resource_id = any($resourceIds::bigint[])',
);
/** A resource that came again meanwhile stays. */
const settle = statement(
  'news.settle',
  `delete from record_news q using jsonb_to_recordset($news::jsonb) s(resource_id bigint, came_at timestamptz)
   where q.resource_id = s.resource_id and q.came_at = s.came_at`,
);

type Row = v.InferOutput<typeof load.row>;

/** What became of a patient's queued news. */
interface Sorted {
  readonly news: readonly News[];
  readonly newlyHeld: readonly number[];
  readonly newlyOpen: readonly number[];
  readonly gone: readonly News[];
}

async function sorted(tx: Db, { patientId, modules }: Patient, rows: readonly Row[], now: Date): Promise<Sorted> {
  const known = rows.map(({ resourceId, cameAt, isHeld, module }) => ({
    module: module !== null && modules.includes(module) ? module : null,
    one: { id: resourceId, cameAt: Date.parse(cameAt), isHeld, opensAt: null },
  }));
  const labIds = known.flatMap(({ module, one }) => (module === 'TestResults' ? [one.id] : []));
  const labs = labIds.length === 0 ? null : await readLabArrivals(tx, patientId, labIds, now);
  const news: News[] = [];
  const gone: News[] = [];
  const newlyHeld: number[] = [];
  const newlyOpen: number[] = [];
  for (const { module, one } of known) {
    const state = module === 'TestResults' ? labs?.stateOf(one.id, one.cameAt) : module === null ? 'none' : 'open';
    if (state === 'held') {
      news.push({ ...one, isHeld: true, opensAt: labs?.opensAt ?? null });
      if (!one.isHeld) newlyHeld.push(one.id);
    } else if (state !== 'open') gone.push(one);
    else if (one.isHeld) {
      news.push({ ...one, isHeld: false, cameAt: now.getTime() });
      newlyOpen.push(one.id);
    } else news.push(one);
  }
  return { news, newlyHeld, newlyOpen, gone };
}

/** Forgets news that were told or need no notice. */
export async function settleNews(tx: Db, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ id, cameAt }) => ({ resourceId: id, cameAt: new Date(cameAt).toISOString() }));
  await tx.run(settle, { news: rowsJson(rows) });
}

/**
 * The patients with what is new in their records. Reads only what is queued. What the facility holds back stays in the queue, and has come
 * in when it opens.
 */
export async function withNews(tx: Db, patients: readonly Patient[], now: Date): Promise<Patient[]> {
  const rows = await tx.many(load, { patientIds: patients.map(({ patientId }) => patientId) });
  if (rows.length === 0) return [...patients];
  const found: Patient[] = [];
  const all: Sorted[] = [];
  for (const patient of patients) {
    const own = rows.filter(({ patientId }) => patientId === patient.patientId);
    const one = await sorted(tx, patient, own, now);
    found.push({ ...patient, situation: { ...patient.situation, news: one.news } });
    all.push(one);
  }
  const heldIds = all.flatMap(({ newlyHeld }) => newlyHeld);
  const openIds = all.flatMap(({ newlyOpen }) => newlyOpen);
  if (heldIds.length > 0) await tx.run(hold, { resourceIds: heldIds });
  if (openIds.length > 0) await tx.run(open, { resourceIds: openIds, now });
  await settleNews(
    tx,
    all.flatMap(({ gone }) => gone),
  );
  return found;
}
