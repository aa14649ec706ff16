import type { PatientId, RecordChange, UserId } from '@portal/api';
import type * as v from 'valibot';

/** A change before its answer is checked. */
export type FoundChange = v.InferInput<typeof RecordChange>;

export interface RecordReader {
  readonly userId: UserId;
  readonly patientId: PatientId;
}
