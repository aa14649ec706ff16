import * as v from 'valibot';
import { declareCall } from './call.ts';
import { refusalBody } from './errors.ts';
import { FacilityId, IdempotencyKey, PatientId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Token } from './session.ts';
import { CalendarDate, Instant } from './values.ts';

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

export const listKioskPatients = declareCall({
  ...reading,
  name: 'listKioskPatients',
  path: '/api/kiosk/questionnaires',
  query: { dueDate: CalendarDate },
  access: ['kioskManager'],
  answer: v.array(KioskPatientRow),
  /** 400: the facility has no kiosk. */
  errors: ['feature_inactive'],
  audited: true,
});

/**
 * `inProgress`: something was answered or sent, the patient said that they are here, or a tablet is with them. `finished`: nothing of this
 * day is left to fill in, and no visit to arrive for.
 */
export const kioskStates = ['waiting', 'inProgress', 'finished'] as const;
const KioskState = v.picklist(kioskStates);
export type KioskState = v.InferOutput<typeof KioskState>;

/** One patient of a day, with their progress. */
export const KioskVisitor = v.object({
  patientId: PatientId,
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: CalendarDate,
  /** True when somebody else of the day that the search finds, in any state, has the same name: the birth date tells them apart. */
  hasNamesake: v.optional(v.boolean(), false),
  mrn: v.string(),
  facilityShortName: v.string(),
  /** The zone of that facility, by whose clock the row's times are read; left out: that of the address. */
  timeZoneId: v.optional(v.string()),
  state: KioskState,
  canStartByPatient: v.boolean(),
  /** When something was last saved or sent; null when nothing was. */
  lastSavedAt: v.nullable(Instant),
  /** Since when another tablet has the patient; null when none has. */
  onOtherTabletSince: v.nullable(Instant),
  /** When the patient said that they are here; null when they did not, or were not asked. */
  arrivedAt: v.nullable(Instant),
  /** True when they said so on a phone, and not at a tablet. */
  arrivedByPhone: v.optional(v.boolean(), false),
  /** Their visits of today not announced yet, if the facility wants to know. A visit has no time when only its day is known. */
  awaitedVisits: v.array(v.object({ startsAt: v.nullable(Instant) })),
  /** `questionCount` is 0 when it is not known. */
  questionnaires: v.array(
    v.object({ title: v.string(), questionCount: v.number(), answeredCount: v.number(), isSent: v.boolean() }),
  ),
});
export type KioskVisitor = v.InferOutput<typeof KioskVisitor>;

/** Most rows in one answer. */
export const mostKioskVisitors = 500;

/**
 * The patients of a day, by state or by what staff typed. It only reads, but names and birth dates must not be in an address, so the search
 * is sent in the body.
 */
export const searchKioskVisitors = declareCall({
  ...changing,
  name: 'searchKioskVisitors',
  isOurs: true,
  method: 'POST',
  path: '/api/kiosk/visitors/search',
  access: ['kioskManager'],
  body: v.object({
    dueDate: CalendarDate,
    /** Null: at all facilities of the manager. */
    facilityId: v.nullable(FacilityId),
    /** Parts of names, number or birth date, in any order; empty: everybody. */
    words: v.pipe(v.string(), v.maxLength(100)),
    /** The search text as a date, if it is one in the reader's format. */
    birthDate: v.nullable(CalendarDate),
    /** Null: in all states. */
    state: v.nullable(KioskState),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostKioskVisitors)),
  }),
  answer: v.object({
    /** How many patients are in each state, whichever was requested. */
    counts: v.object({ waiting: v.number(), inProgress: v.number(), finished: v.number() }),
    /** By state, then by name. */
    visitors: v.array(KioskVisitor),
    /** The manager's facilities that have a kiosk. */
    facilities: v.array(v.object({ facilityId: FacilityId, shortName: v.string() })),
  }),
  /** 400: the facility has no kiosk. */
  errors: ['feature_inactive'],
  audited: true,
});

export const KioskPin = v.pipe(v.string(), v.digits(), v.length(6));

/**
 * Parks the manager's session and returns the one-use hand-over (rulings, section 6): `data` lives 60 s, bound to the patient, the tablet's
 * cookie and that session, whose tokens end with the answer.
 */
export const initiateKioskLogon = declareCall({
  ...changing,
  name: 'initiateKioskLogon',
  method: 'POST',
  path: '/api/kiosk/patient/{patientId}/initiateLogon',
  params: { patientId: PatientId },
  /** `elsewhere=end`: staff were told that another tablet has the patient. That visit ends when this one begins. */
  query: { elsewhere: v.optional(v.literal('end')) },
  access: ['kioskManager'],
  answer: v.object({ facilityUrl: v.string(), data: v.string() }),
  /** Another tablet has the patient: `OnOtherTablet`. */
  errors: ['on_other_tablet'],
  audited: true,
});

export const OnOtherTablet = refusalBody('on_other_tablet', { since: Instant });

/**
 * Ends any patient session on the tablet and restores the parked manager session; 5 wrong PINs end the parking. The same page with its key is
 * answered again for ten minutes, because the answer may have been lost.
 */
export const resumeKiosk = declareCall({
  ...changing,
  name: 'resumeKiosk',
  isOptional: true,
  method: 'POST',
  path: '/api/kiosk/resume',
  access: 'everyone',
  headers: { 'idempotency-key': v.optional(IdempotencyKey) },
  body: v.object({ pin: KioskPin }),
  answer: Token,
  /** `wrong_pin` has `triesLeft`; `not_parked`: sign in again; `tablet_not_set_up`: the kiosk does not open on this tablet. */
  errors: ['wrong_pin', 'not_parked', 'tablet_not_set_up'],
});
