import * as v from 'valibot';
import { backlog } from '../../db/backlog.ts';
import { isFree } from '../../db/leasedQueue.ts';
import { type Access, type Db, statement } from '../../db/pool.ts';
import type { SealedContent } from '../../http/sealedContent.ts';
import { leaseSeconds } from '../../process/worker.ts';
import { type NewBundle, storeBundle } from '../queue.ts';
import { Progress } from './progress.ts';

const Claimed = v.object({
  sourceId: v.number(),
  lease: v.string(),
  tries: v.number(),
  readUntil: v.nullable(v.string()),
  progress: v.nullable(Progress),
  baseUrl: v.string(),
  clientId: v.nullable(v.string()),
  tokenUrl: v.nullable(v.string()),
  scope: v.nullable(v.string()),
  groupId: v.nullable(v.string()),
  isToCompare: v.boolean(),
  compareType: v.nullable(v.string()),
  compareId: v.nullable(v.string()),
});
/** A source that this process alone may read, for as long as its lease lasts. */
export type ClaimedPull = v.InferOutput<typeof Claimed>;

backlog('fhir_pull', {
  rows: 'fhir_pulls',
  order: 'next_try_at',
  since: 'least(next_try_at, now())',
  due: `case when ${isFree} then next_try_at end`,
});
backlog('fhir_pull_failed', {
  rows: 'fhir_pulls where failing_since is not null',
  order: 'failing_since',
  since: 'failing_since',
  due: 'failing_since',
});

const claim = statement(
  'fhirPull.claim',
  `with due as (
     select source_id from fhir_pulls where next_try_at <= now() and ${isFree} order by next_try_at limit 1 for update skip locked)
   update fhir_pulls p set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
   from due join fhir_sources s on s.id = due.source_id where p.source_id = due.source_id
   returning p.source_id as "sourceId", p.lease, p.tries, p.read_until as "readUntil", p.progress, s.base_url as "baseUrl", s.client_id as "clientId",
     s.token_url as "tokenUrl", s.scope, s.group_id as "groupId", p.compare_type as "compareType", p.compare_id as "compareId",
     coalesce(p.compared_at < now() - interval '1 day', s.created_at < now() - interval '1 day' or p.compare_type is not null) as "isToCompare"`,
  Claimed,
);
/** SQL: the claimed pull, while nobody else has claimed it. */
export const isOurs = 'source_id = $sourceId and lease = $lease::uuid';
const keep = statement(
  'fhirPull.keep',
  `update fhir_pulls set progress = $progress::jsonb, leased_until = now() + make_interval(secs => ${leaseSeconds}), tries = 0, failing_since = null,
     failure = null where ${isOurs}`,
);
const release = 'lease = null, leased_until = null';
const finish = statement(
  'fhirPull.finish',
  `update fhir_pulls p set progress = null, read_until = $readUntil, tries = 0, failing_since = null, failure = null, ${release},
     next_try_at = now() + make_interval(mins => (select every_minutes from fhir_sources s where s.id = p.source_id)) where ${isOurs}`,
);
const pause = statement(
  'fhirPull.pause',
  `update fhir_pulls set next_try_at = now() + make_interval(secs => $seconds), tries = 0, ${release} where ${isOurs}`,
);
const fail = statement(
  'fhirPull.fail',
  `update fhir_pulls set next_try_at = now() + make_interval(secs => $seconds), failing_since = coalesce(failing_since, now()), failure = $failure,
     progress = case when $isOver::boolean then null else progress end, ${release} where ${isOurs}`,
);

/** Another process reads the source, because this one was too slow, or the source was removed. */
export class PullLost extends Error {}

export const claimPull = (db: Db): Promise<ClaimedPull | null> => db.maybe(claim);

/** Stores what was read together with how far reading has got, so that after a kill it goes on right there. */
export async function keepProgress(
  { tx }: Pick<Access, 'tx'>,
  contents: SealedContent,
  { sourceId, lease }: ClaimedPull,
  progress: Progress | null,
  bundle: Omit<NewBundle, 'sourceId' | 'answer'> | null,
): Promise<void> {
  await tx(async (within) => {
    if (bundle !== null) await storeBundle(within, contents, { ...bundle, sourceId, answer: null });
    const written = progress === null ? null : JSON.stringify(progress);
    if ((await within.run(keep, { sourceId, lease, progress: written })) === 0) throw new PullLost();
  });
}

/** Everything that changed before `readUntil`, by the source's clock, is stored. */
export const finishPull = (db: Db, { sourceId, lease }: ClaimedPull, readUntil: string): Promise<number> =>
  db.run(finish, { sourceId, lease, readUntil });

/** Goes on in so many seconds, without anything being wrong. */
export const pausePull = (db: Db, { sourceId, lease }: ClaimedPull, seconds: number): Promise<number> =>
  db.run(pause, { sourceId, lease, seconds });

/** Seconds to wait after each failure in a row; it is never given up. */
const pauses = [60, 300, 900, 3600] as const;
/** After so many failures in a row what was begun is begun again. */
const mostTries = 6;

export const failPull = (
  db: Db,
  { sourceId, lease, tries }: ClaimedPull,
  failure: string,
  { retryAfter, isOver }: { readonly retryAfter: number | null; readonly isOver: boolean },
): Promise<number> =>
  db.run(fail, {
    sourceId,
    lease,
    failure,
    seconds: retryAfter ?? pauses[Math.min(tries, pauses.length) - 1] ?? 60,
    isOver: isOver || tries >= mostTries,
  });
