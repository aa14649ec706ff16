import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { isHeldBack } from '../record/held.ts';
import { isReviewed, mostApart, readLabScope, resourcesOf } from './labIndex.ts';
import type { Openings } from './opening.ts';

const unread =
  `from record_resources r where r.patient_id = $patientId and r.reviewed_at is null and r.type in ('Observation', 'DiagnosticReport')
     and (not r.is_hidden or r.status = 'cancelled')` as const;
/** Unread resources that can make a result new. */
const fresh = statement(
  'labResults.fresh',
  `select r.id ${unread}
     and case r.type when 'DiagnosticReport' then exists (select from lab_reports p where p.resource_id = r.id)
       else exists (select from observations o where o.resource_id = r.id and o.lab_result_id is not null) end limit $most`,
  v.object({ id: v.number() }),
);
/** The same, with resources that can only be part of another resource's result. */
const freshParts = statement(
  'labResults.freshParts',
  `select r.id ${unread}
     and case r.type when 'DiagnosticReport' then exists (select from lab_reports p where p.resource_id = r.id)
       else exists (select from observations o where o.resource_id = r.id
         and (o.lab_result_id is not null or exists (select from record_links l where l.target_type = r.type and l.target_id = r.resource_id and l.relation = 'member'))) end limit $most`,
  v.object({ id: v.number() }),
);
const heldBack = statement(
  'labResults.heldBack',
  `select r.id from record_resources r left join lab_reports p on p.resource_id = r.id left join observations o on o.resource_id = r.id
   where r.patient_id = $patientId and (p.resource_id is not null or o.resource_id is not null) and ${isHeldBack} limit $most`,
  v.object({ id: v.number() }),
);
const most = mostApart + 1;

/** How many results a patient has not seen in their current version. */
export async function countFresh(db: Db, patientId: PatientId): Promise<number> {
  const ids = await db.many(fresh, { patientId, most });
  if (ids.length === 0) return 0;
  const { results } = await readLabScope(db, patientId, { resourceIds: ids.map(({ id }) => id) });
  return results.filter((one) => !isReviewed(one)).length;
}

/** The resources that a history must not show: those of results that are closed to the reader, and of groups that are held back. */
export async function readClosed(db: Db, patientId: PatientId, openings: Openings): Promise<number[]> {
  const resourceIds = [
    ...(await db.many(heldBack, { patientId, most, now: new Date() })),
    ...(openings.asksFirst ? await db.many(freshParts, { patientId, most }) : []),
  ].map(({ id }) => id);
  const labResultIds = openings.waiting;
  if (resourceIds.length + labResultIds.length === 0) return [];
  const looked = await readLabScope(db, patientId, { labResultIds, resourceIds });
  const open = new Set(
    looked.results.flatMap((one) => (openings.openingOf(one).opening === 'open' ? resourcesOf(one) : [])),
  );
  return looked.resourceIds.filter((id) => !open.has(id));
}
