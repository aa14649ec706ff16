import { ContactId, FacilityId, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { canSignIn } from '../credentials/passwords.ts';
import { type Pool, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import type { MailingJob } from '../mail/mailing.ts';
import { enqueueMail } from '../mail/queue.ts';
import { reminderDays } from './representationEnds.ts';

const atOnce = 100;

const Person = v.object({ email: v.nullable(v.string()), firstName: v.string(), language: LanguageCode });

const Ending = v.object({
  contactId: ContactId,
  days: v.number(),
  facilityId: FacilityId,
  timeZone: v.string(),
  patient: v.nullable(Person),
  representative: Person,
});

/**
 * SQL for who acts for the patient of contact `c`, looked up contact by contact (`offset 0`). `$at` is the current instant. Of a patient who has
 * died nobody is reminded.
 */
const actor = `lateral (
       select r.user_id, r.access_last_day, f.id as facility_id, f.time_zone, f.default_language, $at::timestamptz at time zone f.time_zone as moment
       from current_representatives r join patients p on p.id = r.patient_id join facilities f on f.id = p.home_facility_id
       where r.contact_id = c.id and r.patient_id = c.patient_id and p.deceased_since is null offset 0) l` as const;
/** SQL for `Ending` of the rows of `reminded`. A patient without an account cannot choose a later day and is not asked to. */
const ending =
  `select r.id as "contactId", greatest(r.days, 1) as days, r.facility_id as "facilityId", r.time_zone as "timeZone",
     case when u.disabled_at is null and ${canSignIn('u')} then jsonb_build_object('email', coalesce(u.email, p.email_address), 'firstName', p.first_name,
       'language', coalesce(language_of(u.id), r.default_language)) end as patient,
     jsonb_build_object('email', case when a.disabled_at is null then a.email end, 'firstName', a.first_name, 'language', language_of(a.id)) as representative
   from reminded r join patients p on p.id = r.patient_id join users u on u.id = p.user_id join users a on a.id = r.user_id` as const;

/**
 * Marks the ends that it finds, so that of several processes only one gets each. From nine in the morning of the facility, and never at night.
 */
const remind = statement(
  'ends.remind',
  `with due as (
     select c.id, c.access_last_day - l.moment::date as days, l.user_id, c.patient_id, l.facility_id, l.time_zone, l.default_language
     from contacts c cross join ${actor}
     where c.access_last_day between $at::timestamptz::date - 2 and $at::timestamptz::date + $reminderDays::int + 2
       and c.end_reminded_for is distinct from c.access_last_day and c.access_last_day >= l.moment::date
       and l.moment >= c.access_last_day - $reminderDays::int + time '09:00' and l.moment::time between '08:00' and '20:59:59'
     order by c.access_last_day limit $atOnce for update of c skip locked),
   reminded as (
     update contacts c set end_reminded_for = c.access_last_day from due where due.id = c.id returning due.*)
   ${ending}`,
  Ending,
);

/**
 * The same for ends of sections that come before that of the whole, one reminder of all that are due for a contact. Their contact is locked, so that
 * two processes do not remind of a part each. The case: an end is found by its contact, and not by its day, on which thousands may end.
 */
const remindOfSections = statement(
  'ends.remindOfSections',
  `with due as (
     select c.id, l.user_id, c.patient_id, l.facility_id, l.time_zone, l.default_language, l.moment, l.access_last_day
     from contacts c cross join ${actor}
     where l.moment::time between '08:00' and '20:59:59' and c.id in (
         select e.contact_id from section_ends e where e.needs_reminder
           and e.last_day between $at::timestamptz::date - 2 and $at::timestamptz::date + $reminderDays::int + 2)
       and exists (select from section_ends e where e.contact_id = c.id and e.needs_reminder
         and e.last_day >= l.moment::date and e.last_day < coalesce(l.access_last_day, 'infinity') and l.moment >= e.last_day - $reminderDays::int + time '09:00')
     limit $atOnce for update of c skip locked),
   marked as (
     update section_ends e set needs_reminder = false from due
     where e.contact_id = due.id and case when e.needs_reminder and e.last_day >= due.moment::date and e.last_day < coalesce(due.access_last_day, 'infinity')
       then due.moment >= e.last_day - $reminderDays::int + time '09:00' end
     returning e.contact_id, e.section, e.last_day),
   reminded as (
     select due.*, m.days from due join lateral (
       select min(m.last_day) - due.moment::date as days from marked m
       where m.contact_id = due.id
         and exists (select from current_rights h where h.user_id = due.user_id and h.patient_id = due.patient_id and h.section = m.section)) m on m.days is not null)
   ${ending}`,
  Ending,
);

/** Reminds patient and representative, once, of what ends soon; gives the number of reminders. The mails name nobody, and no section. */
export const remindOfEnds = (pool: Pick<Pool, 'tx'>, at: Date, portalUrl: string | null): Promise<number> =>
  pool.tx(async (tx) => {
    const whole = await tx.many(remind, { at, reminderDays, atOnce });
    const parts = await tx.many(remindOfSections, { at, reminderDays, atOnce });
    const found = [
      ...whole.map((one) => ({ ...one, kinds: ['givenAccessEnds', 'ownAccessEnds'] as const })),
      ...parts.map((one) => ({ ...one, kinds: ['givenPartEnds', 'ownPartEnds'] as const })),
    ];
    for (const { contactId, days, facilityId, timeZone, patient, representative, kinds } of found) {
      const origin = await portalOrigin(tx, facilityId, null, portalUrl);
      if (patient !== null && patient.email !== null)
        await enqueueMail(tx, {
          kind: kinds[0],
          facilityId,
          byDayIn: timeZone,
          to: patient.email,
          language: patient.language,
          values: { firstName: patient.firstName, link: `${origin}/edit-contact?contactId=${String(contactId)}`, days },
        });
      if (representative.email !== null)
        await enqueueMail(tx, {
          kind: kinds[1],
          facilityId,
          byDayIn: timeZone,
          to: representative.email,
          language: representative.language,
          values: { firstName: representative.firstName, link: `${origin}/`, days },
        });
    }
    return found.length;
  });

/** Looks for such ends. */
export const endRemindersJob: MailingJob = {
  job: 'ending_access',
  everyMs: 10 * 60_000,
  part: 'contacts',
  what: 'nobody is reminded of the end of an access',
  queueDue: remindOfEnds,
};
