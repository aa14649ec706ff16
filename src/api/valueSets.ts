import * as v from 'valibot';
import { declareCall } from './call.ts';
import { PatientId } from './ids.ts';
import { reading } from './presets.ts';
import { LanguageTag } from './values.ts';

/**
 * The concepts that a question can be answered with, where they are too many for a list. Codes and their words stand in columns of the
 * same order, which is half as long as a list of concepts and compresses better.
 */
export const ValueSet = v.object({
  parts: v.array(
    v.object({
      system: v.nullable(v.string()),
      codes: v.array(v.string()),
      displays: v.array(v.string()),
      /** The words in other languages, in the order of the codes; empty where there are none. */
      translations: v.optional(v.record(LanguageTag, v.array(v.string()))),
    }),
  ),
});
export type ValueSet = v.InferOutput<typeof ValueSet>;

/** What a value set is asked for by: follows from its content, so that what a device has of it never grows old. */
export const ValueSetKey = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** For as long as a questionnaire that asks with it is open to the patient; else 404. */
export const getValueSet = declareCall({
  ...reading,
  name: 'getValueSet',
  isOurs: true,
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: '/api/patients/{patientId}/valuesets/{valueSetKey}',
  params: { patientId: PatientId, valueSetKey: ValueSetKey },
  access: ['patient', 'representative', 'kioskPatient', 'linkUser'],
  answer: ValueSet,
  staleTime: 24 * 3_600_000,
  offline: 'keep',
  audited: false,
});
