import { type Db, statement } from '../db/pool.ts';
import { beginChanges } from './changes.ts';
import { rowsJson } from '../db/rowsJson.ts';
import { insertRows, type ResourceRow } from './rows.ts';

export const addEntries = insertRows(
  'record.addEntries',
  'health_entries',
  'resource_id, patient_id, position, list_key, kind, entry, entry_at',
);
const removeEntries = statement(
  'record.removeEntries',
  'delete from health_entries where resource_id = any($ids::bigint[])',
);
const changeHashes = statement(
  'record.changeHashes',
  `update record_resources r set version_id = n.version_id, last_updated = n.last_updated, content_hash = n.content_hash
   from jsonb_populate_recordset(null::record_resources, $rows::jsonb) n where r.id = n.id`,
);
/** Writes the list entries of stored resources of which nothing else changed. */
export async function saveEntries(
  tx: Db,
  changed: readonly { readonly id: number; readonly row: ResourceRow }[],
): Promise<void> {
  if (changed.length === 0) return;
  const changes = await beginChanges(
    tx,
    changed.map(({ id }) => id),
  );
  await tx.run(removeEntries, { ids: changed.map(({ id }) => id) });
  const entries = changed.flatMap(({ id: resourceId, row: { patientId, content } }) =>
    (content.entries ?? []).map((entry, position) => ({ ...entry, position, resourceId, patientId })),
  );
  if (entries.length > 0) await tx.run(addEntries, { rows: rowsJson(entries) });
  await tx.run(changeHashes, {
    rows: rowsJson(
      changed.map(({ id, row: { version, contentHash: hash } }) => ({ id, ...version, contentHash: hash })),
    ),
  });
  await changes.write(
    [],
    changed.map(({ id, row }) => ({ resourceId: id, row })),
  );
}
