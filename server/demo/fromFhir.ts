import type { PatientId } from '@portal/api';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { addRecord } from '../record/addRecord.ts';
import { type Db, statement } from '../db/pool.ts';

const source = 'demo';
const seen = statement(
  'seed.record.seen',
  `update record_resources r set reviewed_at = now() - interval '1 day'
   where r.source = $source and r.patient_id = $patientId and r.type = $type and r.resource_id = any($resourceIds::text[])`,
);

/** FHIR resources become a patient's record the way that an import takes, so that the demo has nothing that a facility could not have. */
export const seedResources = (tx: Db, patientId: PatientId, resources: readonly JsonObject[]): Promise<void> =>
  addRecord(tx, source, patientId, resources);

/** Marks resources of one type as seen by the patient. */
export const markSeen = (
  tx: Db,
  patientId: PatientId,
  type: string,
  resourceIds: readonly string[],
): Promise<unknown> => tx.run(seen, { source, patientId, type, resourceIds });
