import { Instant, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const soundAt = statement(
  'audit.soundAt',
  `select sound_at as "soundAt" from audit_checks where chain = 'patient:' || $patientId::bigint`,
  v.object({ soundAt: v.nullable(Instant) }),
);

/** The instant when a patient's audit was last checked without a finding; null if never. */
export async function lastChecked(db: Db, patientId: PatientId): Promise<string | null> {
  return (await db.maybe(soundAt, { patientId }))?.soundAt ?? null;
}
