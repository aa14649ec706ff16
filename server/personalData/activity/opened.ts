import { type ActivityLine, LabResultId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { startOf, takenOn } from '../../testResults/view.ts';
import { type IndexedResult, readLabScope } from '../../testResults/labIndex.ts';
import type { OpenedKey } from './activityLines.ts';

export type Opened = ActivityLine['opened'][number];

const notes = statement(
  'opened.notes',
  `select n.resource_id as id, n.document_type as "documentType", n.service_date as "serviceDate", n.service_precision as "servicePrecision"
   from clinical_notes n join record_resources r on r.id = n.resource_id
   where n.patient_id = $patientId and n.resource_id = any($ids::bigint[]) and not r.is_hidden`,
  v.object({
    id: v.number(),
    documentType: v.string(),
    serviceDate: v.nullable(v.string()),
    servicePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  }),
);

const documents = statement(
  'opened.documents',
  `select d.ccda_id as id, d.title, d.document_date as effective, d.document_precision as "effectivePrecision"
   from shown_health_documents d where d.patient_id = $patientId and d.ccda_id = any($ids::bigint[])`,
  v.object({
    id: v.number(),
    title: v.string(),
    effective: v.nullable(v.string()),
    effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  }),
);

/** What somebody named in a row may be no number at all: pages tell of notes themselves. */
const numbersIn = (keys: readonly OpenedKey[], kind: Opened['kind']): number[] =>
  keys.flatMap((key) => {
    const [, number = ''] = key.split(' ');
    return key.startsWith(`${kind} `) && /^\d{1,15}$/.test(number) ? [Number(number)] : [];
  });

const nameOf = ({ groups }: IndexedResult): string => [...new Set(groups.map(({ report }) => report.name))].join(', ');

/** What was opened, as the record names it now; what is gone from it, or held back, has no name. */
export async function readOpened(
  db: Db,
  patientId: PatientId,
  keys: readonly OpenedKey[],
): Promise<ReadonlyMap<OpenedKey, Opened>> {
  const known = new Map<OpenedKey, Opened>();
  const results = numbersIn(keys, 'result');
  if (results.length > 0) {
    const labResultIds = results.map((id) => v.parse(LabResultId, id));
    for (const one of (await readLabScope(db, patientId, { labResultIds })).results)
      known.set(`result ${String(one.labResultId)}`, { kind: 'result', name: nameOf(one), date: startOf(one) });
  }
  const ids = numbersIn(keys, 'note');
  if (ids.length > 0)
    for (const note of await db.many(notes, { patientId, ids })) {
      const { documentType: name, serviceDate: effective } = note;
      const date = takenOn({ effective, effectivePrecision: note.servicePrecision });
      known.set(`note ${String(note.id)}`, { kind: 'note', name, date });
    }
  const documentIds = numbersIn(keys, 'document');
  if (documentIds.length > 0)
    for (const { id, title, ...dated } of await db.many(documents, { patientId, ids: documentIds }))
      known.set(`document ${String(id)}`, { kind: 'document', name: title, date: takenOn(dated) });
  return known;
}
