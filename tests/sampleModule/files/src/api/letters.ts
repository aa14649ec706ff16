import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { ofPatient } from './presets.ts';

const readers = ['patient', 'representative'] as const;

export const Letter = v.object({ letterId: v.number(), subject: v.string(), isNew: v.boolean() });
export type Letter = v.InferOutput<typeof Letter>;

/** Letters of a patient, the newest first. */
export const listLetters = declareCall({
  ...ofPatient,
  name: 'listLetters',
  path: '/api/patients/{patientId}/letters',
  access: readers,
  answer: v.array(Letter),
  audited: true,
});

/** How many letters the patient has not seen. */
export const countNewLetters = declareCall({
  ...ofPatient,
  name: 'countNewLetters',
  path: '/api/patients/{patientId}/letters/newcount',
  access: readers,
  answer: v.number(),
  audited: false,
});

export const lettersViewed = declareAuditEvent({ auditEventType: 'lettersviewauditevent', section: null });
