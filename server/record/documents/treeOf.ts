import { gunzipSync } from 'node:zlib';
import type { CcdaId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { readDocument } from '../ccda/document/readDocument.ts';
import { DocumentTree, treeVersion } from '../ccda/tree.ts';
import { type Db, statement } from '../../db/pool.ts';
import { fileTable } from '../../files/fileTables.ts';
import { fileEntries, withBytes } from '../../files/storedFile.ts';

fileTable('health_documents', { key: 'resource_id' });

const stored = statement(
  'documents.tree',
  `select tree, case when tree_version < $treeVersion then content end as content, case when tree_version < $treeVersion then object_id end as "objectId" from health_documents
   where resource_id = $ccdaId and patient_id = $patientId`,
  v.object({ tree: v.instance(Buffer), ...fileEntries }),
);

/** One that an earlier version of the reader made is made again. Null: the patient has no such document. */
export async function treeOf(db: Db, ccdaId: CcdaId, patientId: PatientId): Promise<DocumentTree | null> {
  const row = await db.maybe(stored, { ccdaId, patientId, treeVersion });
  if (row === null) return null;
  if (row.content !== null || row.objectId !== null) return readDocument((await withBytes(db, row)).content).tree;
  return v.parse(DocumentTree, JSON.parse(gunzipSync(row.tree).toString()));
}
