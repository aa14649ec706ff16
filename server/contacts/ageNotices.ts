import { FacilityId, LanguageCode, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { canSignIn } from '../credentials/passwords.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import type { MailingJob } from '../mail/mailing.ts';
import { enqueueMail } from '../mail/queue.ts';
import { reminderDays } from './representationEnds.ts';

const atOnce = 100;

/**
 * Notes whom it finds, so that of several processes only one tells each. From nine in the morning of the facility, and never at night; `$at`
 * is the current instant. The patient is told with the first representative, once for all of them.
 */
const note = statement(
  'ageNotices.note',
  `with due as (
     select distinct a.patient_id, a.age, case when a.birthday <= local.moment::date then 'ended' else 'ahead' end as kind, a.user_id
     from facilities f cross join lateral (select $at::timestamptz at time zone f.time_zone as moment) local
       join patients p on p.home_facility_id = f.id and p.deceased_since is null join current_representatives l on l.patient_id = p.id
       join rights_by_age a on a.user_id = l.user_id and a.patient_id = l.patient_id
     where f.rights_by_age is not null and a.birthday <= local.moment::date + $reminderDays::int and local.moment::time between '09:00' and '20:59:59'
       and not exists (select from age_notices n where n.patient_id = a.patient_id and n.age = a.age and n.user_id = a.user_id
         and n.kind = case when a.birthday <= local.moment::date then 'ended' else 'ahead' end)
     order by a.patient_id, a.age limit $atOnce),
   told as (
     insert into age_notices (patient_id, age, kind, user_id)
     select patient_id, age, kind, user_id from due union select d.patient_id, d.age, d.kind, p.user_id from due d join patients p on p.id = d.patient_id
     on conflict do nothing returning patient_id, age, kind, user_id)
   select t.patient_id as "patientId", t.user_id as "userId", t.age, t.kind, t.user_id = p.user_id as "isPatient", f.id as "facilityId", f.time_zone as "timeZone",
     case when u.disabled_at is null and ${canSignIn('u')} then coalesce(u.email, case when t.user_id = p.user_id then p.email_address end) end as email,
     u.first_name as "firstName", coalesce(language_of(u.id), f.default_language) as language,
     greatest(birthday_at(p.date_of_birth, t.age) - ($at::timestamptz at time zone f.time_zone)::date, 1) as days,
     coalesce((select string_agg(a.section || ':' || a."right", ' ' order by a.section, a."right") from rights_by_age a
       where a.user_id = t.user_id and a.patient_id = t.patient_id and a.age = t.age), '') as taken
   from told t join patients p on p.id = t.patient_id join facilities f on f.id = p.home_facility_id join users u on u.id = t.user_id
   order by t.patient_id, t.age, t.kind, t.user_id`,
  v.object({
    patientId: PatientId,
    userId: UserId,
    age: v.number(),
    kind: v.picklist(['ahead', 'ended']),
    isPatient: v.boolean(),
    facilityId: FacilityId,
    timeZone: v.string(),
    email: v.nullable(v.string()),
    firstName: v.string(),
    language: LanguageCode,
    days: v.number(),
    taken: v.string(),
  }),
);
type Told = v.InferOutput<typeof note.row>;

/** The mail names nobody, and neither the age nor what ends. */
async function tell(tx: Db, to: Told, email: string, portalUrl: string | null): Promise<void> {
  const { facilityId, timeZone, firstName, language, days, isPatient } = to;
  const link = `${await portalOrigin(tx, facilityId, null, portalUrl)}/`;
  const mail = { facilityId, to: email, language, byDayIn: timeZone };
  await (to.kind === 'ended'
    ? enqueueMail(tx, { ...mail, kind: isPatient ? 'givenAccessLess' : 'ownAccessLess', values: { firstName, link } })
    : enqueueMail(tx, {
        ...mail,
        kind: isPatient ? 'givenAccessLessSoon' : 'ownAccessLessSoon',
        values: { firstName, link, days },
      }));
}

/**
 * Tells patient and representatives, once each, of rights that a birthday ends: ahead, and when it has happened. The patient's log says what
 * has ended for whom. Gives the number of people. Nothing depends on it: the rights end by their date.
 */
export const tellOfAgeEnds = (pool: Pick<Pool, 'tx'>, at: Date, portalUrl: string | null): Promise<number> =>
  pool.tx(async (tx) => {
    const told = await tx.many(note, { at, reminderDays, atOnce });
    for (const one of told) if (one.email !== null) await tell(tx, one, one.email, portalUrl);
    for (const { patientId, facilityId, userId, age, taken } of told.filter(
      (one) => one.kind === 'ended' && !one.isPatient,
    ))
      await audit(tx, {
        type: 'representative.rights_ended_by_age',
        actor: null,
        patientId,
        facilityId,
        detail: { userId, age, taken },
      });
    return told.length;
  });

/** Looks for such birthdays. */
export const ageNoticesJob: MailingJob = {
  job: 'right_ending_by_age',
  everyMs: 30 * 60_000,
  part: 'contacts',
  what: 'nobody is told of rights that end by age',
  queueDue: tellOfAgeEnds,
};
