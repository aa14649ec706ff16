import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { keyFor, seal, unseal } from '../http/serverKey.ts';
import type { ClaimedOutbound } from './queue.ts';

/** What an interface can be told to send. */
export const sendable = [
  'responses',
  'documents',
  'alerts',
  'confirmations',
  'arrivals',
  'contacts',
  'messages',
] as const;
export type Sendable = (typeof sendable)[number];

const add = statement(
  'outbound.addInterface',
  `insert into outbound_interfaces (name, facility_id, sends, template_ids, url, host, port, is_tls, tls_ca, tls_certificate,
     receiving_application, receiving_facility, processing, record_numbers)
   values ($name, $facilityId, $sends, $templateIds, $url, $host, $port, $isTls, $tlsCa, $tlsCertificate,
     $receivingApplication, $receivingFacility, $processing, $recordNumbers)
   on conflict do nothing returning id`,
  v.object({ id: v.number() }),
);
const setSecret = statement(
  'outbound.setSecret',
  'update outbound_interfaces set sealed_secret = $sealedSecret where id = $interfaceId',
);
const remove = statement(
  'outbound.removeInterface',
  `update outbound_interfaces set removed_at = now() where lower(name) = lower($name) and removed_at is null
   returning id, facility_id as "facilityId"`,
  v.object({ id: v.number(), facilityId: FacilityId }),
);
const giveUp = statement(
  'outbound.giveUp',
  "update outbound_messages set state = 'skipped', ended_at = now(), lease = null where interface_id = $interfaceId and state in ('queued', 'failed')",
);

export interface NewInterface {
  readonly name: string;
  readonly facilityId: FacilityId;
  readonly sends: readonly Sendable[];
  readonly templateIds: readonly number[] | null;
  readonly url: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly isTls: boolean;
  readonly tlsCa: string | null;
  readonly tlsCertificate: string | null;
  readonly receivingApplication: string;
  readonly receivingFacility: string;
  readonly processing: string;
  readonly recordNumbers: string;
}

const placeOfSecret = (interfaceId: number): string => `outbound interface ${String(interfaceId)}`;

/** Adds an interface. `secret`: of the signatures, or the key of its certificate. Null: the name is taken. */
export async function addOutbound(
  tx: Db,
  serverKey: string,
  one: NewInterface,
  secret: string | null,
): Promise<number | null> {
  const added = await tx.maybe(add, { ...one });
  if (added === null) return null;
  const { id: interfaceId } = added;
  if (secret !== null) {
    const sealedSecret = seal(await keyFor(tx, serverKey, 'outbound'), placeOfSecret(interfaceId), secret);
    await tx.run(setSecret, { interfaceId, sealedSecret });
  }
  return interfaceId;
}

/** The secret of an interface; null if it has none or was sealed under another key. */
export async function secretOf(
  db: Db,
  serverKey: string,
  { interfaceId, sealedSecret }: Pick<ClaimedOutbound, 'interfaceId' | 'sealedSecret'>,
): Promise<string | null> {
  if (sealedSecret === null) return null;
  return unseal(await keyFor(db, serverKey, 'outbound'), placeOfSecret(interfaceId), sealedSecret);
}

/** Removes an interface: nothing more is sent to it, and what waits is given up. Null: there is none of this name. */
export async function removeOutbound(tx: Db, name: string): Promise<{ id: number; facilityId: FacilityId } | null> {
  const removed = await tx.maybe(remove, { name });
  if (removed !== null) await tx.run(giveUp, { interfaceId: removed.id });
  return removed;
}
