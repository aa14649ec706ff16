import * as v from 'valibot';
import { declareCall } from './call.ts';
import { PatientId } from './ids.ts';
import { Token } from './session.ts';
import { CalendarDate } from './values.ts';

/** One patient who is due (specification 2, section 3). */
export const KioskPatientRow = v.object({
  patientId: PatientId,
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: CalendarDate,
  mrn: v.string(),
  facilityShortName: v.string(),
  questionnaireTitles: v.array(v.string()),
  canStartByPatient: v.boolean(),
});
export type KioskPatientRow = v.InferOutput<typeof KioskPatientRow>;

export const listKioskPatients = declareCall({
  name: 'listKioskPatients',
  method: 'GET',
  path: '/api/kiosk/questionnaires',
  params: {},
  query: { dueDate: CalendarDate },
  headers: {},
  access: ['kioskManager'],
  body: null,
  bodyType: 'none',
  answer: v.array(KioskPatientRow),
  answerType: 'json',
  /** 400: the facility has no kiosk. */
  errors: ['feature_inactive'],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: true,
});

/**
 * Parks the manager's session and gives the one-use hand-over (rulings, section 6): `data` lives 60 s, bound to the patient,
 * the tablet's cookie and that session, whose tokens end with the answer.
 */
export const initiateKioskLogon = declareCall({
  name: 'initiateKioskLogon',
  method: 'POST',
  path: '/api/kiosk/patient/{patientId}/initiateLogon',
  params: { patientId: PatientId },
  query: {},
  headers: {},
  access: ['kioskManager'],
  body: null,
  bodyType: 'none',
  answer: v.object({ facilityUrl: v.string(), data: v.string() }),
  answerType: 'json',
  errors: [],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: true,
});

/** Ends whatever patient session the tablet has and brings the parked manager back; 5 wrong PINs end the parking. */
export const resumeKiosk = declareCall({
  name: 'resumeKiosk',
  method: 'POST',
  path: '/api/kiosk/resume',
  params: {},
  query: {},
  headers: {},
  access: 'everyone',
  body: v.object({ pin: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
  bodyType: 'json',
  answer: Token,
  answerType: 'json',
  /** `wrong_pin` carries `triesLeft`; `not_parked`: sign in again. */
  errors: ['wrong_pin', 'not_parked'],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: false,
});
