import { LanguageCode, type PatientId, reminderKinds } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';

/** What a device is told of; `test` is what somebody asked for on the page of the settings. */
export const PushKind = v.picklist([...reminderKinds, 'test']);
export type PushKind = v.InferOutput<typeof PushKind>;

/** A notice is of use for a day: who did not look by then has the thing itself in the portal. */
const worthSeconds = 24 * 3600;
/** How long nobody else may hand it over; a try takes at most a quarter of that. */
const leaseSeconds = 60;
/** Seconds to wait after the first try, the second, …; after the last it is given up. */
const pauses = [30, 120, 600, 1800, 7200, 21_600] as const;

const insert = statement(
  'push.enqueue',
  `insert into push_notices (subscription_id, kind, worthless_at)
   select s.id, $kind, now() + make_interval(secs => ${worthSeconds})
   from push_subscriptions s join patients p on p.user_id = s.user_id join users u on u.id = s.user_id
   where p.id = $patientId and u.disabled_at is null and ($kind = 'test' or $kind = any(s.kinds))`,
);

/**
 * Puts a notice for each device of a patient that wants this kind into the queue, in the caller's transaction, and says how many there
 * are. Call `PushSender.wake` afterwards, so that it goes at once; without that it goes within seconds.
 */
export const enqueuePush = (tx: Db, patientId: PatientId, kind: PushKind): Promise<number> =>
  tx.run(insert, { patientId, kind });

const Claimed = v.object({
  noticeId: v.number(),
  subscriptionId: v.number(),
  kind: PushKind,
  tries: v.number(),
  lease: v.string(),
  /** For how long it is still of use. */
  seconds: v.number(),
  endpoint: v.string(),
  p256dh: v.string(),
  auth: v.string(),
  language: LanguageCode,
});
/** A notice that this process alone may hand over, for as long as its lease lasts. */
export type Claimed = v.InferOutput<typeof Claimed>;

const claim = statement(
  'push.claim',
  `with due as (
     select id from push_notices where next_try_at <= now() and (leased_until is null or leased_until < now()) and worthless_at > now()
     order by next_try_at, id limit 1 for update skip locked)
   update push_notices n set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
   from due, push_subscriptions s join users u on u.id = s.user_id join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id
   where n.id = due.id and s.id = n.subscription_id
   returning n.id as "noticeId", s.id as "subscriptionId", n.kind, n.tries, n.lease, ceil(extract(epoch from n.worthless_at - now()))::int as seconds,
     s.endpoint, s.p256dh, s.auth, coalesce(u.language, p.language, f.default_language) as language`,
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
