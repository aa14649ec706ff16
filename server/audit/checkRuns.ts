import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { type Fault, faults } from './checkChain.ts';

/* What checks read and keep in the database: runs, their findings, and the last check of each chain. */

const isFault = (what: string): what is Fault => what in faults;
const Found = v.object({ chain: v.string(), seq: v.number(), what: v.pipe(v.string(), v.guard(isFault)) });
const Run = v.object({
  runId: v.number(),
  chains: v.number(),
  events: v.number(),
  progress: v.nullable(v.string()),
  progressSeal: v.nullable(v.instance(Buffer)),
});
const columns = `id as "runId", chains, events, progress, progress_seal as "progressSeal"` as const;
export const takeUp = statement(
  'checkAll.takeUp',
  `update audit_check_runs set held_until = now() + interval '1 minute' where id = (
     select id from audit_check_runs where ended_at is null and held_until < now() and begun_at > now() - interval '1 day'
     order by id desc limit 1 for update skip locked)
   returning ${columns}`,
  Run,
);
export const begin = statement(
  'checkAll.begin',
  `insert into audit_check_runs (held_until) values (now() + interval '1 minute') returning ${columns}`,
  Run,
);
export const hold = statement(
  'checkAll.hold',
  "update audit_check_runs set held_until = now() + interval '1 minute' where id = $runId",
);
export const letGo = statement('checkAll.letGo', 'update audit_check_runs set held_until = now() where id = $runId');
export const saveProgress = statement(
  'checkAll.saveProgress',
  `update audit_check_runs set held_until = now() + interval '1 minute', after_chain = $afterChain, chains = $chains, events = $events,
     progress = $progress, progress_seal = $progressSeal
   where id = $runId`,
);
export const drop = statement('checkAll.drop', 'delete from audit_check_runs where id = $runId');
export const end = statement('checkAll.end', 'update audit_check_runs set ended_at = now() where id = $runId');
export const keepFindings = statement(
  'checkAll.keepFindings',
  `insert into audit_findings (run_id, chain, seq, what)
   select $runId, f.chain, f.seq, f.what from jsonb_to_recordset($findings::jsonb) as f(chain text, seq bigint, what text) on conflict do nothing`,
);
export const findingsOf = statement(
  'checkAll.findings',
  'select chain, seq, what from audit_findings where run_id = $runId order by id limit $mostFindings',
  Found,
);
export const keepChecks = statement(
  'checkAll.keepChecks',
  `insert into audit_checks (chain, checked_at, sound_at, events, checkpoint_seq, checkpoint_hash)
   select c.chain, c.at, case when c.sound then c.at end, c.events, c.seq, decode(c.hash, 'hex')
   from jsonb_to_recordset($checks::jsonb) as c(chain text, at timestamptz, sound boolean, events bigint, seq bigint, hash text)
   on conflict (chain) do update set checked_at = excluded.checked_at, events = excluded.events, sound_at = coalesce(excluded.sound_at, audit_checks.sound_at),
     checkpoint_seq = case when $keepsCheckpoints then excluded.checkpoint_seq else audit_checks.checkpoint_seq end,
     checkpoint_hash = case when $keepsCheckpoints then excluded.checkpoint_hash else audit_checks.checkpoint_hash end`,
);
/** Of chains that were found sound, but are not as they were anchored. */
export const notSound = statement(
  'checkAll.notSound',
  'update audit_checks set sound_at = null where chain = any($chains::text[])',
);
const minChain = <const After extends string>(after: After) =>
  `(select min(chain) from (select min(chain) as chain from audit_heads where chain > ${after}
     union all select min(chain) from audit_events where chain > ${after}
     union all select min(chain) from audit_seals where chain > ${after}
     union all select min(chain) from audit_checks where chain > ${after} and checkpoint_seq is not null) of_each)` as const;
/** The next chains that anything names, with their heads, and their checkpoints with the hash of the row that is there now. */
export const nextChains = statement(
  'checkAll.nextChains',
  `with recursive chains as (
     select ${minChain('$afterChain')} as chain, 1 as piece_chains
     union all select ${minChain('chains.chain')}, chains.piece_chains + 1 from chains where chains.chain is not null and chains.piece_chains < $pieceChains)
   select c.chain, k.checkpoint_seq as "checkpointSeq", k.checkpoint_hash as "checkpointHash", e.hash as "rowHash",
     h.seq is not distinct from k.checkpoint_seq and h.hash is not distinct from k.checkpoint_hash as "isHead",
     (select max(l.seq) from audit_events l where l.chain = c.chain) as "lastSeq"
   from chains c left join audit_heads h on h.chain = c.chain left join audit_checks k on k.chain = c.chain
     left join audit_events e on e.chain = k.chain and e.seq = k.checkpoint_seq
   where c.chain is not null order by c.chain`,
  v.object({
    chain: v.string(),
    checkpointSeq: v.nullable(v.number()),
    checkpointHash: v.nullable(v.instance(Buffer)),
    rowHash: v.nullable(v.instance(Buffer)),
    isHead: v.boolean(),
    lastSeq: v.nullable(v.number()),
  }),
);
export type NextChain = v.InferOutput<typeof nextChains.row>;
