import { type DeviceId, type PushTarget, type ReminderKind, type UserId, reminderKinds } from '@portal/api';
import * as v from 'valibot';
import { hashOf } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';

/** How many devices of one person get push messages. */
const mostSubscriptions = 10;

const Standing = v.object({ endpoint: v.string(), kinds: v.array(v.picklist(reminderKinds)) });
type Standing = v.InferOutput<typeof Standing>;

const find = statement(
  'pushSubscriptions.find',
  'select endpoint, kinds from push_subscriptions where user_id = $userId and device_id = $deviceId',
  Standing,
);
const holdDevice = statement(
  'pushSubscriptions.holdDevice',
  'select 1 as one from devices where user_id = $userId and device_id = $deviceId and revoked_at is null for update',
);
const takeFromOthers = statement(
  'pushSubscriptions.takeFromOthers',
  'delete from push_subscriptions where endpoint_hash = $endpointHash and (user_id, device_id) <> ($userId, $deviceId)',
);
const save = statement(
  'pushSubscriptions.save',
  `insert into push_subscriptions (user_id, device_id, session_id, endpoint_hash, endpoint, p256dh, auth, kinds)
   values ($userId, $deviceId, $sessionId, $endpointHash, $endpoint, $p256dh, $auth, $kinds)
   on conflict (user_id, device_id) do update set session_id = excluded.session_id, endpoint_hash = excluded.endpoint_hash,
     endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, kinds = excluded.kinds`,
);
const dropOldest = statement(
  'pushSubscriptions.dropOldest',
  `delete from push_subscriptions where id in (
     select id from push_subscriptions where user_id = $userId order by created_at desc, id desc offset $mostSubscriptions)`,
);
const drop = statement(
  'pushSubscriptions.drop',
  'delete from push_subscriptions where user_id = $userId and device_id = $deviceId',
);
const findRenewed = statement(
  'pushSubscriptions.findRenewed',
  'select id as "subscriptionId" from push_subscriptions where endpoint_hash = $endpointHash and auth = $auth',
  v.object({ subscriptionId: v.number() }),
);
const dropHolder = statement(
  'pushSubscriptions.dropHolder',
  'delete from push_subscriptions where endpoint_hash = $endpointHash and id <> $subscriptionId',
);
const renew = statement(
  'pushSubscriptions.renew',
  'update push_subscriptions set endpoint_hash = $endpointHash, endpoint = $endpoint, p256dh = $p256dh, auth = $auth where id = $subscriptionId',
);
const endElsewhere = statement(
  'pushSubscriptions.endElsewhere',
  `delete from push_subscriptions p where p.user_id = $userId and not exists (
     select from sessions mine join sessions theirs on theirs.cookie_hash = mine.cookie_hash and theirs.surface = mine.surface
     where mine.id = $sessionId and theirs.id = p.session_id)`,
);
const endAt = statement(
  'pushSubscriptions.endAt',
  `delete from push_subscriptions p using sessions chosen, sessions theirs
   where chosen.id = $chosen and chosen.user_id = $userId and theirs.cookie_hash = chosen.cookie_hash and theirs.surface = chosen.surface
     and p.session_id = theirs.id and p.user_id = $userId`,
);

interface Device {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

/** What a device is notified of; null if it has no subscription. */
export const subscriptionOf = (db: Db, { userId, deviceId }: Device): Promise<Standing | null> =>
  db.maybe(find, { userId, deviceId });

const isSame = (before: Standing | null, endpoint: string, kinds: readonly ReminderKind[]): boolean =>
  before?.endpoint === endpoint &&
  before.kinds.length === kinds.length &&
  kinds.every((kind) => before.kinds.includes(kind));

/** Subscribes a device. `noDevice`: the account has no such device. `same`: the subscription was already like that. */
export async function subscribe(
  tx: Db,
  { userId, deviceId }: Device,
  { endpoint, keys, kinds }: PushTarget & { readonly kinds: readonly ReminderKind[] },
  sessionId: number,
): Promise<'noDevice' | 'same' | 'changed'> {
  if (!(await tx.has(holdDevice, { userId, deviceId }))) return 'noDevice';
  const before = await tx.maybe(find, { userId, deviceId });
  const endpointHash = hashOf(endpoint);
  const chosen = reminderKinds.filter((kind) => kinds.includes(kind));
  await tx.run(takeFromOthers, { endpointHash, userId, deviceId });
  await tx.run(save, { userId, deviceId, sessionId, endpointHash, endpoint, ...keys, kinds: chosen });
  await tx.run(dropOldest, { userId, mostSubscriptions });
  return isSame(before, endpoint, chosen) ? 'same' : 'changed';
}

/** Ends a device's subscription; true if there was one. */
export const unsubscribe = async (tx: Db, { userId, deviceId }: Device): Promise<boolean> =>
  (await tx.run(drop, { userId, deviceId })) > 0;

/** The subscription with this endpoint and its secret; null if there is none. */
export async function subscriptionAt(db: Db, endpoint: string, auth: string): Promise<number | null> {
  const found = await db.maybe(findRenewed, { endpointHash: hashOf(endpoint), auth });
  return found?.subscriptionId ?? null;
}

export async function renewSubscription(
  tx: Db,
  subscriptionId: number,
  { endpoint, keys }: Pick<PushTarget, 'endpoint' | 'keys'>,
): Promise<void> {
  const endpointHash = hashOf(endpoint);
  await tx.run(dropHolder, { endpointHash, subscriptionId });
  await tx.run(renew, { subscriptionId, endpointHash, endpoint, ...keys });
}

/** Ends a person's subscriptions in all browsers but that of the given session; without a session, in all. */
export const endPushElsewhere = async (tx: Db, userId: UserId, sessionId: number | null): Promise<void> => {
  await tx.run(endElsewhere, { userId, sessionId });
};

/** Ends the subscriptions in the browser of a living or ended session. */
export const endPushAt = async (tx: Db, userId: UserId, chosen: number): Promise<void> => {
  await tx.run(endAt, { userId, chosen });
};
