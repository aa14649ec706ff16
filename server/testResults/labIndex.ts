import type { LabResultId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { isHeldBack } from '../record/held.ts';

/** A cancelled result is shown as cancelled, though its content is hidden. One that was entered in error has no rows. */
const laboratory = <const Which extends string>(which: Which) =>
  `select r.id, r.source, r.type, r.resource_id as "resourceId", r.status, r.reviewed_at is not null as "isReviewed", r.imported_at as "importedAt", r.changed_at as "changedAt",
     coalesce(p.lab_result_id, o.lab_result_id) as "labResultId",
     coalesce(p.name, o.name) as name, coalesce(p.effective, o.effective) as effective, coalesce(p.effective_at, o.effective_at) as "effectiveAt",
     coalesce(p.effective_precision, o.effective_precision) as "effectivePrecision",
     coalesce(p.requester, o.requester) as requester, coalesce(p.lab_name, o.lab_name) as "labName", p.conclusion, o.comment,
     ${isHeldBack} as "isHeld"
   from record_resources r left join lab_reports p on p.resource_id = r.id left join observations o on o.resource_id = r.id
   where r.patient_id = $patientId and (not r.is_hidden or r.status = 'cancelled') and (p.resource_id is not null or o.resource_id is not null)${which}
   order by coalesce(p.effective_at, o.effective_at), r.id` as const;
const labResource = v.object({
  id: v.number(),
  source: v.string(),
  type: v.string(),
  resourceId: v.string(),
  status: v.nullable(v.string()),
  isReviewed: v.boolean(),
  importedAt: v.string(),
  changedAt: v.nullable(v.string()),
  labResultId: v.nullable(v.number()),
  name: v.string(),
  effective: v.nullable(v.string()),
  effectiveAt: v.nullable(v.string()),
  effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  requester: v.nullable(v.string()),
  labName: v.nullable(v.string()),
  conclusion: v.nullable(v.string()),
  comment: v.nullable(v.string()),
  isHeld: v.boolean(),
});
const all = statement('record.laboratory', laboratory(''), labResource);
const some = statement('record.laboratorySome', laboratory(' and r.id = any($resourceIds::bigint[])'), labResource);

// The targets are found in code and not by a join: with outdated statistics, PostgreSQL's plan compares every resource with every other.
const link = v.object({ resourceId: v.number(), memberType: v.string(), memberResourceId: v.string() });
const allLinks = statement(
  'record.members',
  `select l.resource_id as "resourceId", l.target_type as "memberType", l.target_id as "memberResourceId"
   from record_resources r join record_links l on l.resource_id = r.id
   where r.patient_id = $patientId and l.relation = 'member' order by l.resource_id, l.position`,
  link,
);
const someLinks = statement(
  'record.membersSome',
  `select l.resource_id as "resourceId", l.target_type as "memberType", l.target_id as "memberResourceId"
   from record_links l where l.resource_id = any($resourceIds::bigint[]) and l.relation = 'member' order by l.resource_id, l.position`,
  link,
);

/** All resources that are connected with the given resources and results by a shared result or group, through any number of steps. */
const scope = statement(
  'record.labScope',
  `with recursive part (id) as (
     select seed.id from (
       select unnest($resourceIds::bigint[])
       union all select p.resource_id from lab_reports p where p.lab_result_id = any($labResultIds::bigint[])
       union all select o.resource_id from observations o where o.lab_result_id = any($labResultIds::bigint[])) seed (id)
     union
     select next.id from part
       cross join lateral (
         select one.source, one.type, one.resource_id,
           coalesce((select p.lab_result_id from lab_reports p where p.resource_id = one.id), (select o.lab_result_id from observations o where o.resource_id = one.id)) as lab_result_id
         from record_resources one where one.id = part.id and one.patient_id = $patientId offset 0) here
       cross join lateral (
         select (select m.id from record_resources m where m.source = here.source and m.type = l.target_type and m.resource_id = l.target_id)
           from record_links l where l.resource_id = part.id and l.relation = 'member'
         union all select l.resource_id from record_links l where l.target_type = here.type and l.target_id = here.resource_id and l.relation = 'member'
           and (select holder.source = here.source from record_resources holder where holder.id = l.resource_id)
         union all select p.resource_id from lab_reports p where p.lab_result_id = here.lab_result_id
         union all select o.resource_id from observations o where o.lab_result_id = here.lab_result_id) next (id))
   select part.id from part where part.id is not null`,
  v.object({ id: v.number() }),
);
export type LabResource = v.InferOutput<typeof labResource>;

/** A group with the resources that it consists of, its own first. Their values are read separately. */
export interface IndexedGroup {
  readonly report: LabResource;
  readonly parts: readonly LabResource[];
}
export interface IndexedResult {
  readonly labResultId: number;
  readonly groups: readonly IndexedGroup[];
}

/** Groups reports and observations: a group is a resource that no other has as a member; in a circle the first, so none is lost. */
export function groupsOf<Id>(
  ids: readonly Id[],
  isGroup: (id: Id) => boolean,
  links: ReadonlyMap<Id, readonly Id[]>,
): { readonly id: Id; readonly members: readonly Id[] }[] {
  const shown = new Set(ids);
  const held = new Set(
    ids.flatMap((id) => (isGroup(id) || links.has(id) ? (links.get(id) ?? []).filter((member) => member !== id) : [])),
  );
  const seen = new Set<Id>();
  const groups: { id: Id; members: Id[] }[] = [];
  const open = (id: Id) => {
    const found: Id[] = [];
    const within = new Set<Id>();
    const left = [id];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (within.has(next) || !shown.has(next)) continue;
      within.add(next);
      seen.add(next);
      found.push(next);
      left.push(...(links.get(next) ?? []).toReversed());
    }
    groups.push({ id, members: found });
  };
  for (const id of ids) if (isGroup(id) && !held.has(id)) open(id);
  for (const id of ids) if (isGroup(id) && !seen.has(id)) open(id);
  return groups;
}

const keyOf = (source: string, type: string, resourceId: string): string => `${source}\n${type}\n${resourceId}`;

/** A group is left out as a whole if a part of it is held back. */
function resultsOf(
  resources: readonly LabResource[],
  linked: readonly v.InferOutput<typeof link>[],
): readonly IndexedResult[] {
  const byId = new Map(resources.map((one) => [one.id, one]));
  const idOf = new Map(resources.map((one) => [keyOf(one.source, one.type, one.resourceId), one.id]));
  const links = new Map<number, number[]>();
  for (const { resourceId, memberType, memberResourceId } of linked) {
    const holder = byId.get(resourceId);
    const memberId = holder === undefined ? undefined : idOf.get(keyOf(holder.source, memberType, memberResourceId));
    if (memberId === undefined) continue;
    const known = links.get(resourceId);
    if (known) known.push(memberId);
    else links.set(resourceId, [memberId]);
  }
  const results = new Map<number, IndexedGroup[]>();
  for (const { id, members: within } of groupsOf(
    resources.map((one) => one.id),
    (each) => typeof byId.get(each)?.labResultId === 'number',
    links,
  )) {
    const report = byId.get(id);
    const parts = within.flatMap((each) => byId.get(each) ?? []);
    if (report === undefined || report.labResultId === null || parts.some(({ isHeld }) => isHeld)) continue;
    const before = results.get(report.labResultId);
    if (before) before.push({ report, parts });
    else results.set(report.labResultId, [{ report, parts }]);
  }
  return [...results].map(([labResultId, groups]) => ({ labResultId, groups }));
}

/** Test results, and the ids of all resources that were read for them. */
export interface LabIndex {
  readonly results: readonly IndexedResult[];
  readonly resourceIds: readonly number[];
  /** Those of them that the facility holds back. */
  readonly heldIds: readonly number[];
}

const indexOf = (
  resources: readonly LabResource[],
  linked: readonly v.InferOutput<typeof link>[],
  resourceIds: readonly number[],
): LabIndex => ({
  results: resultsOf(resources, linked),
  resourceIds,
  heldIds: resources.flatMap(({ id, isHeld }) => (isHeld ? [id] : [])),
});

/** All test results that a facility shows to a patient, without their values. */
export async function readLabIndex(db: Db, patientId: PatientId, now = new Date()): Promise<LabIndex> {
  const resources = await db.many(all, { patientId, now });
  return indexOf(
    resources,
    await db.many(allLinks, { patientId }),
    resources.map(({ id }) => id),
  );
}

/** With more ids than this, reading all results is as fast as reading the connected ones. */
export const mostApart = 500;

/** Only the results with these ids or resources, each as complete as when all are read. Others may be included. */
export async function readLabScope(
  db: Db,
  patientId: PatientId,
  of: { readonly labResultIds?: readonly LabResultId[]; readonly resourceIds?: readonly number[] },
  now = new Date(),
): Promise<LabIndex> {
  const { labResultIds = [], resourceIds: seeds = [] } = of;
  if (labResultIds.length + seeds.length > mostApart) return readLabIndex(db, patientId, now);
  const resourceIds = (await db.many(scope, { patientId, labResultIds, resourceIds: seeds })).map(({ id }) => id);
  if (resourceIds.length === 0) return indexOf([], [], resourceIds);
  const resources = await db.many(some, { patientId, resourceIds, now });
  return indexOf(resources, await db.many(someLinks, { resourceIds }), resourceIds);
}

export const resourcesOf = ({ groups }: IndexedResult): number[] =>
  groups.flatMap(({ parts }) => parts.map(({ id }) => id));

/** True if the patient has seen the current version of the whole result. */
export const isReviewed = ({ groups }: IndexedResult): boolean =>
  groups.every(({ parts }) => parts.every((part) => part.isReviewed));

/** When the newest part of a result came in. */
export const receivedOn = ({ groups }: IndexedResult): string =>
  groups
    .flatMap(({ parts }) => parts.map(({ changedAt, importedAt }) => changedAt ?? importedAt))
    .reduce((last, at) => (at > last ? at : last), '');
