import { FacilityId, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { backlog } from '../db/backlog.ts';
import { type Pool, statement } from '../db/pool.ts';
import type { MailingJob } from '../mail/mailing.ts';
import { enqueueMail } from '../mail/queue.ts';
import { workingDaysOf } from './sql.ts';

/** The working days after which the office is notified, if the facility sets nothing else. */
const usualDays = 2;

/** Messages that nobody has opened and of which nobody was told; due: past the limit, if there is a supervisor to be told. */
backlog('unopened_message', {
  rows: `secure_messages m join secure_threads t on t.id = m.thread_id join facilities f on f.id = t.facility_id
    where m.is_from_patient and m.read_at is null and m.office_told_at is null`,
  order: 'm.sent_at',
  since: 'm.sent_at',
  due: `case when f.message_settings ->> 'supervisorEmail' is not null
    then after_working_days(m.sent_at, coalesce((f.message_settings ->> 'unopenedAfterDays')::int, ${usualDays}), ${workingDaysOf}, f.time_zone) end`,
  most: 1000,
});

/**
 * Counted for each facility, for one mail about all; marks the messages that it finds, so that of several processes only one gets each. So many working days
 * take at least as many days, but for a change of the clocks: what is younger is not even looked at.
 */
const tell = statement(
  'messages.tellOffice',
  `with facility as (
     select f.id, f.time_zone, f.default_language, f.message_settings ->> 'supervisorEmail' as supervisor, coalesce((f.message_settings ->> 'unopenedAfterDays')::int, $days) as days,
       ${workingDaysOf} as working
     from facilities f where f.message_settings ->> 'supervisorEmail' is not null),
   late as (
     select m.id, f.id as facility_id, f.days from facility f cross join lateral (
       select id from secure_messages
       where facility_id = f.id and is_from_patient and read_at is null and office_told_at is null
         and sent_at < $at::timestamptz - make_interval(days => f.days - 1) and after_working_days(sent_at, f.days, f.working, f.time_zone) <= $at::timestamptz
       order by sent_at limit 500 for update skip locked) m),
   told as (
     update secure_messages m set office_told_at = $at, office_told_after_days = late.days from late where late.id = m.id returning late.facility_id)
   select f.id as "facilityId", f.supervisor, f.default_language as language, f.days, count(*)::int as messages
   from told join facility f on f.id = told.facility_id group by f.id, f.supervisor, f.default_language, f.days`,
  v.object({
    facilityId: FacilityId,
    supervisor: v.string(),
    language: v.fallback(LanguageCode, 'en'),
    days: v.number(),
    messages: v.number(),
  }),
);

/**
 * Notifies each facility's supervisor of messages that nobody has opened within the facility's limit, once for each message. The patient
 * sees that, and when. Gives the number of messages. `at` is the current instant.
 */
export const tellOfUnopened = (pool: Pick<Pool, 'tx'>, at: Date): Promise<number> =>
  pool.tx(async (tx) => {
    const facilities = await tx.many(tell, { at, days: usualDays });
    for (const { facilityId, supervisor, language, days, messages } of facilities)
      await enqueueMail(tx, {
        kind: 'messagesUnopened',
        facilityId,
        to: supervisor,
        language,
        values: { messages, days },
      });
    return facilities.reduce((sum, { messages }) => sum + messages, 0);
  });

/** Looks for such messages. */
export const unopenedMessagesJob: MailingJob = {
  job: 'unopened_message',
  everyMs: 10 * 60_000,
  part: 'messages',
  what: 'unopened messages are not looked for',
  queueDue: tellOfUnopened,
};
