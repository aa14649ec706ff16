import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CcdaId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { DocumentHeader, type DocumentTree, treeVersion } from '../record/ccda/tree.ts';
import { type Db, statement } from '../db/pool.ts';
import { treeOf } from '../record/documents/treeOf.ts';

const gunzipped = promisify(gunzip);
const gzipped = promisify(gzip);

const find = statement(
  'healthSummary.storedTree',
  'select tree, tree_version as "treeVersion" from health_documents where resource_id = $ccdaId and patient_id = $patientId',
  v.object({ tree: v.instance(Buffer), treeVersion: v.number() }),
);

const packedTree = (tree: DocumentTree): Promise<Buffer> => gzipped(JSON.stringify(tree), { level: 1 });

/** The tree of a document as it is stored, made anew where an earlier reader made it; null where there is none. */
export async function storedTree(db: Db, ccdaId: CcdaId, patientId: PatientId): Promise<Buffer | null> {
  const row = await db.maybe(find, { ccdaId, patientId });
  if (row === null) return null;
  if (row.treeVersion === treeVersion) return row.tree;
  const tree = await treeOf(db, ccdaId, patientId);
  return tree === null ? null : packedTree(tree);
}

const Whole = v.object({ header: DocumentHeader });
/** Where the body begins. No text of the header reads so: quotes within a text have a stroke before them. */
const bodyBegins = ',"body":{"kind":';

/** The header of a stored tree. The body of a large one is not parsed for it, as that would keep everybody else waiting. */
export async function headerOf(stored: Buffer): Promise<DocumentHeader> {
  const json = await gunzipped(stored);
  const end = json.indexOf(bodyBegins);
  return v.parse(Whole, JSON.parse(end === -1 ? json.toString() : `${json.toString('utf8', 0, end)}}`)).header;
}
