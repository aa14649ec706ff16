import * as v from 'valibot';
import { IfSystemId } from '@portal/api';
import { pauses } from '../../process/signedPost.ts';
import { claimEntries, leasedQueue } from '../../db/leasedQueue.ts';

const ClaimedDelivery = v.object({
  id: v.number(),
  systemId: IfSystemId,
  url: v.nullable(v.string()),
  sealedSecret: v.nullable(v.instance(Buffer)),
  mailbox: v.nullable(v.string()),
  carriesText: v.boolean(),
  ...claimEntries,
});
/** A message that this process alone may hand over, for as long as its lease lasts: to an address, or to a mailbox. */
export type ClaimedDelivery = v.InferOutput<typeof ClaimedDelivery>;

const joins = 'join external_systems x on x.id = q.external_system_id';
/**
 * In the order of a thread, and never while one of its files waits for the scanner. `case` and `offset 0`: both are looked up for each message,
 * or else the planner would read all that wait.
 */
const mayGo = `(x.message_url is not null or x.mailbox_address is not null)
     and not exists (select from message_attachments a where a.message_id = q.message_id and case when a.state = 'held' then true end offset 0)
     and not exists (
       select from secure_messages own join secure_messages earlier on earlier.thread_id = own.thread_id and earlier.id < own.id
         join message_deliveries before on before.message_id = earlier.id and case when before.state = 'queued' then true end
       where own.id = q.message_id offset 0)` as const;

export const deliveries = leasedQueue('delivery', {
  table: 'message_deliveries',
  key: 'message_id',
  pauses,
  backlogs: { message_delivery: { joins, due: `case when ${mayGo} then next_try_at end`, most: 1000 } },
});
export const claimDelivery = deliveries.claim('claim', {
  reads: `x.id as "systemId", x.message_url as url, x.message_secret as "sealedSecret", x.mailbox_address as mailbox,
     x.mailbox_carries_text as "carriesText"`,
  joins,
  where: `next_try_at <= now() and ${mayGo}`,
  row: ClaimedDelivery,
});
