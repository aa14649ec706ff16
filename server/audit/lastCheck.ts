import { Instant, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const soundAt = statement(
  'audit.soundAt',
  `select sound_at as "soundAt" from audit_checks where chain = 'patient:' || $patientId::bigint`,
  v.object({ soundAt: v.nullable(Instant) }),
);

/** When the audit of a patient was last checked with nothing found, as an instant; null when it never was. */
export async function lastChecked(db: Db, patientId: PatientId): Promise<string | null> {
  return (await db.maybe(soundAt, { patientId }))?.soundAt ?? null;
}
