import * as v from 'valibot';
import { type Access, type Db, statement } from '../../db/pool.ts';
import type { SealedContent } from '../../http/sealedContent.ts';
import { leaseSeconds } from '../../process/worker.ts';
import { retractedHash } from '../../record/decide.ts';
import { storeBundle } from '../queue.ts';
import { PullFails, refuse, textOf } from './request.ts';
import { type SignedIn, parsedAs } from './signIn.ts';
import { type ClaimedPull, isOurs, PullLost } from './state.ts';

const batchSize = 50;
/** Where more of a batch are said to be deleted at once, none is taken back: a server that was emptied or moved is no statement about a patient. */
const mostDeleted = 10;
const largestPage = 4_000_000;

const Stored = v.object({ id: v.number(), type: v.string(), resourceId: v.string() });
type Stored = v.InferOutput<typeof Stored>;
const after = statement(
  'fhirCompare.after',
  `select r.id, r.type, r.resource_id as "resourceId" from record_resources r
   where r.source = (select name from fhir_sources where id = $sourceId) and (r.type, r.resource_id) > ($type, $resourceId)
     and r.type = any($types::text[]) and r.content_hash <> $retractedHash and r.resource_id !~ '[^A-Za-z0-9.-]' and length(r.resource_id) <= 64
   order by r.type, r.resource_id limit ${batchSize}`,
  Stored,
);
const noteMissing = statement(
  'fhirCompare.noteMissing',
  `insert into fhir_missing (resource_id, source_id, answer) select id, $sourceId, answer
   from unnest($ids::bigint[], $answers::integer[]) found (id, answer) on conflict (resource_id) do update set answer = excluded.answer`,
);
const forgetFound = statement(
  'fhirCompare.forgetFound',
  'delete from fhir_missing where resource_id = any($ids::bigint[])',
);
const keep = statement(
  'fhirCompare.keep',
  `update fhir_pulls set compare_type = $type, compare_id = $resourceId, leased_until = now() + make_interval(secs => ${leaseSeconds}) where ${isOurs}`,
);
const finish = statement(
  'fhirCompare.finish',
  `update fhir_pulls set compared_at = now(), compare_type = null, compare_id = null, compare_failure = $failure where ${isOurs}`,
);

const Found = v.object({
  entry: v.optional(
    v.array(v.object({ resource: v.optional(v.object({ resourceType: v.string(), id: v.string() })) })),
    [],
  ),
});
/** Those of some resources of one type that a search finds. */
async function foundBySearch(
  signedIn: SignedIn,
  baseUrl: string,
  type: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const url = new URL(type, baseUrl);
  url.searchParams.set('_id', ids.join(','));
  url.searchParams.set('_elements', 'id');
  url.searchParams.set('_count', String(batchSize));
  const answer = await signedIn.get(url.href);
  if (answer.status !== 200) return refuse(answer, `the search for ${type} by _id`);
  const { entry } = parsedAs(Found, await textOf(answer, largestPage), `a page of ${type}`);
  return new Set(entry.flatMap(({ resource }) => (resource?.resourceType === type ? [resource.id] : [])));
}

/** How reading a resource that no search finds is answered. Only 404 and 410 say something about it. */
async function statusOf(signedIn: SignedIn, baseUrl: string, { type, resourceId }: Stored): Promise<404 | 410 | null> {
  const { status, body } = await signedIn.get(new URL(`${type}/${resourceId}`, baseUrl).href);
  body.destroy();
  return status === 404 || status === 410 ? status : null;
}

/** What is stored and no longer found, with the status of each. */
async function missingAmong(signedIn: SignedIn, baseUrl: string, batch: readonly Stored[]) {
  const missing: { readonly one: Stored; readonly answer: 404 | 410 }[] = [];
  for (const type of new Set(batch.map((one) => one.type))) {
    const ofType = batch.filter((one) => one.type === type);
    const found = await foundBySearch(
      signedIn,
      baseUrl,
      type,
      ofType.map(({ resourceId }) => resourceId),
    );
    for (const one of ofType) {
      if (found.has(one.resourceId)) continue;
      const answer = await statusOf(signedIn, baseUrl, one);
      if (answer !== null) missing.push({ one, answer });
    }
  }
  return missing;
}

interface Settings {
  readonly access: Access;
  readonly contents: SealedContent;
  readonly types: readonly string[];
  readonly onStored: () => void;
}

async function compareBatch(
  one: ClaimedPull,
  signedIn: SignedIn,
  batch: readonly Stored[],
  { access, contents, onStored }: Settings,
) {
  const { sourceId, lease, baseUrl } = one;
  const missing = await missingAmong(signedIn, baseUrl, batch);
  const said = missing.filter(({ answer }) => answer === 410);
  const deleted = said.length > mostDeleted ? [] : said;
  const told = missing.filter((each) => !deleted.includes(each));
  const last = batch.at(-1) ?? null;
  const lines = deleted.map(({ one: { type, resourceId } }) =>
    JSON.stringify({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [{ request: { method: 'DELETE', url: `${type}/${resourceId}` } }],
    }),
  );
  await access.tx(async (tx) => {
    if (lines.length > 0)
      await storeBundle(tx, contents, {
        sourceId,
        key: `${lease} compared to ${last?.type ?? ''}/${last?.resourceId ?? ''}`,
        kind: 'file',
        bytes: Buffer.from(lines.join('\n')),
        resourceType: null,
        asOf: new Date().toISOString(),
        faults: null,
        hasDeletions: true,
        answer: null,
      });
    const isTold = new Set(told.map(({ one: { id } }) => id));
    await tx.run(forgetFound, { ids: batch.flatMap(({ id }) => (isTold.has(id) ? [] : [id])) });
    await tx.run(noteMissing, {
      sourceId,
      ids: told.map(({ one: { id } }) => id),
      answers: told.map(({ answer }) => answer),
    });
    const at = { type: last?.type ?? null, resourceId: last?.resourceId ?? null };
    if ((await tx.run(keep, { sourceId, lease, ...at })) === 0) throw new PullLost();
  });
  if (lines.length > 0) onStored();
}

/**
 * Looks at its server for everything that is stored of a source, because searches do not tell of deletions. What the server says is deleted (410) is taken
 * back; what it does not know (404) stays, and is told to the engineer. Goes on after a kill where it stood.
 */
export async function compare(one: ClaimedPull, signedIn: SignedIn, settings: Settings): Promise<void> {
  const { sourceId, lease } = one;
  const { db } = settings.access;
  let failure: string | null = null;
  try {
    let at = { type: one.compareType ?? '', resourceId: one.compareId ?? '' };
    for (;;) {
      const batch = await db.many(after, { sourceId, ...at, types: [...settings.types], retractedHash });
      const last = batch.at(-1);
      if (last === undefined) break;
      await compareBatch(one, signedIn, batch, settings);
      at = last;
    }
  } catch (error) {
    // Reading goes on without it, and tomorrow it is tried again.
    if (!(error instanceof PullFails)) throw error;
    failure = error.message;
  }
  if ((await db.run(finish, { sourceId, lease, failure })) === 0) throw new PullLost();
}

const listed = statement(
  'fhirCompare.listed',
  `select s.name, r.type, r.resource_id as "resourceId", m.answer, m.since from fhir_missing m join fhir_sources s on s.id = m.source_id
     join record_resources r on r.id = m.resource_id where s.removed_at is null and r.content_hash <> $retractedHash
   order by lower(s.name), r.type, r.resource_id limit 1000`,
  v.object({ name: v.string(), type: v.string(), resourceId: v.string(), answer: v.number(), since: v.string() }),
);
/** What is stored and its source does not find any more: the first thousand. */
export const listMissing = (db: Db) => db.many(listed, { retractedHash });
