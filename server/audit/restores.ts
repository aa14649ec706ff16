import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { AnchorLine } from './anchors.ts';
import { type AuditActor, audit } from './audit.ts';
import { isSealedRow } from './checkChain.ts';
import type { AuditKeys } from './keys.ts';

/** A restore from a backup, which the log tells of in a sealed row of the server's chain. */
interface Restore {
  /** The last audited instant that was restored, to the microsecond. */
  readonly restoredTo: string;
  readonly restoredAt: string;
}

const lastInstant = statement(
  'restores.lastInstant',
  `select to_char(max(happened_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "restoredTo"
   from (select happened_at from audit_events where happened_at <= $latest::timestamptz order by id desc limit 1000) last`,
  v.object({ restoredTo: v.nullable(v.string()) }),
);
const restoreRows = statement(
  'restores.rows',
  `select seq, detail->>'restoredTo' as "restoredTo", happened_at as "restoredAt" from audit_events
   where chain = 'server' and type = 'database.restored' order by seq`,
  v.object({ seq: v.number(), restoredTo: v.nullable(v.string()), restoredAt: v.string() }),
);
const keptRows = statement(
  'restores.keptRows',
  'select coalesce(max(seq), 0) as seq from audit_events where chain = $chain and happened_at <= $restoredTo::timestamptz',
  v.object({ seq: v.number() }),
);

/** Writes into the log that this database was restored and holds what happened until `latest` at most. Gives the last instant that it holds. */
export async function noteRestore(tx: Db, actor: AuditActor, backupEndedAt: string, latest: string): Promise<string> {
  const restoredTo = (await tx.one(lastInstant, { latest })).restoredTo ?? backupEndedAt;
  await audit(tx, { type: 'database.restored', actor, patientId: null, detail: { backupEndedAt, restoredTo } });
  return restoredTo;
}

/** The restores that the log tells of. A row that was not sealed under a known key excuses nothing. */
export async function sealedRestores(db: Db, keys: AuditKeys): Promise<readonly Restore[]> {
  const restores: Restore[] = [];
  for (const { seq, restoredTo, restoredAt } of await db.many(restoreRows))
    if (restoredTo !== null && (await isSealedRow(db, keys, 'server', seq))) restores.push({ restoredTo, restoredAt });
  return restores;
}

/** What restores lost of the log, as far as the anchors know it. */
export interface Lost {
  readonly restoredTo: string;
  readonly restoredAt: string;
  /** How many people's rows are among the lost. */
  readonly people: number;
  readonly rows: number;
}

export const lostText = ({ restoredTo, restoredAt, people, rows }: Lost): string =>
  `The database was restored on ${restoredAt} from a backup: at least ${rows} rows of the audit log from after ${restoredTo} are lost, of ${people} people.`;

/** Collects anchors that a restore explains. */
export class LostRows {
  readonly #db: Db;
  readonly #restores: readonly Restore[];
  /** For each restore and chain, the number of the last row that was restored and of the last that was anchored. */
  readonly #chains = new Map<Restore, Map<string, { readonly kept: number; anchored: number }>>();

  constructor(db: Db, restores: readonly Restore[]) {
    this.#db = db;
    this.#restores = restores;
  }

  /** Whether an anchor that the database does not match is of a row that a restore lost: of a time that was not restored. */
  async has(at: AnchorLine['at'], chain: string, seq: number): Promise<boolean> {
    const time = Date.parse(at);
    for (const restore of this.#restores) {
      if (time < Date.parse(restore.restoredTo) || time > Date.parse(restore.restoredAt)) continue;
      const chains = this.#chains.get(restore) ?? new Map<string, { readonly kept: number; anchored: number }>();
      const { restoredTo } = restore;
      const found = chains.get(chain) ?? {
        kept: (await this.#db.one(keptRows, { chain, restoredTo })).seq,
        anchored: 0,
      };
      if (seq <= found.kept) continue;
      found.anchored = Math.max(found.anchored, seq);
      this.#chains.set(restore, chains.set(chain, found));
      return true;
    }
    return false;
  }

  all(): readonly Lost[] {
    return [...this.#chains].map(([restore, chains]) => ({
      ...restore,
      people: [...chains.keys()].filter((chain) => chain.startsWith('patient:')).length,
      rows: [...chains.values()].reduce((sum, { kept, anchored }) => sum + anchored - kept, 0),
    }));
  }
}
