import * as v from 'valibot';
import { type Act, activityGroups, activityParts, acts } from './acts.ts';
import { FileAnswer, declareCall } from './call.ts';
import { PatientId, UserId, brandedId } from './ids.ts';
import { reading } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { CalendarDate, Instant, LanguageCode } from './values.ts';

/** One row of the audit, for going on after it. */
export const AuditRowId = brandedId('AuditRowId');
export type AuditRowId = v.InferOutput<typeof AuditRowId>;

export const Browser = v.picklist(['Chrome', 'Edge', 'Firefox', 'Safari', 'Samsung Internet', 'Opera']);
export type Browser = v.InferOutput<typeof Browser>;

/** What something was done with. `clinic`: the facility's own systems, or its staff at them. */
export const deviceKinds = ['phone', 'tablet', 'computer', 'kiosk', 'clinic', 'unknown'] as const;
export const Device = v.object({ kind: v.picklist(deviceKinds), browser: v.nullable(Browser) });
export type Device = v.InferOutput<typeof Device>;

const isAct = (value: unknown): value is Act => typeof value === 'string' && Object.hasOwn(acts, value);

/** One act: what was asked for in one go by one person is one line. */
export const ActivityLine = v.object({
  id: AuditRowId,
  at: Instant,
  act: v.custom<Act>(isAct),
  /** Of what was looked at, Home's own reads among them, in the order of the sections. */
  parts: v.array(v.picklist(activityParts)),
  /** `you`: the account that asks. `nobody`: no one was signed in. */
  who: v.picklist(['you', 'representative', 'staff', 'nobody']),
  /** Of everybody but you, where it is known. */
  name: v.nullable(v.string()),
  device: Device,
  /** Of what was copied to a device ahead of time: how many answers and files. */
  count: v.optional(v.number()),
  /** The name of the questionnaire that it was done to; of a message or a summary, whom it went to. */
  title: v.nullable(v.string()),
  /** The results, notes and documents that were opened one by one, as the record names them now; of one's own record alone. */
  opened: v.array(
    v.object({ kind: v.pipe(v.string(), v.maxLength(40)), name: v.string(), date: v.nullable(RecordDate) }),
  ),
});
export type ActivityLine = v.InferOutput<typeof ActivityLine>;

/** By whom the log can be narrowed. */
export const activityPeople = ['you', 'representative', 'staff'] as const;

/** What narrows the log on the page and as a report alike. */
const narrowed = {
  startDate: CalendarDate,
  endDate: CalendarDate,
  who: v.optional(v.picklist(activityPeople)),
  what: v.optional(v.picklist(activityGroups)),
};

/**
 * The activity log, latest first (specification 3, sections 2 and 9). Of one's own record: all that anybody did; of another's
 * (`patientId`): all that the caller did there. A day counts as the patient's facility has it. `next` goes on after a page.
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
    /** When the chain of the patient's rows was last found whole; null: not yet, or it is not for the caller to know. */
    lastCheckedAt: v.nullable(Instant),
  }),
  staleTime: 0,
  offline: 'never',
  audited: true,
  activity: 'Log',
});

/** The same as CSV, opened in a window with a download ticket (specification 3, section 7). */
export const getActivityReport = declareCall({
  ...reading,
  name: 'getActivityReport',
  path: '/api/users/{userId}/audits/report',
  params: { userId: UserId },
  query: {
    ...narrowed,
    patientId: v.optional(PatientId),
    language: v.optional(LanguageCode),
    token: v.optional(v.pipe(v.string(), v.maxLength(100))),
  },
  access: ['patient', 'representative'],
  answer: FileAnswer,
  answerType: 'file',
  staleTime: 0,
  offline: 'never',
  audited: true,
  activity: 'Log',
});
