import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CcdaId, LanguageCode, PatientId } from '@portal/api';
import * as v from 'valibot';
import { renderNodes } from '../ccda/html/render.ts';
import { type DocumentSection, DocumentTree, treeVersion } from '../ccda/tree.ts';
import type { Db } from '../db/pool.ts';
import { treeOf } from '../record/documents/treeOf.ts';
import { storedTree } from './rows.ts';

const gunzipped = promisify(gunzip);

/** A document's tree as it is stored, read anew where an earlier reader made it. */
async function readTree(db: Db, patientId: PatientId, ccdaId: CcdaId): Promise<DocumentTree | null> {
  const row = await storedTree(db, patientId, ccdaId);
  if (row === null) return null;
  if (row.treeVersion !== treeVersion) return treeOf(db, ccdaId, patientId);
  return v.parse(DocumentTree, JSON.parse((await gunzipped(row.tree)).toString()));
}

function sectionAt(
  sections: readonly DocumentSection[],
  [first, ...further]: readonly number[],
): DocumentSection | null {
  const section = first === undefined ? undefined : sections[first];
  if (section === undefined) return null;
  return further.length === 0 ? section : sectionAt(section.sections, further);
}

/** The words of some sections of a document as allow-listed HTML; null for what is not there. */
export async function narrativesOf(
  db: Db,
  of: { readonly patientId: PatientId; readonly ccdaId: CcdaId; readonly language: LanguageCode },
  places: readonly (readonly number[])[],
): Promise<{ readonly language: string | null; readonly html: (string | null)[] }> {
  const tree = await readTree(db, of.patientId, of.ccdaId);
  const sections = tree?.body.kind === 'sections' ? tree.body.sections : [];
  return {
    language: tree?.header.language ?? null,
    html: places.map((place) => {
      const text = sectionAt(sections, place)?.text ?? null;
      return text === null ? null : renderNodes(text, of.language);
    }),
  };
}
