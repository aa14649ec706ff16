import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { AnchorLine, Head } from './anchors.ts';
import type { Finding } from './checkChain.ts';

/** How many heads one statement compares. */
const piece = 1000;
/** The most chains that are reported. More would add nothing. */
const mostChains = 1000;

const notAsAnchored = statement(
  'checkAnchors.notAsAnchored',
  `select a.chain, a.seq, e.hash is not null as "isThere", (select max(l.seq) from audit_events l where l.chain = a.chain) as "lastSeq"
   from jsonb_to_recordset($heads::jsonb) as a(chain text, seq bigint, hash text)
     left join audit_events e on e.chain = a.chain and e.seq = a.seq
   where e.hash is distinct from decode(a.hash, 'hex')
     or ($areVerified and not exists (select from audit_checks c where c.chain = a.chain and c.checkpoint_seq >= a.seq))`,
  v.object({ chain: v.string(), seq: v.number(), isThere: v.boolean(), lastSeq: v.nullable(v.number()) }),
);

interface AnchoredRow {
  readonly chain: string;
  readonly seq: number;
  readonly isThere: boolean;
  readonly lastSeq: number | null;
}
/** What is wrong with a chain that does not have the row that it once had. */
export function lostRow({ chain, seq, isThere, lastSeq }: AnchoredRow): Finding {
  if (isThere) return { chain, seq, what: 'altered' };
  if (lastSeq === null) return { chain, seq: 0, what: 'chain_missing' };
  return lastSeq < seq ? { chain, seq: lastSeq + 1, what: 'tail_missing' } : { chain, seq, what: 'removed' };
}

interface Compared {
  /** Null: every chain. */
  readonly only: string | null;
  /** True: the chains were just verified, so each must have a checkpoint at or after its anchors. */
  readonly areVerified: boolean;
  /** Called after each piece. */
  readonly between: () => Promise<void>;
}

/** Gives for each chain the first anchor that the database does not match. */
export async function checkAnchors(
  db: Db,
  lines: AsyncIterable<AnchorLine>,
  { only, areVerified, between }: Compared,
): Promise<readonly Finding[]> {
  const found = new Map<string, Finding>();
  let heads: Head[] = [];
  const compare = async (): Promise<void> => {
    const asked = heads.map(([chain, seq, hash]) => ({ chain, seq, hash }));
    heads = [];
    if (asked.length === 0) return;
    for (const row of await db.many(notAsAnchored, { heads: JSON.stringify(asked), areVerified }))
      if (!found.has(row.chain) && found.size < mostChains) found.set(row.chain, lostRow(row));
    await between();
  };
  for await (const line of lines) {
    heads.push(...(only === null ? line.heads : line.heads.filter(([chain]) => chain === only)));
    if (heads.length >= piece) await compare();
  }
  await compare();
  return [...found.values()];
}
