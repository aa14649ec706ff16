import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { Anchors, Head } from './anchors.ts';
import type { Fault, Finding } from './checkChain.ts';

/** How many heads one statement compares. */
const piece = 1000;
/** The most chains that are reported. More would add nothing. */
const mostChains = 1000;

const notAsAnchored = statement(
  'checkAnchors.notAsAnchored',
  `select a.chain, a.seq, e.hash is not null as "isThere", (select max(l.seq) from audit_events l where l.chain = a.chain) as "lastSeq"
   from jsonb_to_recordset($heads::jsonb) as a(chain text, seq bigint, hash text)
     left join audit_events e on e.chain = a.chain and e.seq = a.seq
   where e.hash is distinct from decode(a.hash, 'hex')`,
  v.object({ chain: v.string(), seq: v.number(), isThere: v.boolean(), lastSeq: v.nullable(v.number()) }),
);

interface Anchored {
  readonly seq: number;
  readonly isThere: boolean;
  readonly lastSeq: number | null;
}
const faultOf = ({ seq, isThere, lastSeq }: Anchored): Fault =>
  isThere ? 'altered' : lastSeq === null ? 'chain_missing' : lastSeq < seq ? 'tail_missing' : 'removed';

/** Gives for each chain, or for `only` one, the first anchor that the database does not match. Calls `between` after each piece. */
export async function checkAnchors(
  db: Db,
  anchors: Anchors,
  only: string | null,
  between: () => Promise<void>,
): Promise<readonly Finding[]> {
  const found = new Map<string, Finding>();
  let heads: Head[] = [];
  const compare = async (): Promise<void> => {
    const asked = heads.map(([chain, seq, hash]) => ({ chain, seq, hash }));
    heads = [];
    if (asked.length === 0) return;
    for (const row of await db.many(notAsAnchored, { heads: JSON.stringify(asked) })) {
      const what = faultOf(row);
      const { chain } = row;
      const seq = what === 'chain_missing' ? 0 : what === 'tail_missing' ? (row.lastSeq ?? 0) + 1 : row.seq;
      if (!found.has(chain) && found.size < mostChains) found.set(chain, { chain, seq, what });
    }
    await between();
  };
  for await (const line of anchors.lines()) {
    heads.push(...(only === null ? line.heads : line.heads.filter(([chain]) => chain === only)));
    if (heads.length >= piece) await compare();
  }
  await compare();
  return [...found.values()];
}
