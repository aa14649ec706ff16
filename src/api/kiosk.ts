import * as v from 'valibot';
import { declareCall } from './call.ts';
import { PatientId } from './ids.ts';
import { changing, reading } from './presets.ts';
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
  ...reading,
  name: 'listKioskPatients',
  path: '/api/kiosk/questionnaires',
  query: { dueDate: CalendarDate },
  access: ['kioskManager'],
  answer: v.array(KioskPatientRow),
  /** 400: the facility has no kiosk. */
  errors: ['feature_inactive'],
  freshFor: 0,
  offline: 'never',
  audited: true,
});

/**
 * Parks the manager's session and gives the one-use hand-over (rulings, section 6): `data` lives 60 s, bound to the patient,
 * the tablet's cookie and that session, whose tokens end with the answer.
 */
export const initiateKioskLogon = declareCall({
  ...changing,
  name: 'initiateKioskLogon',
  method: 'POST',
  path: '/api/kiosk/patient/{patientId}/initiateLogon',
  params: { patientId: PatientId },
  access: ['kioskManager'],
  answer: v.object({ facilityUrl: v.string(), data: v.string() }),
  answerType: 'json',
  audited: true,
});

/** Ends whatever patient session the tablet has and brings the parked manager back; 5 wrong PINs end the parking. */
export const resumeKiosk = declareCall({
  ...changing,
  name: 'resumeKiosk',
  method: 'POST',
  path: '/api/kiosk/resume',
  access: 'everyone',
  body: v.object({ pin: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
  bodyType: 'json',
  answer: Token,
  answerType: 'json',
  /** `wrong_pin` carries `triesLeft`; `not_parked`: sign in again. */
  errors: ['wrong_pin', 'not_parked'],
});
