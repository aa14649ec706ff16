import * as v from 'valibot';
import { FileAnswer, declareCall } from './call.ts';
import { ofPatient } from './presets.ts';

const ofExport = {
  ...ofPatient,
  query: { token: v.optional(v.pipe(v.string(), v.maxLength(100))) },
  // All data at once is only for the patient, whatever sections they let others see.
  access: ['patient'],
  ownOnly: true,
  needsProof: true,
  answer: FileAnswer,
  answerType: 'file',
  staleTime: 0,
  offline: 'never',
  audited: true,
  activity: 'saved',
} as const;

/** Everything that is stored about a patient, as XML to save (specification 3, section 7). */
export const exportPersonalData = declareCall({
  ...ofExport,
  name: 'exportPersonalData',
  path: '/api/patients/{patientId}/export',
});

/** The same for another clinic or app: a FHIR R4 Bundle (beyond the specification). */
export const exportFhirBundle = declareCall({
  ...ofExport,
  name: 'exportFhirBundle',
  isOurs: true,
  path: '/api/patients/{patientId}/export/fhir',
});
