import { IdText, PatientId } from '@portal/api';
import * as v from 'valibot';

const HandOverQuery = v.object({
  ptId: v.pipe(IdText, PatientId),
  data: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
});

/** What the manager's tablet put into the address (rulings, section 6). `data` is one-use and stays a string. */
export interface HandOver {
  readonly patientId: PatientId;
  readonly data: string;
}

/** Reads a hand-over from a query; null where it is not whole. Never decodes numbers or JSON out of `data`. */
export function handOverOf(search: string): HandOver | null {
  const query = new URLSearchParams(search);
  const parsed = v.safeParse(HandOverQuery, { ptId: query.get('ptId'), data: query.get('data') });
  return parsed.success ? { patientId: parsed.output.ptId, data: parsed.output.data } : null;
}
