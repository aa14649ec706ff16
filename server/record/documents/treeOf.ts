import { gunzipSync } from 'node:zlib';
import type { CcdaId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { readDocument } from '../ccda/document/readDocument.ts';
import { DocumentTree, treeVersion } from '../ccda/tree.ts';
import { type Db, statement } from '../../db/pool.ts';

const stored = statement(
  'documents.tree',
  `select tree, case when tree_version < $treeVersion then content end as content from health_documents
   where resource_id = $ccdaId and patient_id = $patientId`,
  v.object({ tree: v.instance(Buffer), content: v.nullable(v.instance(Buffer)) }),
);

/** One that an earlier version of the reader made is made again. Null: the patient has no such document. */
export async function treeOf(db: Db, ccdaId: CcdaId, patientId: PatientId): Promise<DocumentTree | null> {
  const row = await db.maybe(stored, { ccdaId, patientId, treeVersion });
  if (row === null) return null;
  if (row.content !== null) return readDocument(row.content).tree;
  return v.parse(DocumentTree, JSON.parse(gunzipSync(row.tree).toString()));
}
