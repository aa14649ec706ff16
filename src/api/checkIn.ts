import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { ContactDetails } from './contactDetails.ts';
import { AppointmentId, IdempotencyKey, PatientId } from './ids.ts';
import { phoneShown } from './phone.ts';
import { changing, ofPatient } from './presets.ts';
import { Instant } from './values.ts';

/** How somebody can be reached, in the form in which each part is typed and sent. */
const { address1, address2, city, zipCode, state, country, homePhone, mobilePhone } = ContactDetails.entries;
export const OwnContactDetails = v.object({
  address1,
  address2,
  city,
  zipCode,
  state,
  country,
  homePhone,
  mobilePhone,
  emailAddress: v.nullable(EmailAddress),
});
export type OwnContactDetail = keyof typeof OwnContactDetails.entries;
export const ownContactDetails = [
  'address1',
  'address2',
  'city',
  'zipCode',
  'state',
  'country',
  'homePhone',
  'mobilePhone',
  'emailAddress',
] as const satisfies readonly OwnContactDetail[];

/** The details in the record, which may be older than the rules for what can be typed. */
export const RecordedContactDetails = v.object(v.entriesFromList(ownContactDetails, v.nullable(v.string())));
export type RecordedContactDetails = v.InferOutput<typeof RecordedContactDetails>;

const digitsOf = (phone: string): string => phoneShown(phone).replace(/\D/g, '');

/** Whether two values are the same detail: telephone numbers in any format, email addresses without case, an empty text like none. */
export function isSameDetail(name: OwnContactDetail, one: string | null, other: string | null): boolean {
  const [a, b] = [one?.trim() ?? '', other?.trim() ?? ''];
  if (a === b) return true;
  if (name === 'homePhone' || name === 'mobilePhone') return digitsOf(a) !== '' && digitsOf(a) === digitsOf(b);
  return name === 'emailAddress' && a.toLowerCase() === b.toLowerCase();
}

/** The wanted details that the record does not have already. */
export function differingDetails(
  recorded: RecordedContactDetails,
  wanted: Partial<RecordedContactDetails>,
): Partial<RecordedContactDetails> {
  return Object.fromEntries(
    ownContactDetails.flatMap((name) => {
      const value = wanted[name];
      return value === undefined || isSameDetail(name, recorded[name], value) ? [] : [[name, value]];
    }),
  );
}

/** A visit of today, for the question whether the patient is here for it. */
export const CheckInVisit = v.object({
  appointmentId: AppointmentId,
  /** Null when only the day is known. */
  startsAt: v.nullable(Instant),
  /** IANA name of the time zone of its time. */
  timeZoneId: v.string(),
  type: v.string(),
  provider: v.nullable(v.string()),
  place: v.nullable(v.string()),
  /** When the patient said that they are here; null: they have not. */
  arrivedAt: v.nullable(Instant),
});
export type CheckInVisit = v.InferOutput<typeof CheckInVisit>;

const ofVisitor = {
  ...changing,
  params: { patientId: PatientId },
  access: ['kioskPatient', 'patient'],
  ownOnly: true,
  method: 'POST',
  invalidates: ['getCheckIn'],
} as const;

/** What the facility asks at a tablet before the questionnaires, or on the patient's phone, unless it was answered today. */
export const getCheckIn = declareCall({
  ...ofPatient,
  name: 'getCheckIn',
  isOurs: true,
  path: '/api/kiosk/patient/{patientId}/checkIn',
  access: ['kioskPatient', 'patient'],
  ownOnly: true,
  answer: v.object({
    /** Today's visits at the facility; none when it does not ask. */
    visits: v.array(CheckInVisit),
    /** Null: the facility does not ask, or it was answered today. */
    contact: v.nullable(
      v.object({
        recorded: RecordedContactDetails,
        /** A requested change that staff have not decided on yet. */
        asked: v.partial(RecordedContactDetails),
      }),
    ),
  }),
  staleTime: 0,
  offline: 'never',
  audited: true,
});

/** The patient is here for these visits; an earlier arrival time stays. 404: one of them is not theirs, or is not today. */
export const reportArrival = declareCall({
  ...ofVisitor,
  access: ['kioskPatient'],
  name: 'reportArrival',
  isOurs: true,
  path: '/api/kiosk/patient/{patientId}/checkIn/arrival',
  body: v.object({ appointmentIds: v.pipe(v.array(AppointmentId), v.minLength(1), v.maxLength(50)) }),
});

/** The contact details that the facility has are still right. */
export const confirmContactDetails = declareCall({
  ...ofVisitor,
  name: 'confirmContactDetails',
  isOurs: true,
  path: '/api/kiosk/patient/{patientId}/checkIn/confirmation',
});

/**
 * Requests a change of contact details; the record changes only when staff accept it. Undecided earlier requests are merged into one
 * change. The same key makes one request, whatever its body.
 */
export const askContactChange = declareCall({
  ...ofVisitor,
  name: 'askContactChange',
  isOurs: true,
  path: '/api/kiosk/patient/{patientId}/checkIn/contactChanges',
  headers: { 'idempotency-key': IdempotencyKey },
  body: v.pipe(
    v.partial(OwnContactDetails),
    v.check((details) => Object.keys(details).length > 0, 'nothing has changed'),
  ),
});

/** A visit to come of which the patient can say on a phone that they are here. */
export const PhoneCheckIn = v.object({
  appointmentId: AppointmentId,
  /** The hours in which it can be said; `closesAt` itself is too late. */
  opensAt: Instant,
  closesAt: Instant,
  /** When it was said, on a phone or at a tablet; null: it was not. */
  arrivedAt: v.nullable(Instant),
  /** True where it was said on a phone, and can be taken back within the hours. */
  isByPhone: v.boolean(),
});
export type PhoneCheckIn = v.InferOutput<typeof PhoneCheckIn>;

const onPhone = {
  capability: 'Appointments',
  section: 'Appointments',
  access: ['patient', 'representative'],
} as const;

/** The visits of which it can be said; none where the facility does not want it. */
export const listPhoneCheckIns = declareCall({
  ...ofPatient,
  ...onPhone,
  name: 'listPhoneCheckIns',
  isOurs: true,
  isBackground: true,
  path: '/api/patients/{patientId}/appointments/checkIns',
  answer: v.array(PhoneCheckIn),
  staleTime: 0,
  audited: true,
});

const arrivalOfVisit = {
  ...changing,
  ...onPhone,
  path: '/api/patients/{patientId}/appointments/{appointmentId}/arrival',
  params: { patientId: PatientId, appointmentId: AppointmentId },
  invalidates: ['listPhoneCheckIns', 'getCheckIn'],
} as const;

/** The patient is here for the visit; an earlier arrival time stays. 404: it is not theirs, or the facility does not want it. */
export const reportPhoneArrival = declareCall({
  ...arrivalOfVisit,
  name: 'reportPhoneArrival',
  isOurs: true,
  method: 'PUT',
  errors: ['arrival_too_early', 'arrival_too_late', 'visit_cancelled'],
});

/** It was said by mistake. What was said at a tablet, or of a visit whose hours are over, stays: `no_longer_open`. */
export const withdrawPhoneArrival = declareCall({
  ...arrivalOfVisit,
  name: 'withdrawPhoneArrival',
  isOurs: true,
  method: 'DELETE',
  errors: ['no_longer_open'],
});
