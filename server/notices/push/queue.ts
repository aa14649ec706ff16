import { LanguageCode, type PatientId, type ReminderKind, reminderKinds } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { quietHours } from '../plan.ts';

/** What a device is told of: one kind, several at once, or the test that somebody asked for on the page of the settings. */
const PushKind = v.picklist([...reminderKinds, 'several', 'test']);

/** A notice is of use for a day: who did not look by then has the thing itself in the portal. */
const worthSeconds = 24 * 3600;
/** How long nobody else may hand it over; a try takes at most a quarter of that. */
const leaseSeconds = 60;
/** Seconds to wait after the first try, the second, …; after the last it is given up. */
const pauses = [30, 120, 600, 1800, 7200, 21_600] as const;

const insert = statement(
  'push.enqueue',
  `insert into push_notices (subscription_id, kind, worthless_at)
   select s.id, case cardinality(wanted.kinds) when 1 then wanted.kinds[1] else 'several' end, now() + make_interval(secs => ${worthSeconds})
   from push_subscriptions s join patients p on p.user_id = s.user_id join users u on u.id = s.user_id
     cross join lateral (select array(select kind from unnest($kinds::text[]) as kind where kind = 'test' or kind = any(s.kinds)) as kinds) wanted
   where p.id = $patientId and u.disabled_at is null and cardinality(wanted.kinds) > 0`,
);

/**
 * Puts one notice for each device of a patient that wants any of these kinds into the queue, in the caller's transaction, and says how
 * many there are. Call `PushSender.wake` afterwards, so that it goes at once; without that it goes within seconds.
 */
export const enqueuePush = (
  tx: Db,
  patientId: PatientId,
  kinds: readonly ReminderKind[] | readonly ['test'],
): Promise<number> => tx.run(insert, { patientId, kinds });

const Claimed = v.object({
  noticeId: v.number(),
  subscriptionId: v.number(),
  kind: PushKind,
  tries: v.number(),
  lease: v.string(),
  /** For how long it may still be shown: a device that is switched on at night stays dark. */
  seconds: v.number(),
  endpoint: v.string(),
  p256dh: v.string(),
  auth: v.string(),
  language: LanguageCode,
});
/** A notice that this process alone may hand over, for as long as its lease lasts. */
export type Claimed = v.InferOutput<typeof Claimed>;

/** Nothing is shown before or from these hours of the patient's facility on, but what somebody asked for just now. */
const { until: opens, from: closes } = quietHours;
const here = 'now() at time zone f.time_zone' as const;
const endOfDay = `(date_trunc('day', ${here}) + interval '${closes} hours') at time zone f.time_zone` as const;
const claim = statement(
  'push.claim',
  `with due as (
     select n.id, case n.kind when 'test' then n.worthless_at else least(n.worthless_at, ${endOfDay}) end as until, coalesce(u.language, p.language, f.default_language) as language
     from push_notices n join push_subscriptions s on s.id = n.subscription_id join users u on u.id = s.user_id join patients p on p.user_id = u.id
       join facilities f on f.id = p.home_facility_id
     where n.next_try_at <= now() and (n.leased_until is null or n.leased_until < now()) and n.worthless_at > now()
       and (n.kind = 'test' or extract(hour from ${here}) between ${opens} and ${closes - 1})
     order by n.next_try_at, n.id limit 1 for update of n skip locked)
   update push_notices n set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
   from due, push_subscriptions s where n.id = due.id and s.id = n.subscription_id
   returning n.id as "noticeId", s.id as "subscriptionId", n.kind, n.tries, n.lease, ceil(extract(epoch from due.until - now()))::int as seconds,
     s.endpoint, s.p256dh, s.auth, due.language`,
  Claimed,
);
const expire = statement(
  'push.expire',
  'delete from push_notices where worthless_at <= now() and (leased_until is null or leased_until < now())',
);
const drop = statement('push.drop', 'delete from push_notices where id = $noticeId and lease = $lease::uuid');
const later = statement(
  'push.later',
  `update push_notices set next_try_at = now() + make_interval(secs => $pause), lease = null, leased_until = null
   where id = $noticeId and lease = $lease::uuid`,
);
// The same endpoint: the browser may have given another one since.
const dropSubscription = statement(
  'push.gone',
  'delete from push_subscriptions where id = $subscriptionId and endpoint = $endpoint',
);

/** Takes the notice that is due longest; null where there is none that is free. */
export const claimNotice = (db: Db): Promise<Claimed | null> => db.maybe(claim);

/** Forgets what is of no use any more. */
export const expireNotices = (db: Db): Promise<number> => db.run(expire);

/** It was taken, or never will be. */
export const settle = (db: Db, { noticeId, lease }: Claimed): Promise<number> => db.run(drop, { noticeId, lease });

/** It is tried again later, until the tries are used up. */
export async function settleFailure(db: Db, notice: Claimed): Promise<void> {
  const pause = pauses[notice.tries - 1];
  if (pause === undefined) await settle(db, notice);
  else await db.run(later, { noticeId: notice.noticeId, lease: notice.lease, pause });
}

/** Nobody is at that endpoint any more: it goes with all that waits for it. */
export const settleGone = (db: Db, { subscriptionId, endpoint }: Claimed): Promise<number> =>
  db.run(dropSubscription, { subscriptionId, endpoint });
