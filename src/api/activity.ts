import * as v from 'valibot';
import { type Act, activityGroups, activityParts, acts } from './acts.ts';
import { declareCall } from './call.ts';
import { Device } from './device.ts';
import { PatientId, UserId, brandedId } from './ids.ts';
import { givingFile, reading, withTicket } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { CalendarDate, Instant, LanguageCode } from './values.ts';

/** One row of the audit; used to ask for the rows after it. */
export const AuditRowId = brandedId('AuditRowId');
export type AuditRowId = v.InferOutput<typeof AuditRowId>;

const isAct = (value: unknown): value is Act => typeof value === 'string' && Object.hasOwn(acts, value);

/** One line of the log: what one person requested together. */
export const ActivityLine = v.object({
  id: AuditRowId,
  at: Instant,
  act: v.custom<Act>(isAct),
  /** The sections that were looked at, in their order; reads by Home count too. */
  parts: v.array(v.picklist(activityParts)),
  /** `you`: the account that asks. `nobody`: no one was signed in. */
  who: v.picklist(['you', 'representative', 'staff', 'nobody']),
  /** The name of the person, unless it is the asking account; null when unknown. */
  name: v.nullable(v.string()),
  device: Device,
  /** The number of answers and files that were copied to a device ahead of time. */
  count: v.optional(v.number()),
  /** The title of the questionnaire; for a message or a summary, the recipient. */
  title: v.nullable(v.string()),
  /** The results, notes and documents that were opened one by one, by their current names; only in the log of one's own record. */
  opened: v.array(
    v.object({ kind: v.pipe(v.string(), v.maxLength(40)), name: v.string(), date: v.nullable(RecordDate) }),
  ),
});
export type ActivityLine = v.InferOutput<typeof ActivityLine>;

export const activityPeople = ['you', 'representative', 'staff'] as const;

/** The filter of the log, the same for the page and the report. */
const narrowed = {
  startDate: CalendarDate,
  endDate: CalendarDate,
  who: v.optional(v.picklist(activityPeople)),
  what: v.optional(v.picklist(activityGroups)),
};

/**
 * The activity log, latest first (specification 3, sections 2 and 9). For the own record: everything that anybody did; for another
 * patient's (`patientId`): everything that the caller did there. Days are those of the patient's facility. `next` asks for the page after
 * this one.
 */
export const listActivity = declareCall({
  ...reading,
  name: 'listActivity',
  isOurs: true,
  path: '/api/users/{userId}/audits',
  params: { userId: UserId },
  query: {
    ...narrowed,
    patientId: v.optional(PatientId),
    after: v.optional(AuditRowId),
  },
  access: ['patient', 'representative'],
  answer: v.object({
    lines: v.array(ActivityLine),
    next: v.nullable(AuditRowId),
    /** When the chain of the patient's audit rows was last verified; null: never, or the caller may not know. */
    lastCheckedAt: v.nullable(Instant),
  }),
  audited: true,
  activity: 'Log',
});

/** The same as CSV, opened in a window with a download ticket (specification 3, section 7). */
export const getActivityReport = declareCall({
  ...reading,
  ...givingFile,
  name: 'getActivityReport',
  path: '/api/users/{userId}/audits/report',
  params: { userId: UserId },
  query: {
    ...narrowed,
    patientId: v.optional(PatientId),
    language: v.optional(LanguageCode),
    ...withTicket,
  },
  access: ['patient', 'representative'],
  audited: true,
  activity: 'Log',
});
