import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { AppointmentId, PatientId } from './ids.ts';
import { changing, ofPatient, own } from './presets.ts';
import { DayOrInstant, Instant, LanguageCode, orNull } from './values.ts';

const appointmentKinds = ['FollowUpAppointment', 'ExternalAppointment'] as const;

/** Specification 2, section 3. Fields after `status` that it does not list are our additions. */
export const Appointment = v.pipe(
  v.object({
    id: AppointmentId,
    /** Not in the specification. */
    kind: v.optional(v.picklist(appointmentKinds), 'ExternalAppointment'),
    date: DayOrInstant,
    provider: v.string(),
    providerFirstName: orNull(v.string()),
    providerLastName: orNull(v.string()),
    type: v.string(),
    subtype: orNull(v.string()),
    /** Sanitised HTML. */
    location: v.string(),
    /** One line that a map understands; null when the location is not a place that one can go to. */
    place: orNull(v.string()),
    status: v.string(),
    isConfirmed: v.optional(v.boolean(), false),
    /** Left out: the status shows it. */
    isCancelled: v.optional(v.boolean()),
    /** False when only the day is known. Noon counts as a time only if this is true. */
    hasTimePart: v.optional(v.boolean(), false),
    /** What to do before the visit, one line each. */
    instructions: v.optional(v.array(v.string()), []),
    durationMinutes: orNull(v.number()),
    /** IANA name of the time zone of its times; left out: the facility's. */
    timeZoneId: v.optional(v.string()),
    timeZoneAbbreviation: v.string(),
    followUpLabel: orNull(v.string()),
    linkedToOtherTypeCount: v.optional(v.number(), 0),
    /** Null: no system of the facility wants to hear whether they will come. `confirmedAt`: when they said so. */
    attendance: orNull(v.object({ confirmedAt: v.nullable(Instant) })),
  }),
  v.transform((one) => ({ ...one, isCancelled: one.isCancelled ?? /^cancell?ed\b/i.test(one.status.trim()) })),
);
export type Appointment = v.InferOutput<typeof Appointment>;

export const listAppointments = declareCall({
  ...ofPatient,
  name: 'listAppointments',
  capability: 'Appointments',
  section: 'Appointments',
  path: '/api/patients/{patientId}/appointments',
  access: own,
  answer: v.array(Appointment),
  audited: true,
});

/**
 * They will come to the visit at this time, as it was shown; said again, the first time stays. 404: it is not theirs, or no system of the
 * facility hears it.
 */
export const confirmAttendance = declareCall({
  ...changing,
  name: 'confirmAttendance',
  isOurs: true,
  method: 'PUT',
  capability: 'Appointments',
  section: 'Appointments',
  path: '/api/patients/{patientId}/appointments/{appointmentId}/attendance',
  params: { patientId: PatientId, appointmentId: AppointmentId },
  access: own,
  body: v.object({ date: DayOrInstant }),
  invalidates: ['listAppointments'],
  errors: ['no_longer_open', 'visit_cancelled', 'visit_moved'],
});

/** Specification 2, section 3. */
export const UpcomingAppointment = v.object({
  id: AppointmentId,
  /** `FollowUpAppointment`, or any other value, which means an external appointment. */
  upcomingAppointmentType: v.pipe(
    v.string(),
    v.transform((kind): (typeof appointmentKinds)[number] =>
      kind === 'FollowUpAppointment' ? kind : 'ExternalAppointment',
    ),
  ),
  /** The date as text, for clients that do not format dates themselves. */
  date: v.string(),
  rawDate: DayOrInstant,
  hasTimePart: v.boolean(),
  /** Not in the specification. Left out: the facility's. */
  timeZoneId: v.optional(v.string()),
  timeZoneAbbreviation: v.string(),
  shortLocation: orNull(v.string()),
  externalAppointmentType: orNull(v.string()),
  /** `Last, First`. This field and the next two are not in the specification. */
  provider: v.optional(v.string(), ''),
  durationMinutes: v.optional(v.nullable(v.number()), null),
  instructions: v.optional(v.array(v.string()), []),
  status: v.string(),
  followUpLabel: orNull(v.string()),
  /** Years and months of a follow-up; null for anything else. */
  followUpLabelParts: orNull(v.object({ y: v.number(), m: v.number() })),
  linkedToOtherTypeCount: v.optional(v.number(), 0),
});
export type UpcomingAppointment = v.InferOutput<typeof UpcomingAppointment>;

export const listUpcomingAppointments = declareCall({
  ...ofPatient,
  name: 'listUpcomingAppointments',
  capability: 'Dashboard.Appointments',
  section: 'Appointments',
  path: '/api/patients/{patientId}/upcomingAppointments/count/{count}',
  params: { patientId: PatientId, count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)) },
  access: own,
  answer: v.array(UpcomingAppointment),
  audited: true,
});

/** What the facility says of one visit, the same for everybody who has such a visit. */
export const VisitGuide = v.object({
  appointmentId: AppointmentId,
  /** `visitType`: what to expect. `place`: the way there. */
  about: v.picklist(['visitType', 'place']),
  title: v.string(),
  text: v.string(),
  language: LanguageCode,
});
export type VisitGuide = v.InferOutput<typeof VisitGuide>;

/** The facility's texts for the visits that are not over or cancelled, in the language or else in the facility's. */
export const listVisitGuides = declareCall({
  ...ofPatient,
  name: 'listVisitGuides',
  isOurs: true,
  isBackground: true,
  capability: 'Appointments',
  section: 'Appointments',
  path: '/api/patients/{patientId}/appointments/guides',
  query: { language: v.optional(LanguageCode) },
  access: own,
  answer: v.array(VisitGuide),
  audited: true,
});

export const appointmentsViewed = declareAuditEvent({
  auditEventType: 'appointmentsviewauditevent',
  section: 'Appointments',
});
