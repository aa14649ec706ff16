import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { AnchorLine, Head } from './anchors.ts';
import type { Finding } from './checkChain.ts';
import type { AuditKeys } from './keys.ts';
import { type Lost, LostRows, sealedRestores } from './restores.ts';

/** How many heads one statement compares. */
const piece = 1000;
/** The most chains that are reported. More would add nothing. */
const mostChains = 1000;

const notAsAnchored = statement(
  'checkAnchors.notAsAnchored',
  `select a.chain, a.seq, a.at, e.hash is not null as "isThere", (select max(l.seq) from audit_events l where l.chain = a.chain) as "lastSeq"
   from jsonb_to_recordset($heads::jsonb) as a(chain text, seq bigint, hash text, at text)
     left join audit_events e on e.chain = a.chain and e.seq = a.seq
   where e.hash is distinct from decode(a.hash, 'hex')
     or ($areVerified and not exists (select from audit_checks c where c.chain = a.chain and c.checkpoint_seq >= a.seq))`,
  v.object({
    chain: v.string(),
    seq: v.number(),
    at: v.string(),
    isThere: v.boolean(),
    lastSeq: v.nullable(v.number()),
  }),
);

type AnchoredRow = Omit<v.InferOutput<typeof notAsAnchored.row>, 'at'>;

/** What is wrong with a chain that does not have the row that it once had. */
export function lostRow({ chain, seq, isThere, lastSeq }: AnchoredRow): Finding {
  if (isThere) return { chain, seq, what: 'altered' };
  if (lastSeq === null) return { chain, seq: 0, what: 'chain_missing' };
  return lastSeq < seq ? { chain, seq: lastSeq + 1, what: 'tail_missing' } : { chain, seq, what: 'removed' };
}

interface Comparison {
  /** Left out: every chain. */
  readonly only?: string;
  /** True: the chains were just verified, so each must have a checkpoint at or after its anchors. */
  readonly areVerified?: boolean;
  /** Called after each piece. */
  readonly between?: () => Promise<void>;
}

interface AnchorCheck {
  readonly findings: readonly Finding[];
  /** What restores from backups lost. It is no finding. */
  readonly lost: readonly Lost[];
}

/** Gives for each chain the first anchor that the database does not match. */
export async function checkAnchors(
  db: Db,
  keys: AuditKeys,
  lines: AsyncIterable<AnchorLine>,
  { only, areVerified = false, between = () => Promise.resolve() }: Comparison = {},
): Promise<AnchorCheck> {
  const found = new Map<string, Finding>();
  const lost = new LostRows(db, await sealedRestores(db, keys));
  let heads: { readonly at: string; readonly head: Head }[] = [];
  const compare = async (): Promise<void> => {
    const asked = heads.map(({ at, head: [chain, seq, hash] }) => ({ at, chain, seq, hash }));
    heads = [];
    if (asked.length === 0) return;
    for (const row of await db.many(notAsAnchored, { heads: JSON.stringify(asked), areVerified })) {
      if (await lost.has(row.at, row.chain, row.seq)) continue;
      if (!found.has(row.chain) && found.size < mostChains) found.set(row.chain, lostRow(row));
    }
    await between();
  };
  for await (const { at, heads: all } of lines) {
    for (const head of all) if (only === undefined || head[0] === only) heads.push({ at, head });
    if (heads.length >= piece) await compare();
  }
  await compare();
  return { findings: [...found.values()], lost: lost.all() };
}
