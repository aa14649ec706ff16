import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { readLabScope, resourcesOf } from './labIndex.ts';

/** The next instant at which a hold of one of these resources ends by itself; in whole milliseconds, and not before it. */
const nextOpening = statement(
  'labResults.nextOpening',
  `select date_trunc('milliseconds', min(ends)) + interval '1 millisecond' as "opensAt"
   from (select r.imported_at + make_interval(days => (hold ->> 'days')::int) as ends
     from record_resources r join patients p on p.id = r.patient_id join facilities f on f.id = p.home_facility_id
       cross join jsonb_array_elements(f.result_holds) hold
     where r.id = any($resourceIds::bigint[]) and hold ->> 'days' is not null) held
   where ends > $now`,
  v.object({ opensAt: v.nullable(v.string()) }),
);
const choices = statement(
  'labResults.choicesOfPatient',
  `select c.lab_result_id as "labResultId", c.chosen_at as "chosenAt" from lab_result_choices c join patients p on p.user_id = c.user_id
   where p.id = $patientId and c.lab_result_id = any($labResultIds::bigint[])`,
  v.object({ labResultId: v.number(), chosenAt: v.string() }),
);

/** What a notice needs to know of resources of test results. */
export interface LabArrivals {
  /**
   * `open`: in a result that the facility shows. `held`: it may open later. `none`: it is in no result. `known`: since this instant the
   * patient has chosen to wait with the result, or to see it.
   */
  readonly stateOf: (resourceId: number, cameAt: number) => 'open' | 'held' | 'none' | 'known';
  /** When to look at what is held again; null: something else opens it. */
  readonly opensAt: number | null;
}

/** Which of these resources of one patient are open at an instant, held back, or known to the patient. */
export async function readLabArrivals(
  db: Db,
  patientId: PatientId,
  resourceIds: readonly number[],
  now: Date,
): Promise<LabArrivals> {
  const index = await readLabScope(db, patientId, { resourceIds }, now);
  const resultOf = new Map(
    index.results.flatMap((one) => resourcesOf(one).map((id) => [id, one.labResultId] as const)),
  );
  const labResultIds = [...new Set(resourceIds.flatMap((id) => resultOf.get(id) ?? []))];
  const chosenAt = new Map(
    (await db.many(choices, { patientId, labResultIds })).map((one) => [one.labResultId, Date.parse(one.chosenAt)]),
  );
  const areHeld = index.heldIds.length > 0;
  const opensAt = areHeld ? (await db.one(nextOpening, { resourceIds: index.heldIds, now })).opensAt : null;
  return {
    stateOf(resourceId, cameAt) {
      const labResultId = resultOf.get(resourceId);
      if (labResultId === undefined) return areHeld ? 'held' : 'none';
      return (chosenAt.get(labResultId) ?? -Infinity) >= cameAt ? 'known' : 'open';
    },
    opensAt: opensAt === null ? null : Date.parse(opensAt),
  };
}
