import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CcdaId, LanguageCode, PatientId } from '@portal/api';
import * as v from 'valibot';
import { renderNodes } from '../ccda/html/render.ts';
import { NarrativeNode, treeVersion } from '../ccda/tree.ts';
import type { Db } from '../db/pool.ts';
import { treeOf } from '../record/documents/treeOf.ts';
import { storedTree } from './rows.ts';

const gunzipped = promisify(gunzip);

/** Of a tree only what is asked for is looked at: checking each node of a document of megabytes would keep everybody else waiting. */
const Whole = v.object({ header: v.object({ language: v.nullable(v.string()) }), body: v.unknown() });
const Holder = v.object({ sections: v.array(v.unknown()) });
const Section = v.object({ text: v.nullable(v.array(NarrativeNode)) });

/** A document's tree as it is stored, read anew where an earlier reader made it. */
async function readTree(db: Db, patientId: PatientId, ccdaId: CcdaId): Promise<v.InferOutput<typeof Whole> | null> {
  const row = await storedTree(db, patientId, ccdaId);
  if (row === null) return null;
  if (row.treeVersion !== treeVersion) return treeOf(db, ccdaId, patientId);
  return v.parse(Whole, JSON.parse((await gunzipped(row.tree)).toString()));
}

/** The words of the section at a place; null where there is none. */
function wordsAt(holder: unknown, place: readonly number[]): readonly NarrativeNode[] | null {
  let at = holder;
  for (const position of place) {
    const found = v.safeParse(Holder, at);
    if (!found.success) return null;
    at = found.output.sections[position];
  }
  const section = v.safeParse(Section, at);
  return section.success ? section.output.text : null;
}

/** The words of some sections of a document as allow-listed HTML; null for what is not there. */
export async function narrativesOf(
  db: Db,
  of: { readonly patientId: PatientId; readonly ccdaId: CcdaId; readonly language: LanguageCode },
  places: readonly (readonly number[])[],
): Promise<{ readonly language: string | null; readonly html: (string | null)[] }> {
  const tree = await readTree(db, of.patientId, of.ccdaId);
  return {
    language: tree?.header.language ?? null,
    html: places.map((place) => {
      const words = wordsAt(tree?.body, place);
      return words === null ? null : renderNodes(words, of.language);
    }),
  };
}
