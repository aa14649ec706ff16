import * as v from 'valibot';
import { IfSystemId } from '@portal/api';
import { leaseSeconds, pauses } from '../../process/signedPost.ts';
import { type Db, statement } from '../../db/pool.ts';

const Claimed = v.object({
  messageId: v.number(),
  systemId: IfSystemId,
  url: v.nullable(v.string()),
  sealedSecret: v.nullable(v.instance(Buffer)),
  mailbox: v.nullable(v.string()),
  carriesText: v.boolean(),
  tries: v.number(),
  lease: v.string(),
});
/** A message that this process alone may hand over, for as long as its lease lasts: to an address, or to a mailbox. */
export type Claimed = v.InferOutput<typeof Claimed>;

/** In the order of a thread, and never while one of its files waits for the scanner. */
const claim = statement(
  'delivery.claim',
  `with due as (
     select d.message_id from message_deliveries d join external_systems x on x.id = d.external_system_id
     where d.state = 'queued' and d.next_try_at <= now() and (d.leased_until is null or d.leased_until < now()) 
       and (x.message_url is not null or x.mailbox_address is not null)
       and not exists (select from message_attachments a where a.message_id = d.message_id and a.state = 'held')
       and not exists (
         select from secure_messages own join secure_messages earlier on earlier.thread_id = own.thread_id and earlier.id < own.id
           join message_deliveries before on before.message_id = earlier.id and before.state = 'queued'
         where own.id = d.message_id)
     order by d.next_try_at, d.message_id limit 1 for update of d skip locked)
   update message_deliveries d set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}), tries = d.tries + 1
   from due, external_systems x where d.message_id = due.message_id and x.id = d.external_system_id
   returning d.message_id as "messageId", x.id as "systemId", x.message_url as url, x.message_secret as "sealedSecret",
     x.mailbox_address as mailbox, x.mailbox_carries_text as "carriesText", d.tries, d.lease`,
  Claimed,
);
const end = statement(
  'delivery.end',
  `update message_deliveries set state = $state, ended_at = now(), failure = $failure, lease = null, leased_until = null
   where message_id = $messageId and lease = $lease::uuid and state = 'queued'`,
);
const retry = statement(
  'delivery.retry',
  `update message_deliveries set next_try_at = now() + make_interval(secs => $pause), failure = $failure, lease = null, leased_until = null
   where message_id = $messageId and lease = $lease::uuid and state = 'queued'`,
);

/** Takes the message that is due longest; null where there is none that is free. */
export const claimDelivery = (db: Db): Promise<Claimed | null> => db.maybe(claim);

export const settleDelivered = (db: Db, { messageId, lease }: Claimed): Promise<number> =>
  db.run(end, { messageId, lease, state: 'delivered', failure: null });

/** Tried again later until the tries are used up; `isPermanent` ends it. `code` names the failure. */
export function settleNotDelivered(db: Db, claimed: Claimed, code: string, isPermanent: boolean): Promise<number> {
  const { messageId, lease, tries } = claimed;
  const pause = pauses[tries - 1];
  return isPermanent || pause === undefined
    ? db.run(end, { messageId, lease, state: 'failed', failure: code })
    : db.run(retry, { messageId, lease, pause, failure: code });
}
