import * as v from 'valibot';
import { failedBacklog } from '../db/backlog.ts';
import { claimEntries, leasedQueue } from '../db/leasedQueue.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Unmatched } from '../record/patients.ts';
import { hashOf } from '../http/secrets.ts';
import type { SealedContent } from '../http/sealedContent.ts';
import { postedTypes } from './bundle.ts';

export const BundleKind = v.picklist([...postedTypes, 'page', 'file']);
export type BundleKind = v.InferOutput<typeof BundleKind>;

const ClaimedBundle = v.object({
  id: v.number(),
  sourceId: v.number(),
  bundleKey: v.instance(Buffer),
  kind: BundleKind,
  content: v.nullable(v.instance(Buffer)),
  resourceType: v.nullable(v.string()),
  receivedAt: v.string(),
  faults: v.nullable(v.string()),
  source: v.string(),
  baseUrl: v.nullable(v.string()),
  identifierSystem: v.nullable(v.string()),
  facilityName: v.string(),
  ...claimEntries,
});
/** A Bundle that this process alone may work on, for as long as its lease lasts, with what is set for its source. */
export type ClaimedBundle = v.InferOutput<typeof ClaimedBundle>;

export const bundles = leasedQueue('fhir', {
  table: 'fhir_bundles',
  // For faults of this server or its database. What is wrong with a Bundle waits for the engineer at once.
  pauses: [5, 30, 120, 600, 600],
  backlogs: { fhir: { due: `case when ${isFirst()} then next_try_at end`, most: 1000 } },
});
failedBacklog('fhir_failed', 'fhir_bundles');

/** SQL: what came before it from the same source is done, or waits for the engineer. */
function isFirst() {
  return `not exists (select from fhir_bundles before where before.source_id = q.source_id and before.state = 'queued' and before.id < q.id)` as const;
}

export const claimBundle = bundles.claim('claim', {
  reads: `q.source_id as "sourceId", q.bundle_key as "bundleKey", q.kind, q.content, q.resource_type as "resourceType",
     coalesce(q.as_of, q.created_at) as "receivedAt", q.faults, s.name as source, s.base_url as "baseUrl",
     s.identifier_system as "identifierSystem", f.name as "facilityName"`,
  joins: 'join fhir_sources s on s.id = q.source_id join facilities f on f.id = s.facility_id',
  where: `next_try_at <= now() and ${isFirst()}`,
  row: ClaimedBundle,
});

const add = statement(
  'fhir.addBundle',
  `insert into fhir_bundles (source_id, bundle_key, body_hash, kind, content, resource_type, as_of, faults, has_deletions, answer)
   values ($sourceId, $bundleKey, $bodyHash, $kind, $content, $resourceType, $asOf, $faults, $hasDeletions, $answer)
   on conflict (source_id, bundle_key) do nothing returning id`,
);
const under = statement(
  'fhir.bundleUnder',
  'select body_hash as "bodyHash", answer from fhir_bundles where source_id = $sourceId and bundle_key = $bundleKey',
  v.object({ bodyHash: v.instance(Buffer), answer: v.nullable(v.string()) }),
);

export interface NewBundle {
  readonly sourceId: number;
  /** What it is known by: its identifier, its bytes, or its place in a pull. */
  readonly key: string | Buffer;
  readonly kind: BundleKind;
  readonly bytes: Buffer;
  readonly resourceType: string | null;
  readonly asOf: string | null;
  readonly faults: string | null;
  readonly hasDeletions: boolean;
  readonly answer: string | null;
}
/** Where a Bundle is stored: its content can be read for this place alone. */
export const placeOf = (sourceId: number, bundleKey: Buffer): string =>
  `fhir ${String(sourceId)} ${bundleKey.toString('hex')}`;

/** Stores a Bundle, once. Gives what its sender was answered at first. `isOther`: another one came under its key. */
export async function storeBundle(
  db: Db,
  contents: SealedContent,
  { key, bytes, ...one }: NewBundle,
): Promise<{ readonly answer: string | null; readonly isOther: boolean }> {
  const place = { sourceId: one.sourceId, bundleKey: hashOf(key) };
  const bodyHash = hashOf(bytes);
  const known = await db.maybe(under, place);
  if (known === null) {
    const content = await contents.seal(placeOf(place.sourceId, place.bundleKey), bytes);
    if (await db.has(add, { ...one, ...place, bodyHash, content })) return { answer: one.answer, isOther: false };
  }
  const { answer, bodyHash: before } = known ?? (await db.one(under, place));
  return { answer, isOther: !before.equals(bodyHash) };
}

const noteOutcome = statement(
  'fhir.noteOutcome',
  `update fhir_bundles set outcome = $outcome, unknown_numbers = $unknownNumbers::text[], unknown_keys = $unknownKeys::text[]
   where id = $id and lease = $lease::uuid`,
);
/** Notes what became of a Bundle, and which patients it waits for. */
export const noteBundle = (
  db: Db,
  { id, lease }: ClaimedBundle,
  outcome: string | null,
  unmatched: readonly Unmatched[],
): Promise<number> =>
  db.run(noteOutcome, {
    id,
    lease,
    outcome,
    unknownNumbers: unmatched.flatMap(({ numbers }) => numbers),
    unknownKeys: unmatched.map(({ key }) => key),
  });

const queuedAgain = "state = 'queued', ended_at = null, tries = 0, next_try_at = now(), failure = null";
/** What took back resources since then is done again after them: they may be among those that waited. */
const again = <const Found extends string>(found: Found) =>
  `with found as (${found}),
     retried as (update fhir_bundles b set ${queuedAgain} from found where b.id = found.id returning b.id),
     done_again as (update fhir_bundles b set ${queuedAgain} where b.has_deletions and b.state = 'done' and b.content is not null
       and exists (select from found where found.source_id = b.source_id and found.id < b.id))
   select count(*)::int as retried from retried` as const;
const Retried = v.object({ retried: v.number() });
const wake = statement(
  'fhir.wake',
  again(`select b.id, b.source_id from fhir_bundles b join fhir_sources s on s.id = b.source_id where b.state = 'failed' and (
       exists (select from patients p where p.home_facility_id = s.facility_id and p.mrn = any(b.unknown_numbers))
       or exists (select from record_patients r where r.source = s.name and r.patient_key = any(b.unknown_keys) and r.matched_at > b.ended_at))`),
  Retried,
);
const retry = statement(
  'fhir.retryFailed',
  again(
    `select id, source_id from fhir_bundles where state = 'failed' and ($bundleId::bigint is null or id = $bundleId)`,
  ),
  Retried,
);
const skip = statement(
  'fhir.skipFailed',
  "update fhir_bundles set state = 'skipped', ended_at = now() where state = 'failed' and id = $bundleId",
);
/** Works once more on what waited for patients who are known by now. Gives how many. */
export const wakeBundles = async (db: Db): Promise<number> => (await db.one(wake)).retried;
/** Works once more on a Bundle that failed; null: on all of them. Gives how many. */
export const retryBundles = async (tx: Db, bundleId: number | null): Promise<number> =>
  (await tx.one(retry, { bundleId })).retried;
export const skipBundle = async (tx: Db, bundleId: number): Promise<boolean> => (await tx.run(skip, { bundleId })) > 0;
