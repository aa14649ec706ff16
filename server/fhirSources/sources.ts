import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { hashOf } from '../http/secrets.ts';

const PostingSource = v.object({ id: v.number(), name: v.string(), baseUrl: v.nullable(v.string()) });
/** A system that posts Bundles. */
export type PostingSource = v.InferOutput<typeof PostingSource>;

const byKey = statement(
  'fhirSources.byKey',
  'select id, name, base_url as "baseUrl" from fhir_sources where key_hash = $keyHash and removed_at is null',
  PostingSource,
);
const useBase = statement(
  'fhirSources.useBase',
  'update fhir_sources set base_url = coalesce(base_url, $baseUrl) where id = $sourceId returning base_url as "baseUrl"',
  v.object({ baseUrl: v.string() }),
);
const add = statement(
  'fhirSources.add',
  `insert into fhir_sources (name, facility_id, identifier_system, key_hash, base_url, client_id, token_url, scope, group_id, every_minutes)
   select $name::text, $facilityId::bigint, $identifierSystem::text, $keyHash::bytea, $baseUrl::text, $clientId::text, $tokenUrl::text, $scope::text,
     $groupId::text, $everyMinutes::integer
   where not exists (select from hl7_interfaces where lower(name) = lower($name::text))
   on conflict do nothing returning id`,
  v.object({ id: v.number() }),
);
const addPull = statement('fhirSources.addPull', 'insert into fhir_pulls (source_id) values ($sourceId)');
const newKey = statement(
  'fhirSources.newKey',
  `update fhir_sources set key_hash = $keyHash where lower(name) = lower($name) and removed_at is null and key_hash is not null
   returning facility_id as "facilityId"`,
  v.object({ facilityId: FacilityId }),
);
const remove = statement(
  'fhirSources.remove',
  `with gone as (update fhir_sources set removed_at = now() where lower(name) = lower($name) and removed_at is null returning id, facility_id),
     pull as (delete from fhir_pulls where source_id in (select id from gone))
   select facility_id as "facilityId" from gone`,
  v.object({ facilityId: FacilityId }),
);

export const sourceOfKey = (db: Db, key: string): Promise<PostingSource | null> =>
  db.maybe(byKey, { keyHash: hashOf(key) });

/** The address of the source's ids, which the first Bundle that names one decides: ids of two servers may be the same. */
export const baseOf = async (db: Db, sourceId: number, baseUrl: string): Promise<string> =>
  (await db.one(useBase, { sourceId, baseUrl })).baseUrl;

/** What is known of a source that is read from its own FHIR server. */
export interface ReadFrom {
  readonly baseUrl: string;
  readonly clientId: string | null;
  readonly tokenUrl: string | null;
  readonly scope: string | null;
  readonly groupId: string | null;
  readonly everyMinutes: number;
}
export interface NewSource {
  readonly name: string;
  readonly facilityId: FacilityId;
  readonly identifierSystem: string | null;
  /** The key with which it posts, or where it is read from. */
  readonly way: { readonly kind: 'posts'; readonly key: string } | ({ readonly kind: 'read' } & ReadFrom);
}
const nothingRead = { baseUrl: null, clientId: null, tokenUrl: null, scope: null, groupId: null, everyMinutes: null };

/** Adds a source; null if a source or an interface has, or had, its name. */
export async function addSource(tx: Db, { way, ...one }: NewSource): Promise<number | null> {
  if (way.kind === 'posts') {
    const added = await tx.maybe(add, { ...one, ...nothingRead, keyHash: hashOf(way.key) });
    return added?.id ?? null;
  }
  const { kind: _, ...read } = way;
  const added = await tx.maybe(add, { ...one, ...read, keyHash: null });
  if (added === null) return null;
  await tx.run(addPull, { sourceId: added.id });
  return added.id;
}

/** Replaces the key of a source that posts; null: there is none of this name. */
export const changeKey = async (tx: Db, name: string, key: string): Promise<FacilityId | null> =>
  (await tx.maybe(newKey, { name, keyHash: hashOf(key) }))?.facilityId ?? null;

/** Removes a source: it may post no more and is not read any more, and what came from it stays. Null: there is none of this name. */
export const removeSource = async (tx: Db, name: string): Promise<FacilityId | null> =>
  (await tx.maybe(remove, { name }))?.facilityId ?? null;
