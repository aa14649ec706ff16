import { FacilityId, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { backlog } from '../db/backlog.ts';
import { type Pool, statement } from '../db/pool.ts';
import type { MailingJob } from '../mail/mailing.ts';
import { enqueueMail } from '../mail/queue.ts';

backlog('late_request', {
  rows: `secure_requests r join patients p on p.id = r.patient_id join facilities f on f.id = p.home_facility_id
    where r.answered_at is null and r.office_told_at is null and r.outcome is null and r.promised_by <= now()`,
  order: 'r.promised_by',
  since: 'r.promised_by',
  due: "case when f.message_settings ->> 'supervisorEmail' is not null then r.promised_by end",
});

/** Counted for each facility, for one mail about all; marks the requests that it finds, so that of several processes only one gets each. */
const tell = statement(
  'requests.tellOffice',
  `with late as (
     select r.thread_id, f.id as facility_id from facilities f cross join lateral (
       select thread_id from secure_requests
       where facility_id = f.id and answered_at is null and outcome is null and office_told_at is null and promised_by <= $at::timestamptz
       order by promised_by limit 500 for update skip locked) r
     where f.message_settings ->> 'supervisorEmail' is not null),
   told as (update secure_requests r set office_told_at = $at from late where late.thread_id = r.thread_id returning late.facility_id)
   select f.id as "facilityId", f.message_settings ->> 'supervisorEmail' as supervisor, f.default_language as language, count(*)::int as requests
   from told join facilities f on f.id = told.facility_id group by f.id`,
  v.object({
    facilityId: FacilityId,
    supervisor: v.string(),
    language: v.fallback(LanguageCode, 'en'),
    requests: v.number(),
  }),
);

/**
 * Notifies each facility's supervisor of requests that have no answer by the promised time, once for each. The patient sees that, and when.
 * Gives the number of requests. `at` is the current instant.
 */
export const tellOfLateRequests = (pool: Pick<Pool, 'tx'>, at: Date): Promise<number> =>
  pool.tx(async (tx) => {
    const facilities = await tx.many(tell, { at });
    for (const { facilityId, supervisor, language, requests } of facilities)
      await enqueueMail(tx, { kind: 'requestsLate', facilityId, to: supervisor, language, values: { requests } });
    return facilities.reduce((sum, { requests }) => sum + requests, 0);
  });

/** Looks for such requests. */
export const lateRequestsJob: MailingJob = {
  job: 'late_request',
  everyMs: 10 * 60_000,
  part: 'messages',
  what: 'late requests are not looked for',
  queueDue: tellOfLateRequests,
};
