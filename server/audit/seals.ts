import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { rowsJson } from '../db/rowsJson.ts';
import type { AuditKey } from '../db/auditKey.ts';

const currentKey = statement(
  'audit.currentKey',
  'select mark from audit_keys order by since desc limit 1',
  v.object({ mark: v.instance(Buffer) }),
);
const useKey = statement(
  'audit.useKey',
  'insert into audit_keys (mark) values ($mark) on conflict (mark) do update set since = clock_timestamp()',
);
/** The last row of a chain. */
export const ChainHead = v.object({ chain: v.string(), seq: v.number(), hash: v.instance(Buffer) });
export type ChainHead = Readonly<v.InferOutput<typeof ChainHead>>;
export const headsAfter = statement(
  'audit.headsAfter',
  'select chain, seq, hash from audit_heads where chain > $afterChain order by chain limit 1000',
  ChainHead,
);
const keepSeals = statement(
  'audit.keepSeals',
  `insert into audit_seals (chain, key_mark, seq, hash, seal)
   select s.chain, $keyMark, s.seq, s.hash, s.seal from jsonb_to_recordset($seals::jsonb) as s(chain text, seq bigint, hash bytea, seal bytea)
   on conflict (chain, key_mark) do update set seq = excluded.seq, hash = excluded.hash, seal = excluded.seal`,
);

/** The mark of the key under which the log is sealed; null before the first key. */
export const markInUse = async (db: Db): Promise<Buffer | null> => (await db.maybe(currentKey))?.mark ?? null;

/** Takes a key into use: seals every chain's head, so that no later row passes for an older one. `db`: the owner's, in a transaction. */
export async function takeKeyIntoUse(db: Db, key: AuditKey): Promise<void> {
  for (let afterChain = ''; ;) {
    const heads = await db.many(headsAfter, { afterChain });
    const last = heads.at(-1);
    if (last === undefined) break;
    const seals = heads.map((head) => ({ ...head, seal: key.seal(head.chain, head.seq, head.hash) }));
    await db.run(keepSeals, { keyMark: key.mark, seals: rowsJson(seals) });
    afterChain = last.chain;
  }
  await db.run(useKey, { mark: key.mark });
}
