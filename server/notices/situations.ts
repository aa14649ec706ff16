import {
  FacilityId,
  LanguageCode,
  type NoticeChannel,
  PatientId,
  ReminderOffset,
  RecordTiming,
  type ReminderKind,
  noticeChannels,
  reminderKinds,
  reminders,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { OfferedReminders } from '../facilities/offeredReminders.ts';
import type { ChosenChannel, Situation } from './plan.ts';

const day = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(`${text}T00:00:00Z`)),
);
const moment = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
);
const Moments = v.record(v.string(), moment);

const Row = v.object({
  patientId: PatientId,
  facilityId: FacilityId,
  timeZone: v.string(),
  portalName: v.string(),
  colour: v.nullable(v.string()),
  firstName: v.string(),
  language: v.fallback(LanguageCode, 'en'),
  /** The facility and the account are both active. */
  isServed: v.boolean(),
  email: v.nullable(v.string()),
  emailBounced: v.boolean(),
  smsPhoneNumber: v.nullable(v.string()),
  /** Modules that are on, and those of their fields as `Module.Field`. */
  modules: v.array(v.string()),
  offered: OfferedReminders,
  /** The row of the patient's settings, by column name. */
  settings: v.record(v.string(), v.unknown()),
  since: Moments,
  visits: v.array(
    v.object({
      id: v.number(),
      kind: v.picklist(['appointment', 'followUp']),
      day,
      startsAt: v.nullable(moment),
      zone: v.string(),
    }),
  ),
  questionnaires: v.array(v.object({ id: v.number(), cameAt: moment, dueDay: v.nullable(day) })),
  messages: v.array(v.object({ id: v.number(), threadId: v.number(), cameAt: moment })),
  requests: v.array(v.object({ id: v.number(), threadId: v.number(), promisedBy: moment })),
  told: v.array(v.string()),
});

/** The planner's input for these patients. A booked follow-up counts as its visit. `$now` is the current instant for the planner. */
const load = statement(
  'notices.situations',
  `select p.id as "patientId", f.id as "facilityId", f.time_zone as "timeZone", f.portal_name as "portalName", f.theme ->> '--facility-brand' as colour, u.first_name as "firstName",
     coalesce(u.language, p.language, f.default_language) as language,
     u.disabled_at is null and coalesce(f.subscription_ends_on >= ($now::timestamptz at time zone f.time_zone)::date, true) as "isServed",
     case when s.use_primary_email then p.email_address else s.non_primary_email end as email, s.email_bounced_at is not null as "emailBounced", s.sms_phone_number as "smsPhoneNumber",
     array(select jsonb_object_keys(f.capabilities) union all select module || '.' || field from jsonb_each(f.capabilities) one (module, fields), jsonb_array_elements_text(fields) field) as modules, f.reminder_settings as offered, to_jsonb(s) as settings, s.told_since as since,
     coalesce((select json_agg(json_build_object('id', a.id, 'kind', case a.kind when 'ExternalAppointment' then 'appointment' else 'followUp' end, 'day', a.listed_day,
         'startsAt', a.starts_at, 'zone', g.time_zone))
       from appointments a join facilities g on g.id = a.facility_id left join follow_up_plans plan on plan.id = a.plan_id
       where a.patient_id = p.id and a.listed_day >= ($now::timestamptz at time zone 'UTC')::date - 2 and not a.is_cancelled
         and (a.kind = 'ExternalAppointment' or (a.status = 'Pending' and plan.archived_at is null
           and not exists (select from appointments booked where booked.follow_up_id = a.id and not booked.is_cancelled)))), '[]') as visits,
     coalesce((select json_agg(json_build_object('id', q.id, 'cameAt', greatest(q.assigned_at, q.opens_on::timestamp at time zone f.time_zone), 'dueDay', q.due_date))
       from assigned_questionnaires q join questionnaire_templates t on t.id = q.template_id
       where q.patient_id = p.id and q.status in ('Assigned', 'Started') and q.can_start_by_patient
         and coalesce(q.due_date + coalesce(q.missed_after_days, t.missed_after_days) >= ($now::timestamptz at time zone f.time_zone)::date, true)), '[]') as questionnaires,
     coalesce((select json_agg(json_build_object('id', m.id, 'threadId', m.thread_id, 'cameAt', m.sent_at))
       from secure_messages m where m.patient_id = p.id and not m.is_from_patient and m.read_at is null and m.sent_at > $now::timestamptz - interval '30 days'), '[]') as messages,
     coalesce((select json_agg(json_build_object('id', r.message_id, 'threadId', r.thread_id, 'promisedBy', r.promised_by))
       from secure_requests r where r.patient_id = p.id and r.answered_at is null and r.outcome is null and r.promised_by > $now::timestamptz - interval '30 days'), '[]') as requests,
     array(select concat_ws(' ', n.channel, n.kind, n.thing_id, n.occasion) from notices n
       where n.patient_id = p.id and n.kind in ('appointment', 'followUp', 'secureMessage', 'questionnaire') and n.told_at > $now::timestamptz - interval '60 days') as told
   from patients p join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id join patient_reminder_settings s on s.patient_id = p.id
   where p.id = any($patientIds::bigint[])`,
  Row,
);

/** The name of each kind in the columns of the settings. */
const columns = {
  appointment: 'appointment',
  followUp: 'follow_up',
  secureMessage: 'secure_message',
  questionnaire: 'questionnaire',
  record: 'record',
} as const satisfies Readonly<Record<ReminderKind, string>>;

/** The column of the settings that says whether a kind is sent on a channel. */
export const columnOf = (kind: ReminderKind, channel: NoticeChannel): string =>
  `${columns[kind]}_${channel.toLowerCase()}`;

/** What a notice needs to know of a patient besides what is due. */
export interface Patient extends Pick<
  v.InferOutput<typeof Row>,
  'patientId' | 'facilityId' | 'timeZone' | 'portalName' | 'colour' | 'firstName' | 'language' | 'modules'
> {
  /** The address on each channel; null: none. */
  readonly addresses: Readonly<Record<NoticeChannel, string | null>>;
  /** Mail to the address bounced, so only a test is sent there. */
  readonly emailBounced: boolean;
  /** The channels that are chosen for at least one kind. */
  readonly channels: readonly NoticeChannel[];
  readonly situation: Situation;
  readonly threadOf: ReadonlyMap<number, number>;
}

function patientOf(row: v.InferOutput<typeof Row>): Patient {
  const { settings, since, offered, isServed, modules, emailBounced } = row;
  // The devices' addresses are in their subscriptions. Somebody without one has not chosen anything for devices either.
  const addresses = { Email: row.email, Sms: row.smsPhoneNumber, Push: 'devices' };
  const isChosen = (kind: ReminderKind, channel: NoticeChannel): boolean =>
    isServed &&
    reminders[kind].modules.some((module) => modules.includes(module)) &&
    settings[columnOf(kind, channel)] === true &&
    (channel === 'Push' || offered[`patient${reminders[kind].offered}${channel}Enabled`]);
  const choicesOf = (kind: ReminderKind): readonly ChosenChannel[] =>
    noticeChannels
      .filter(
        (channel) => isChosen(kind, channel) && addresses[channel] !== null && !(channel === 'Email' && emailBounced),
      )
      .map((channel) => ({ channel, since: since[columnOf(kind, channel)] ?? 0 }));
  const timingOf = (kind: 'appointment' | 'followUp', unlessSaid: ReminderOffset) => {
    const column = `${columns[kind]}_offset`;
    return { offset: v.parse(ReminderOffset, settings[column] ?? unlessSaid), since: since[column] ?? 0 };
  };
  return {
    ...row,
    addresses,
    channels: noticeChannels.filter((channel) => reminderKinds.some((kind) => isChosen(kind, channel))),
    situation: {
      zone: row.timeZone,
      choices: {
        appointment: choicesOf('appointment'),
        followUp: choicesOf('followUp'),
        secureMessage: choicesOf('secureMessage'),
        questionnaire: choicesOf('questionnaire'),
        record: choicesOf('record'),
      },
      timing: {
        appointment: timingOf('appointment', offered.patientDefaultAppointmentReminderOffset),
        followUp: timingOf('followUp', offered.patientDefaultFollowUpReminderOffset),
      },
      visits: row.visits,
      questionnaires: row.questionnaires,
      messages: row.messages,
      requests: row.requests,
      recordTiming: v.parse(RecordTiming, settings['record_timing'] ?? 'AtOnce'),
      news: [],
      told: new Set(row.told),
    },
    threadOf: new Map([...row.messages, ...row.requests].map(({ id, threadId }) => [id, threadId])),
  };
}

/** The situations of these patients, without what is new in the record (`news.ts`). A patient without settings is left out. */
export const readPatients = async (db: Db, patientIds: readonly PatientId[], now: Date): Promise<Patient[]> =>
  (await db.many(load, { patientIds, now })).map(patientOf);
