import * as v from 'valibot';
import { declareCall } from './call.ts';
import { ofPatient } from './presets.ts';
import { anySection } from './sections.ts';

/**
 * The numbers of all tabs that the person has for a patient, by the name of the call that answers each alone (`isBadge`), so that a page opens with one
 * request in place of seven. What the person may not read is left out.
 */
export const readCounts = declareCall({
  ...ofPatient,
  name: 'readCounts',
  isOurs: true,
  isBackground: true,
  section: anySection,
  path: '/api/patients/{patientId}/counts',
  access: ['patient', 'representative'],
  staleTime: 0,
  offline: 'never',
  answer: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
  audited: false,
});
