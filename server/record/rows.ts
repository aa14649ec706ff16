import { createHash } from 'node:crypto';
import type { PatientId } from '@portal/api';
import { statement } from '../db/pool.ts';
import type { Content, Version } from './map/mapped.ts';
import { isStorable } from '../db/storable.ts';

/** Inserts `rows`, as `rowsJson` writes them, into these columns of a table. */
export const insertRows = <const Table extends string, const Columns extends string>(
  name: string,
  table: Table,
  columns: Columns,
) =>
  statement(
    name,
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $rows::jsonb)`,
  );

export interface ResourceRow {
  readonly type: string;
  readonly resourceId: string;
  readonly patientId: PatientId;
  readonly version: Version;
  readonly status: string | null;
  readonly isHidden: boolean;
  readonly content: Content;
  readonly contentHash: string;
}

const hashOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('base64url');
/**
 * A hash of what a resource became; null if it cannot be stored. Documents count by their own hash. Entries for lists have a separate hash
 * after a full stop: if only that changed, nothing is new to the patient.
 */
export function contentHash(status: string | null, isHidden: boolean, content: Content): string | null {
  const { entries, healthDocument: one, ...others } = content;
  const documents = content.documents?.map((document) => ({ ...document, content: hashOf(document.content) }));
  const healthDocument = one && { ...one, content: hashOf(one.content), tree: hashOf(one.tree) };
  const json = JSON.stringify([status, isHidden, { ...others, documents, healthDocument }]);
  const listed = entries === undefined ? '' : JSON.stringify(entries);
  if (!isStorable(json) || !isStorable(listed)) return null;
  return entries === undefined ? hashOf(json) : `${hashOf(json)}.${hashOf(listed)}`;
}
export const hashBesideLists = (hash: string): string => hash.replace(/\..*$/, '');
