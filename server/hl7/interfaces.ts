import { BlockList, isIPv4 } from 'node:net';
import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

/** A system that sends messages. */
export const Interface = v.object({
  id: v.number(),
  name: v.string(),
  facilityId: FacilityId,
  application: v.string(),
  sendingFacility: v.string(),
  certificate: v.nullable(v.string()),
  address: v.nullable(v.string()),
  charset: v.nullable(v.string()),
  processing: v.string(),
  recordNumbers: v.nullable(v.string()),
});
export type Interface = v.InferOutput<typeof Interface>;

const all = statement(
  'hl7.interfaces',
  `select id, name, facility_id as "facilityId", application, sending_facility as "sendingFacility", certificate, address, charset, processing,
     record_numbers as "recordNumbers" from hl7_interfaces where removed_at is null order by lower(name)`,
  Interface,
);
const add = statement(
  'hl7.addInterface',
  `insert into hl7_interfaces (name, facility_id, application, sending_facility, certificate, address, charset, processing, record_numbers)
   select $name::text, $facilityId::bigint, $application::text, $sendingFacility::text, $certificate::text, $address::text, $charset::text,
     $processing::text, $recordNumbers::text
   where not exists (select from fhir_sources where lower(name) = lower($name::text))
   on conflict do nothing returning id`,
  v.object({ id: v.number() }),
);
const remove = statement(
  'hl7.removeInterface',
  'update hl7_interfaces set removed_at = now() where lower(name) = lower($name) and removed_at is null returning facility_id as "facilityId"',
  v.object({ facilityId: FacilityId }),
);

export const readInterfaces = (db: Db): Promise<Interface[]> => db.many(all);

/** Adds an interface; null if its name or its sender is taken, or a FHIR source has, or had, its name. */
export const addInterface = async (tx: Db, one: Omit<Interface, 'id'>): Promise<number | null> =>
  (await tx.maybe(add, { ...one }))?.id ?? null;

/** Removes an interface: its connections are refused, and what it has sent stays. Null: there is none of this name. */
export const removeInterface = async (tx: Db, name: string): Promise<FacilityId | null> =>
  (await tx.maybe(remove, { name }))?.facilityId ?? null;

/** Who is at the other end of a connection. */
export interface Peer {
  readonly address: string;
  /** SHA-256 fingerprint of its certificate, in capitals without colons. */
  readonly certificate: string | null;
}

/** An address, or a network such as 10.2.0.0/16; null if it is none. */
export function networkOf(text: string): BlockList | null {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const network = new BlockList();
  try {
    network.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  } catch {
    return null;
  }
  return network;
}

/** Whether a connection is one of the interface's own. */
export function isOwn({ certificate, address }: Interface, peer: Peer): boolean {
  if (certificate !== null) return certificate === peer.certificate;
  // An IPv4 address on a socket for both kinds.
  const from = peer.address.replace(/^::ffff:(?=\d+\.)/i, '');
  return networkOf(address ?? '')?.check(from, isIPv4(from) ? 'ipv4' : 'ipv6') === true;
}
