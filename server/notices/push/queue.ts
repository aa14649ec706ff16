import { LanguageCode, type PatientId, type ReminderKind, reminderKinds } from '@portal/api';
import * as v from 'valibot';
import { claimEntries, leasedQueue } from '../../db/leasedQueue.ts';
import { type Db, statement } from '../../db/pool.ts';
import { quietHours } from '../localTime.ts';

/** What a device is told of: one kind, several at once, or the test that somebody asked for on the page of the settings. */
const PushKind = v.picklist([...reminderKinds, 'several', 'test']);

/** A notice is of use for a day: who did not look by then has the thing itself in the portal. */
const worthSeconds = 24 * 3600;

/** Nothing is shown before or from these hours of the patient's facility on, but what somebody asked for just now. */
const { until: opens, from: closes } = quietHours;
const here = 'now() at time zone d.time_zone' as const;
const endOfDay = `(date_trunc('day', ${here}) + interval '${closes} hours') at time zone d.time_zone` as const;
// A `case` and no `or`: the planner would think that hardly any notice fits, and sort them all.
const isAwake =
  `case when q.kind = 'test' then true else extract(hour from ${here}) between ${opens} and ${closes - 1} end` as const;
// What waits for an account that was closed meanwhile, as after a death, is sent to nobody. `offset 0`: the device `d` is looked up for each notice in turn, instead of those of all notices to sort them.
const joins = `cross join lateral (
     select s.endpoint, s.p256dh, s.auth, coalesce(u.language, p.language, f.default_language) as language, f.time_zone
     from push_subscriptions s join users u on u.id = s.user_id join patients p on p.user_id = u.id join facilities f on f.id = p.home_facility_id
     where s.id = q.subscription_id and u.disabled_at is null offset 0) d`;

/** A try takes at most a quarter of its lease. */
export const pushes = leasedQueue('push', {
  table: 'push_notices',
  seconds: 60,
  pauses: [30, 120, 600, 1800, 7200, 21_600],
  ended: 'deleted',
  expires: true,
  backlogs: { push: { joins, where: 'worthless_at > now()', due: `case when ${isAwake} then next_try_at end` } },
});

const insert = statement(
  'push.enqueue',
  `insert into push_notices (subscription_id, kind, worthless_at)
   select s.id, case cardinality(wanted.kinds) when 1 then wanted.kinds[1] else 'several' end, now() + make_interval(secs => ${worthSeconds})
   from push_subscriptions s join patients p on p.user_id = s.user_id join users u on u.id = s.user_id
     cross join lateral (select array(select kind from unnest($kinds::text[]) as kind where kind = 'test' or kind = any(s.kinds)) as kinds) wanted
   where p.id = $patientId and u.disabled_at is null and cardinality(wanted.kinds) > 0`,
);

/** Queues a notice for each device that wants one of these kinds, in the caller's transaction; gives how many. Call `wake` after. */
export const enqueuePush = (
  tx: Db,
  patientId: PatientId,
  kinds: readonly ReminderKind[] | readonly ['test'],
): Promise<number> => tx.run(insert, { patientId, kinds });

const ClaimedNotice = v.object({
  id: v.number(),
  subscriptionId: v.number(),
  kind: PushKind,
  /** For how long it may still be shown: a device that is switched on at night stays dark. */
  seconds: v.number(),
  endpoint: v.string(),
  p256dh: v.string(),
  auth: v.string(),
  language: LanguageCode,
  ...claimEntries,
});
/** A notice that this process alone may hand over, for as long as its lease lasts. */
export type ClaimedNotice = v.InferOutput<typeof ClaimedNotice>;

export const claimNotice = pushes.claim('claim', {
  reads: `subscription_id as "subscriptionId", q.kind, d.endpoint, d.p256dh, d.auth, d.language,
    ceil(extract(epoch from case q.kind when 'test' then worthless_at else least(worthless_at, ${endOfDay}) end - now()))::int as seconds`,
  joins,
  where: `next_try_at <= now() and ${isAwake}`,
  row: ClaimedNotice,
});
// The same endpoint: the browser may have given another one since.
const dropSubscription = statement(
  'push.gone',
  'delete from push_subscriptions where id = $subscriptionId and endpoint = $endpoint',
);

/** Nobody is at that endpoint any more: it goes with all that waits for it. */
export const settleGone = (db: Db, { subscriptionId, endpoint }: ClaimedNotice): Promise<number> =>
  db.run(dropSubscription, { subscriptionId, endpoint });
