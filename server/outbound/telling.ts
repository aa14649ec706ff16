import { FacilityId, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { type Pool, statement } from '../db/pool.ts';
import type { MailingJob } from '../mail/mailing.ts';
import { enqueueMail } from '../mail/queue.ts';

/** Counted for each facility, for one mail about all; marks what it finds, so that of several processes only one gets each. */
const tell = statement(
  'outbound.tellFailed',
  `with failed as (
     select m.id, f.id as facility_id from facilities f join outbound_interfaces i on i.facility_id = f.id cross join lateral (
       select id from outbound_messages where interface_id = i.id and state = 'failed' and told_at is null
       order by ended_at limit 500 for update skip locked) m
     where f.message_settings ->> 'supervisorEmail' is not null),
   told as (update outbound_messages m set told_at = $at from failed where failed.id = m.id returning failed.facility_id)
   select f.id as "facilityId", f.message_settings ->> 'supervisorEmail' as supervisor, f.default_language as language, count(*)::int as messages
   from told join facilities f on f.id = told.facility_id group by f.id`,
  v.object({
    facilityId: FacilityId,
    supervisor: v.string(),
    language: v.fallback(LanguageCode, 'en'),
    messages: v.number(),
  }),
);

/** Notifies each facility's supervisor of what could not be handed over, once for each. Gives their number. `at` is the current instant. */
export const tellOfFailed = (pool: Pick<Pool, 'tx'>, at: Date): Promise<number> =>
  pool.tx(async (tx) => {
    const facilities = await tx.many(tell, { at });
    for (const { facilityId, supervisor, language, messages } of facilities)
      await enqueueMail(tx, { kind: 'outboundFailed', facilityId, to: supervisor, language, values: { messages } });
    return facilities.reduce((sum, { messages }) => sum + messages, 0);
  });

/** Looks for such messages. */
export const failedMessagesJob: MailingJob = {
  job: 'outbound_failed',
  everyMs: 10 * 60_000,
  part: 'outbound',
  what: 'what could not be handed over is told to nobody',
  queueDue: tellOfFailed,
};
