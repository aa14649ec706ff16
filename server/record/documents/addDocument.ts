import type { PatientId } from '@portal/api';
import { readDocument } from '../ccda/document/readDocument.ts';
import type { Db } from '../../db/pool.ts';
import { contentHash } from '../rows.ts';
import { saveRows } from '../save.ts';
import { documentRow } from './documentRow.ts';

/** For documents that we make ourselves, such as the demo's, so one that the import would refuse is an error. */
export async function addDocument(tx: Db, source: string, patientId: PatientId, content: string): Promise<void> {
  const bytes = Buffer.from(content);
  const { type, id, version, status, isHidden, content: rows } = documentRow(readDocument(bytes), bytes);
  const hash = contentHash(status, isHidden, rows);
  if (hash === null) throw new Error(`${type}/${id} has a character that cannot be stored`);
  const row = { type, resourceId: id, patientId, version, status, isHidden, content: rows, contentHash: hash };
  await saveRows(tx, source, [row], []);
}
