import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { FileAnswer, declareCall } from './call.ts';
import { PatientId, brandedId } from './ids.ts';
import { ofPatient } from './presets.ts';
import { CalendarDate } from './values.ts';

export const LetterId = brandedId('LetterId');
export type LetterId = v.InferOutput<typeof LetterId>;

const ofLetters = {
  ...ofPatient,
  capability: 'Letters',
  section: 'Letters',
  access: ['patient', 'representative'],
} as const;

export const Letter = v.object({
  letterId: LetterId,
  subject: v.string(),
  writtenOn: CalendarDate,
  isNew: v.boolean(),
});
export type Letter = v.InferOutput<typeof Letter>;

/** Letters of a patient, the newest first. */
export const listLetters = declareCall({
  ...ofLetters,
  name: 'listLetters',
  path: '/api/patients/{patientId}/letters',
  answer: v.array(Letter),
  audited: true,
});

/** How many letters the patient has not seen. */
export const countNewLetters = declareCall({
  ...ofLetters,
  name: 'countNewLetters',
  isBackground: true,
  isBadge: true,
  path: '/api/patients/{patientId}/letters/newcount',
  answer: v.number(),
  audited: false,
});

/** The letter itself, opened in a window with a download ticket. */
export const getLetterFile = declareCall({
  ...ofLetters,
  name: 'getLetterFile',
  path: '/api/patients/{patientId}/letters/{letterId}/file',
  params: { patientId: PatientId, letterId: LetterId },
  query: { token: v.optional(v.pipe(v.string(), v.maxLength(100))) },
  answer: FileAnswer,
  answerType: 'file',
  staleTime: 0,
  audited: true,
});

export const lettersViewed = declareAuditEvent({ auditEventType: 'lettersviewauditevent', section: 'Letters' });
