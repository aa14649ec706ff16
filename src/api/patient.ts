import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { FacilityId, PatientId, UserId } from './ids.ts';
import { changing, ofPatient, reading } from './presets.ts';
import { CalendarDate, LanguageCode, orNull } from './values.ts';

export const PostalAddress = v.object({
  address1: orNull(v.string()),
  address2: orNull(v.string()),
  city: orNull(v.string()),
  zipCode: orNull(v.string()),
  state: orNull(v.string()),
  country: orNull(v.string()),
});
export type PostalAddress = v.InferOutput<typeof PostalAddress>;

export const Patient = v.object({
  patientId: PatientId,
  userId: orNull(UserId),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: CalendarDate,
  hasLogin: v.boolean(),
  homeFacilityId: FacilityId,
  emailAddress: orNull(v.string()),
  address: PostalAddress,
});
export type Patient = v.InferOutput<typeof Patient>;

export const getPatient = declareCall({
  ...ofPatient,
  name: 'getPatient',
  section: 'any',
  path: '/api/patients/{patientId}',
  access: ['patient', 'representative'],
  answer: Patient,
  audited: true,
});

export const getPatientLanguage = declareCall({
  ...reading,
  name: 'getPatientLanguage',
  section: 'any',
  path: '/api/patients/{patientId}/preferredLanguage',
  params: { patientId: PatientId },
  access: ['patient', 'representative', 'kioskPatient', 'linkUser'],
  answer: v.nullable(LanguageCode),
  staleTime: 60_000,
  audited: false,
});

/** The patient's own choice. A representative has a language of their own (`setUserLanguage`). */
export const setPatientLanguage = declareCall({
  ...changing,
  name: 'setPatientLanguage',
  method: 'PUT',
  path: '/api/patients/{patientId}/preferredLanguage',
  params: { patientId: PatientId },
  query: { language: LanguageCode },
  access: ['patient', 'kioskPatient', 'linkUser'],
  ownOnly: true,
  invalidates: ['getPatientLanguage'],
});

/** Beyond the specification: Home reads a little of every section, so the log shows one visit to Home instead. */
export const homeViewed = declareAuditEvent({ auditEventType: 'dashboardviewauditevent', section: null });
