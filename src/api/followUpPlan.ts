import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { AppointmentId, brandedId } from './ids.ts';
import { ofPatient, own } from './presets.ts';
import { CalendarDate, DayOrInstant, orNull } from './values.ts';

export const FollowUpAppointmentId = brandedId('FollowUpAppointmentId');

/** Specification 2, section 3. */
export const FollowUpPlan = v.object({
  startDate: orNull(CalendarDate),
  memoToPatient: orNull(v.string()),
  /** The columns of the table: the task categories by key. */
  taskNames: v.array(v.object({ key: v.string(), value: v.string() })),
  appointments: v.array(
    v.object({
      ptFollowUpAppointmentId: FollowUpAppointmentId,
      label: v.string(),
      /** `Last, First`. */
      provider: orNull(v.string()),
      actualDate: orNull(DayOrInstant),
      targetDate: orNull(CalendarDate),
      statusDesc: v.string(),
      /** Not in the specification: false when the actual date is only a day. */
      hasTimePart: v.optional(v.boolean(), false),
      durationMinutes: v.optional(v.nullable(v.number()), null),
      /** Not in the specification: the visit that was booked for it, as in the list of appointments. */
      visit: v.optional(v.nullable(v.object({ appointmentId: AppointmentId, status: v.string() })), null),
      tasks: v.array(
        v.object({ propertyCategoryId: v.string(), isAddressed: v.boolean(), taskNote: orNull(v.string()) }),
      ),
    }),
  ),
  templates: v.array(v.object({ templateDisplayName: v.string(), effectiveDate: orNull(CalendarDate) })),
  /** Not in the specification. Left out: the facility's. */
  timeZoneId: v.optional(v.string()),
  timeZoneAbbreviation: v.optional(v.string()),
});
export type FollowUpPlan = v.InferOutput<typeof FollowUpPlan>;

/** The current plan is the first element; without a plan the list is empty. */
export const getFollowUpPlan = declareCall({
  ...ofPatient,
  name: 'getFollowUpPlan',
  capability: 'FollowUpPlan',
  section: 'FollowUpPlan',
  path: '/api/patients/{patientId}/followUpPlan',
  query: { includeArchived: v.optional(v.picklist(['true', 'false'])) },
  access: own,
  answer: v.array(FollowUpPlan),
  audited: true,
});

/** The number of overdue follow-ups: their date has passed, and nothing was booked for them. */
export const countOverdueFollowUps = declareCall({
  ...ofPatient,
  name: 'countOverdueFollowUps',
  isOurs: true,
  isBackground: true,
  isBadge: true,
  capability: 'FollowUpPlan',
  section: 'FollowUpPlan',
  path: '/api/patients/{patientId}/followUpPlan/overduecount',
  access: own,
  answer: v.pipe(v.number(), v.integer(), v.minValue(0)),
  audited: false,
});

export const followUpPlanViewed = declareAuditEvent({
  auditEventType: 'followupplanviewauditevent',
  section: 'FollowUpPlan',
});
