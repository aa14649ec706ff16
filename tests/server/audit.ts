import type { Pool } from '../../server/db/pool.ts';
import { anchorsFolder, openAnchors } from '../../server/audit/anchors.ts';
import { checkAll } from '../../server/audit/checkAll.ts';
import type { Finding } from '../../server/audit/checkChain.ts';
import type { AuditKeys } from '../../server/audit/keys.ts';

/** Everything that is wrong with a database's audit log, as `admin audit verify` finds it. */
export async function brokenAuditRows(
  pool: Pick<Pool, 'db' | 'tx'>,
  keys: AuditKeys,
  dataDir: string,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const anchors = await openAnchors(anchorsFolder(dataDir));
  await checkAll({ pool, keys, anchors, ofEveryRow: true, onFinding: (finding) => found.push(finding) });
  return found;
}
