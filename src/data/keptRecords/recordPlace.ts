import type { CallShape, PatientId } from '@portal/api';
import { hashKey } from '@tanstack/react-query';
import * as v from 'valibot';
import type { AnyInput } from '../wire.ts';

/** True unless the call is about a facility or the account itself: then it is about the patient whose record was open. */
export const isOfPatient = (params: unknown): boolean =>
  typeof params !== 'object' ||
  params === null ||
  'patientId' in params ||
  !('facilityId' in params || 'userId' in params);

/** The patient of an answer; null for what belongs to the account itself. `open`: the patient whose record is open. */
export function patientOf({ params = {} }: AnyInput, open: PatientId | null): number | null {
  const { patientId } = params;
  if (typeof patientId === 'number') return patientId;
  return isOfPatient(params) ? open : null;
}

/** The name under which an answer is stored. It is the same for the same call, patient and input. */
export const recordPlace = (call: Pick<CallShape, 'name'>, input: AnyInput, patientId: number | null): string =>
  hashKey([call.name, input.params ?? {}, input.query ?? {}, patientId]);

const Place = v.tuple([
  v.string(),
  v.unknown(),
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  v.nullable(v.number()),
]);
/** The query of the call whose answer is stored under a name. */
export function queryOfPlace(place: string): NonNullable<AnyInput['query']> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Place), place);
  return parsed.success ? parsed.output[2] : {};
}

/** The patient and the name of an answer, when the record of `open` is open. */
export function placeOf(
  call: Pick<CallShape, 'name'>,
  input: AnyInput,
  open: PatientId | null,
): { readonly patientId: number | null; readonly place: string } {
  const patientId = patientOf(input, open);
  return { patientId, place: recordPlace(call, input, patientId) };
}
