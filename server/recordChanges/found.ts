import type { PatientId, RecordChange } from '@portal/api';
import type * as v from 'valibot';
import type { Actor } from '../http/handler.ts';

/** A change before its answer is checked. */
export type FoundChange = v.InferInput<typeof RecordChange>;

export interface RecordReader {
  readonly actor: Actor;
  readonly patientId: PatientId;
}
