import * as v from 'valibot';
import { type Db, type Pool, statement } from '../db/pool.ts';
import type { Anchors } from './anchors.ts';
import { checkAnchors } from './checkAnchors.ts';
import { type Fault, type Finding, checkChain, faults, findingText } from './checkChain.ts';
import type { AuditKeys } from './keys.ts';

/** After so many chains or rows, the findings and the position are saved, so that a later check can go on from there. */
const pieceChains = 100;
const pieceEvents = 5000;

const isFault = (what: string): what is Fault => what in faults;
const Found = v.object({ chain: v.string(), seq: v.number(), what: v.pipe(v.string(), v.guard(isFault)) });
const Run = v.object({
  runId: v.number(),
  anchorsDone: v.boolean(),
  afterChain: v.string(),
  chains: v.number(),
  events: v.number(),
});
type Run = v.InferOutput<typeof Run>;
const columns = `id as "runId", anchors_done as "anchorsDone", after_chain as "afterChain", chains, events` as const;
const takeUp = statement(
  'checkAll.takeUp',
  `update audit_check_runs set held_until = now() + interval '1 minute' where id = (
     select id from audit_check_runs where ended_at is null and held_until < now() and begun_at > now() - interval '1 day'
     order by id desc limit 1 for update skip locked)
   returning ${columns}`,
  Run,
);
const begin = statement(
  'checkAll.begin',
  `insert into audit_check_runs (held_until) values (now() + interval '1 minute') returning ${columns}`,
  Run,
);
const hold = statement(
  'checkAll.hold',
  "update audit_check_runs set held_until = now() + interval '1 minute' where id = $runId",
);
const letGo = statement('checkAll.letGo', 'update audit_check_runs set held_until = now() where id = $runId');
const keepPlace = statement(
  'checkAll.keepPlace',
  `update audit_check_runs set held_until = now() + interval '1 minute', anchors_done = true, after_chain = $afterChain, chains = $chains, events = $events
   where id = $runId`,
);
const end = statement('checkAll.end', 'update audit_check_runs set ended_at = now() where id = $runId');
const keepFindings = statement(
  'checkAll.keepFindings',
  `insert into audit_findings (run_id, chain, seq, what)
   select $runId, f.chain, f.seq, f.what from jsonb_to_recordset($findings::jsonb) as f(chain text, seq bigint, what text) on conflict do nothing`,
);
const findingsOf = statement(
  'checkAll.findings',
  'select chain, seq, what from audit_findings where run_id = $runId order by id',
  Found,
);
const countFindings = statement(
  'checkAll.countFindings',
  'select count(*)::int as findings from audit_findings where run_id = $runId',
  v.object({ findings: v.number() }),
);
const keepChecks = statement(
  'checkAll.keepChecks',
  `insert into audit_checks (chain, checked_at, sound_at, events)
   select c.chain, c.at, case when c.sound then c.at end, c.events
   from jsonb_to_recordset($checks::jsonb) as c(chain text, at timestamptz, sound boolean, events bigint)
   on conflict (chain) do update set checked_at = excluded.checked_at, events = excluded.events, sound_at = coalesce(excluded.sound_at, audit_checks.sound_at)`,
);
const nextChain = statement(
  'checkAll.nextChain',
  `select min(chain) as chain from (
     select min(chain) as chain from audit_heads where chain > $afterChain
     union all select min(chain) from audit_events where chain > $afterChain
     union all select min(chain) from audit_seals where chain > $afterChain) of_each`,
  v.object({ chain: v.nullable(v.string()) }),
);

export interface Checking {
  readonly pool: Pick<Pool, 'db' | 'tx'>;
  readonly keys: AuditKeys;
  readonly anchors: Anchors;
  readonly onFinding: (finding: Finding) => void;
}

interface Checked {
  readonly chain: string;
  /** When the check of this chain began. */
  readonly at: string;
  readonly events: number;
  readonly findings: readonly Finding[];
}

const keepChecked = async (tx: Db, checked: readonly Checked[], isBad: (chain: string) => boolean): Promise<void> => {
  const checks = checked.map(({ chain, at, events, findings }) => ({
    chain,
    at,
    events,
    sound: findings.length === 0 && !isBad(chain),
  }));
  await tx.run(keepChecks, { checks: JSON.stringify(checks) });
};
const inJson = (findings: readonly Finding[]): string => JSON.stringify(findings);

/** Reports each finding once: a chain and its anchors may give the same one. */
function onceEach(tell: (finding: Finding) => void): (finding: Finding) => void {
  const told = new Set<string>();
  return (finding) => {
    const text = findingText(finding);
    if (!told.has(text)) tell(finding);
    told.add(text);
  };
}

async function check({ pool, keys }: Checking, chain: string): Promise<Checked> {
  const at = new Date().toISOString();
  return { chain, at, ...(await checkChain(pool.db, keys, chain)) };
}

export interface CheckResult {
  readonly chains: number;
  readonly events: number;
  readonly findings: number;
  /** False when the check was stopped before its end. The next check continues from there. */
  readonly isWhole: boolean;
}

/**
 * Checks the whole log in pieces, anchors first, with little memory and without locks. After a killed process, the next check continues
 * where it stopped. `isStopped` is called after each piece, and `rest` is awaited.
 */
export async function checkAll(
  checking: Checking,
  isStopped: () => boolean = () => false,
  rest: (busyMs: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<CheckResult> {
  const { pool, keys, anchors } = checking;
  const tell = onceEach(checking.onFinding);
  const run: Run = (await pool.db.maybe(takeUp)) ?? (await pool.db.one(begin));
  const { runId } = run;
  // The findings of an interrupted check, which the check that continues it reports again.
  const before = await pool.db.many(findingsOf, { runId });
  before.forEach(tell);
  const bad = new Set(before.map(({ chain }) => chain));
  if (!run.anchorsDone) {
    const found = await checkAnchors(pool.db, anchors, null, async () => {
      await pool.db.run(hold, { runId });
      await rest(5);
    });
    found.forEach(tell);
    await pool.db.run(keepFindings, { runId, findings: inJson(found) });
    for (const { chain } of found) bad.add(chain);
  }
  let { afterChain, chains, events } = run;
  for (;;) {
    const begun = performance.now();
    const piece: Checked[] = [];
    let isLast = false;
    for (let read = 0; piece.length < pieceChains && read < pieceEvents;) {
      const { chain } = await pool.db.one(nextChain, { afterChain });
      isLast = chain === null;
      if (chain === null) break;
      const checked = await check({ ...checking, keys }, chain);
      checked.findings.forEach(tell);
      piece.push(checked);
      read += checked.events;
      afterChain = chain;
    }
    chains += piece.length;
    events += piece.reduce((sum, checked) => sum + checked.events, 0);
    await pool.tx(async (tx) => {
      await tx.run(keepFindings, { runId, findings: inJson(piece.flatMap(({ findings }) => findings)) });
      await keepChecked(tx, piece, (chain) => bad.has(chain));
      await tx.run(keepPlace, { runId, afterChain, chains, events });
    });
    if (isLast || isStopped()) {
      await pool.db.run(isLast ? end : letGo, { runId });
      return { chains, events, findings: (await pool.db.one(countFindings, { runId })).findings, isWhole: isLast };
    }
    await rest(performance.now() - begun);
  }
}

/** Checks one chain and its anchors without a pause. */
export async function checkOne(checking: Checking, chain: string): Promise<CheckResult> {
  const { pool, anchors } = checking;
  const anchored = await checkAnchors(pool.db, anchors, chain, () => Promise.resolve());
  const checked = await check(checking, chain);
  const findings: Finding[] = [];
  const tell = onceEach((finding) => {
    findings.push(finding);
    checking.onFinding(finding);
  });
  [...anchored, ...checked.findings].forEach(tell);
  await pool.tx(async (tx) => {
    await tx.run(keepFindings, { runId: null, findings: inJson(findings) });
    await keepChecked(tx, [{ ...checked, findings }], () => false);
  });
  return { chains: 1, events: checked.events, findings: findings.length, isWhole: true };
}
