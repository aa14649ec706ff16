import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { AppointmentId, PatientId } from './ids.ts';
import { PatientReminderSettings } from './accountSettings.ts';
import { ofPatient } from './presets.ts';
import { DayOrInstant } from './values.ts';

const own = ['patient', 'representative'] as const;

const appointmentKinds = ['FollowUpAppointment', 'ExternalAppointment'] as const;

/** Specification 2, section 3; what follows `status` is ours as far as the document does not list it. */
export const Appointment = v.object({
  id: AppointmentId,
  kind: v.picklist(appointmentKinds),
  date: DayOrInstant,
  provider: v.string(),
  providerFirstName: v.nullable(v.string()),
  providerLastName: v.nullable(v.string()),
  type: v.string(),
  subtype: v.nullable(v.string()),
  /** Sanitized HTML. */
  location: v.string(),
  /** One line that a map understands; null where the location is not a place one can go to. */
  place: v.nullable(v.string()),
  status: v.string(),
  isConfirmed: v.boolean(),
  isCancelled: v.optional(v.boolean(), false),
  /** False where the day alone is known. Noon is a time only where this is true. */
  hasTimePart: v.optional(v.boolean(), false),
  /** What to do before it, a line each. */
  instructions: v.optional(v.array(v.string()), []),
  durationMinutes: v.nullable(v.number()),
  /** IANA name of the zone that the times are told in. */
  timeZoneId: v.string(),
  timeZoneAbbreviation: v.string(),
  followUpLabel: v.nullable(v.string()),
  linkedToOtherTypeCount: v.number(),
});
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

/** Specification 2, section 3. */
export const UpcomingAppointment = v.object({
  id: AppointmentId,
  upcomingAppointmentType: v.picklist(appointmentKinds),
  /** As it is shown in a list by clients that do not format dates themselves. */
  date: v.string(),
  rawDate: DayOrInstant,
  hasTimePart: v.boolean(),
  timeZoneId: v.string(),
  timeZoneAbbreviation: v.string(),
  shortLocation: v.nullable(v.string()),
  externalAppointmentType: v.nullable(v.string()),
  /** `Last, First`; ours, as are the two below. */
  provider: v.optional(v.string(), ''),
  durationMinutes: v.optional(v.nullable(v.number()), null),
  instructions: v.optional(v.array(v.string()), []),
  status: v.string(),
  followUpLabel: v.nullable(v.string()),
  /** Years and months of a follow-up; null where it is not one. */
  followUpLabelParts: v.nullable(v.object({ y: v.number(), m: v.number() })),
  linkedToOtherTypeCount: v.number(),
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

/** How a patient is told of appointments or follow-ups; 404: neither way. Without a type all of the settings, which are the patient's alone; 404: none saved. */
export const getNotificationSettings = declareCall({
  ...ofPatient,
  name: 'getNotificationSettings',
  isBackground: true,
  section: { query: 'type', sections: { Appointments: 'Appointments', Followups: 'FollowUpPlan' } },
  path: '/api/patients/{patientId}/NotificationSettings',
  query: { type: v.optional(v.picklist(['Appointments', 'Followups'])) },
  access: own,
  answer: v.union([
    PatientReminderSettings,
    v.object({ patientSettings: v.object({ email: v.boolean(), sms: v.boolean() }) }),
  ]),
  audited: false,
});

export const appointmentsViewed = declareAuditEvent({
  auditEventType: 'appointmentsviewauditevent',
  section: 'Appointments',
});
