import type { PatientId } from '@portal/api';
import type { Db } from '../db/pool.ts';
import { alertsOfPatient, reasonShown } from './alertRecords.ts';
import { revisionOf } from './revisions.ts';
import { patientReference, type Resource, some } from '../subject/fhirParts.ts';

export interface HeldAlert {
  readonly id: number;
  readonly raisedAt: string;
  readonly answered: string;
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: string | null;
  readonly note: string | null;
}

/** The answers of a patient about which the facility was alerted, and who took care of them. */
export async function readAlerts(db: Db, patientId: PatientId): Promise<HeldAlert[]> {
  const held: HeldAlert[] = [];
  for (const alert of await alertsOfPatient(db, patientId))
    held.push({ ...alert, answered: reasonShown(await revisionOf(db, alert.revisionKey), alert) });
  return held;
}

export const alertOf = ({ id, raisedAt, answered, acknowledgedAt, acknowledgedBy, note }: HeldAlert): Resource => ({
  resourceType: 'Task',
  id: `alert-${String(id)}`,
  status: acknowledgedAt === null ? 'requested' : 'completed',
  intent: 'order',
  description: answered,
  for: patientReference,
  authoredOn: raisedAt,
  lastModified: acknowledgedAt ?? undefined,
  owner: acknowledgedBy === null ? undefined : { display: acknowledgedBy },
  note: some(note === null ? [] : [{ text: note }]),
});

export const alertXml = ({ raisedAt, answered, acknowledgedAt, acknowledgedBy, note }: HeldAlert) => ({
  Told: raisedAt,
  Answered: answered,
  Acknowledged: acknowledgedAt,
  AcknowledgedBy: acknowledgedBy,
  Note: note,
});
