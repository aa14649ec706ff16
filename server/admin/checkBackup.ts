import { anchorsFolder, openAnchors } from '../audit/anchors.ts';
import { checkAnchors } from '../audit/checkAnchors.ts';
import { findingText } from '../audit/checkChain.ts';
import type { AuditKeys } from '../audit/keys.ts';
import { dbOn } from '../db/pool.ts';
import { onConnection } from '../db/roles.ts';
import { countContents, type Manifest } from './backupManifest.ts';
import { CommandFailed } from './failure.ts';
import { removeStarted, startFromBackup } from './startFromBackup.ts';

/** Throws unless a database that was started from the backup holds what the running one held, and the audit as it was anchored. */
export async function checkBackup(backup: string, manifest: Manifest, keys: AuditKeys): Promise<void> {
  const to = `${backup}.check`;
  try {
    await startFromBackup(backup, manifest, to, null, ({ ownerUrlOf }) =>
      onConnection(ownerUrlOf('vestibule'), async (client) => {
        const db = dbOn(client);
        const { contents: live } = manifest;
        const found = await db.one(countContents);
        if (found.lastMigration !== live.lastMigration || found.auditRows < live.auditRows)
          throw new CommandFailed(
            `The backup does not hold what the database held: ${found.auditRows} of ${live.auditRows} rows of the audit log, migrations up to ${found.lastMigration}.`,
          );
        const anchors = await openAnchors(anchorsFolder(backup));
        const { findings } = await checkAnchors(db, keys, anchors.lines());
        const [finding] = findings;
        if (finding !== undefined) throw new CommandFailed(`The audit log in the backup: ${findingText(finding)}`);
      }),
    );
  } finally {
    await removeStarted(to);
  }
}
