import * as v from 'valibot';
import { declareCall } from './call.ts';
import { PatientId } from './ids.ts';
import { readingQuestionnaires } from './questionnairePresets.ts';
import { LanguageTag } from './values.ts';

/**
 * The concepts with which a question can be answered, when they are too many for a list. Codes and texts are columns in the same order,
 * which is half as long as a list of concepts and compresses better.
 */
export const ValueSet = v.object({
  parts: v.array(
    v.object({
      system: v.nullable(v.string()),
      codes: v.array(v.string()),
      displays: v.array(v.string()),
      /** The texts in other languages, in the order of the codes; empty where there is none. */
      translations: v.optional(v.record(LanguageTag, v.array(v.string()))),
    }),
  ),
});
export type ValueSet = v.InferOutput<typeof ValueSet>;

/** The key of a value set. It is derived from the content, so that a stored set never becomes outdated. */
export const ValueSetKey = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** Available while a questionnaire that uses it is open to the patient; else 404. */
export const getValueSet = declareCall({
  ...readingQuestionnaires,
  name: 'getValueSet',
  isOurs: true,
  path: '/api/patients/{patientId}/valuesets/{valueSetKey}',
  params: { patientId: PatientId, valueSetKey: ValueSetKey },
  access: ['patient', 'representative', 'kioskPatient', 'linkUser'],
  answer: ValueSet,
  staleTime: 24 * 3_600_000,
  audited: false,
});
