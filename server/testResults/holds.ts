import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { isHeldBack } from '../record/held.ts';

const heldNow = statement(
  'labResults.held',
  `select coalesce(p.lab_result_id, o.lab_result_id) as "labResultId", string_agg(distinct coalesce(p.name, o.name), ', ') as names
   from record_resources r left join lab_reports p on p.resource_id = r.id left join observations o on o.resource_id = r.id
   where r.patient_id = $patientId and not r.is_hidden and coalesce(p.lab_result_id, o.lab_result_id) is not null and ${isHeldBack}
   group by 1 order by 1`,
  v.object({ labResultId: v.number(), names: v.string() }),
);
const release = statement(
  'labResults.release',
  'update lab_results set released_at = now() where id = $labResultId and patient_id = $patientId and released_at is null',
);

/** The results of a patient that the facility holds back now, with the names of what is held. */
export const listHeld = (db: Db, patientId: PatientId) => db.many(heldNow, { patientId, now: new Date() });

/** Shows a held result to its patient from now on. */
export const releaseResult = (tx: Db, patientId: PatientId, labResultId: number): Promise<number> =>
  tx.run(release, { patientId, labResultId });
