import { declareCall } from './call.ts';
import { givingFile, ofPatient } from './presets.ts';

const ofExport = {
  ...ofPatient,
  ...givingFile,
  // All data at once is only for the patient, whatever sections they let others see.
  access: ['patient'],
  ownOnly: true,
  needsProof: true,
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
