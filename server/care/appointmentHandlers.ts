import { AppointmentId, CalendarDate, Instant } from '@portal/api';
import * as v from 'valibot';
import { RawJson } from '../http/answerText.ts';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { abbreviationAt, nameZones, tzdata } from './zones.ts';
import { instantOf } from '../db/instantOf.ts';
import { statement } from '../db/pool.ts';
import { readReminders } from '../account/reminders.ts';

/**
 * The visits of `$patientId` and the follow-ups of their plan. A follow-up that was booked is the same visit: the booked one is shown and
 * names the follow-up. Both branches name the patient, because by the plan alone PostgreSQL reads everybody's visits where few belong to a
 * plan.
 */
export const visitsShown = `(
  select * from appointments where patient_id = $patientId and kind = 'ExternalAppointment'
  union all
  select one.* from follow_up_plans plan join appointments one on one.plan_id = plan.id and one.patient_id = $patientId
  where plan.patient_id = $patientId and plan.archived_at is null and not exists (select from appointments booked where booked.follow_up_id = one.id and not booked.is_cancelled)
)` as const;
/** The non-empty lines of a text, as an array. */
const lines = (column: string): string => `array_remove(string_to_array(${column}, E'\n'), '')`;

/** The answer's JSON, latest first. `$tzdata`: release of the time zone data. `unnamed`: a zone's abbreviations are not stored yet. */
const all = statement(
  'appointments.all',
  `select coalesce(json_agg(one), '[]')::text as json, coalesce(bool_or(one."timeZoneAbbreviation" is null), false) as unnamed
   from (
     select a.id, a.kind, coalesce(${instantOf('a.starts_at')}, a.listed_day::text) as date,
       concat_ws(', ', a.provider_last_name, a.provider_first_name) as provider, a.provider_first_name as "providerFirstName", a.provider_last_name as "providerLastName",
       a.type, a.subtype, a.location, a.place,
       case when a.kind = 'FollowUpAppointment' and a.status = 'Pending' then case when a.day is null then 'Recommended' else 'Scheduled' end else a.status end as status,
       a.is_confirmed as "isConfirmed", a.is_cancelled or (a.kind = 'FollowUpAppointment' and a.status = 'Cancelled') as "isCancelled", a.starts_at is not null as "hasTimePart",
       ${lines('a.instructions')} as instructions, a.duration_minutes as "durationMinutes", f.time_zone as "timeZoneId",
       z.abbreviations[width_bucket(coalesce(a.starts_at, (a.listed_day + time '12:00') at time zone f.time_zone), z.changes) + 1] as "timeZoneAbbreviation",
       coalesce(a.follow_up_label, (select r.follow_up_label from appointments r where r.id = a.follow_up_id)) as "followUpLabel",
       (a.follow_up_id is not null)::int as "linkedToOtherTypeCount",
       case when a.attendance_confirmed_at is not null or (home.takes and a.facility_id = home.id and a.kind = 'ExternalAppointment' and not a.is_cancelled and a.arrived_at is null)
         then json_build_object('confirmedAt', ${instantOf('a.attendance_confirmed_at')}) end as attendance
     from ${visitsShown} a cross join (select home_facility_id as id, takes_confirmations(home_facility_id) as takes from patients where id = $patientId) home
       join facilities f on f.id = a.facility_id left join time_zone_names z on z.time_zone = f.time_zone and z.tzdata = $tzdata
     order by a.listed_day desc, a.starts_at desc nulls last, a.id
   ) one`,
  v.object({ json: v.string(), unnamed: v.boolean() }),
);

/**
 * Future appointments, soonest first. One with a time is listed until it is over, one without until its day is over, a follow-up while it
 * is pending. The lower bound of two days before the day in UTC holds in every time zone and lets the index skip the past.
 */
const upcoming = statement(
  'appointments.upcoming',
  `select a.id, a.kind, a.starts_at as "startsAt", a.listed_day as day, a.short_location as "shortLocation", a.type, a.day is not null as "isBooked", a.status,
     concat_ws(', ', a.provider_last_name, a.provider_first_name) as provider, a.duration_minutes as "durationMinutes", ${lines('a.instructions')} as instructions,
     coalesce(a.follow_up_label, r.follow_up_label) as "followUpLabel", coalesce(a.follow_up_years, r.follow_up_years) as "followUpYears",
     coalesce(a.follow_up_months, r.follow_up_months) as "followUpMonths",
     (a.follow_up_id is not null)::int as "linkedToOtherTypeCount", f.time_zone as "timeZoneId"
   from ${visitsShown} a join facilities f on f.id = a.facility_id left join appointments r on r.id = a.follow_up_id
   where a.listed_day >= (now() at time zone 'UTC')::date - 2 and not a.is_cancelled
     and (a.kind = 'ExternalAppointment' or a.status = 'Pending')
     and coalesce(a.starts_at + make_interval(mins => coalesce(a.duration_minutes, 60)) > now(), a.listed_day >= today_in(f.time_zone))
   order by a.listed_day, a.starts_at nulls last, a.id limit $count`,
  v.object({
    id: AppointmentId,
    kind: v.picklist(['FollowUpAppointment', 'ExternalAppointment']),
    startsAt: v.nullable(Instant),
    day: CalendarDate,
    shortLocation: v.nullable(v.string()),
    type: v.string(),
    isBooked: v.boolean(),
    status: v.string(),
    provider: v.string(),
    durationMinutes: v.nullable(v.number()),
    instructions: v.array(v.string()),
    followUpLabel: v.nullable(v.string()),
    followUpYears: v.nullable(v.number()),
    followUpMonths: v.nullable(v.number()),
    linkedToOtherTypeCount: v.number(),
    timeZoneId: v.string(),
  }),
);

const settings = statement(
  'appointments.notifications',
  `select case $type when 'Appointments' then appointment_email else follow_up_email end as email, case $type when 'Appointments' then appointment_sms else follow_up_sms end as sms
   from patient_reminder_settings where patient_id = $patientId`,
  v.object({ email: v.boolean(), sms: v.boolean() }),
);

/** `Nov 24, 2026` or `Nov 24, 2026 8:00 AM EST`, for clients that do not format dates themselves. */
function writtenOut(day: CalendarDate, startsAt: Instant | null, zone: string, abbreviation: string): string {
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  if (startsAt === null) return new Intl.DateTimeFormat('en-US', { ...date, timeZone: 'UTC' }).format(new Date(day));
  const at = new Date(startsAt);
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone })
    .format(at)
    .replace(/\u202F/g, ' ');
  return `${new Intl.DateTimeFormat('en-US', { ...date, timeZone: zone }).format(at)} ${time} ${abbreviation}`;
}

/** Appointments, the upcoming ones, and whether the patient gets notices of them (specification 2, sections 2, 3 and 7). */
export const appointmentHandlers = {
  async listAppointments({ db, params }) {
    const first = await db.one(all, { patientId: params.patientId, tzdata });
    if (!first.unnamed) return new RawJson(first.json);
    await nameZones(db);
    return new RawJson((await db.one(all, { patientId: params.patientId, tzdata })).json);
  },

  async listUpcomingAppointments({ db, params }) {
    const rows = await db.many(upcoming, { patientId: params.patientId, count: params.count });
    return rows.map(
      ({ id, kind, startsAt, day, type, isBooked, status, followUpYears, followUpMonths, timeZoneId, ...row }) => {
        const timeZoneAbbreviation = abbreviationAt(timeZoneId, new Date(startsAt ?? `${day}T12:00:00Z`));
        const isFollowUp = kind === 'FollowUpAppointment';
        return {
          ...row,
          id,
          upcomingAppointmentType: kind,
          date: writtenOut(day, startsAt, timeZoneId, timeZoneAbbreviation),
          rawDate: startsAt ?? day,
          hasTimePart: startsAt !== null,
          timeZoneId,
          timeZoneAbbreviation,
          externalAppointmentType: isFollowUp ? null : type,
          status: isFollowUp ? (isBooked ? 'Scheduled' : 'Recommended') : status,
          followUpLabelParts:
            followUpYears === null || followUpMonths === null ? null : { y: followUpYears, m: followUpMonths },
        };
      },
    );
  },

  async getNotificationSettings({ db, params, query }) {
    if (query.type === undefined) return orNotFound(await readReminders(db, params.patientId));
    const patientSettings = await db.maybe(settings, { patientId: params.patientId, type: query.type });
    if (patientSettings === null || !(patientSettings.email || patientSettings.sms)) throw notFound();
    return { patientSettings };
  },
} satisfies Partial<Handlers>;
