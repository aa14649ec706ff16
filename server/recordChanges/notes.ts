import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { takenOn } from '../testResults/view.ts';
import type { FoundChange, RecordReader } from './found.ts';
import type { Touched } from './touched.ts';
import { corrections } from '../record/firstGiven.ts';

const shown = statement(
  'recordChanges.notes',
  `select n.note_id as "noteId", n.service_date as "serviceDate", n.document_type as "documentType", coalesce(n.institution, n.authored_by) as "saidBy",
     exists (select from record_links l join record_resources own on own.id = l.resource_id
       join record_resources earlier on earlier.source = own.source and earlier.type = l.target_type and earlier.resource_id = l.target_id
       where l.resource_id = n.note_id and l.relation = 'replaces' and earlier.patient_id = n.patient_id and earlier.id <> n.note_id
         and earlier.id <> all($resourceIds::bigint[])) as "replacesKnown"
   from shown_notes n where n.patient_id = $patientId and n.note_id = any($resourceIds::bigint[])
     and exists (select from record_documents d where d.resource_id = n.note_id)`,
  v.object({
    noteId: v.number(),
    serviceDate: v.nullable(v.string()),
    documentType: v.string(),
    saidBy: v.nullable(v.string()),
    replacesKnown: v.boolean(),
  }),
);

const kindOf = ({ before, status }: Touched, replacesKnown: boolean) => {
  if (before === null) return replacesKnown ? 'corrected' : 'new';
  return corrections.has(status) ? 'corrected' : 'changed';
};

/** What changed in the list of notes. Their earlier words are not stored, so none are told. */
export async function noteChanges(
  db: Db,
  { patientId }: RecordReader,
  touched: readonly Touched[],
): Promise<FoundChange[]> {
  const resourceIds = touched.map(({ resourceId }) => resourceId);
  const notes = new Map((await db.many(shown, { patientId, resourceIds })).map((note) => [note.noteId, note]));
  return touched.flatMap((one): FoundChange[] => {
    const { resourceId, before, isPresent, isSeen, changedAt, systemName } = one;
    const common = { isSeen, changedAt, listKey: null, valuesBefore: [], entryBefore: null };
    const note = notes.get(resourceId);
    if (isPresent && note !== undefined)
      return [
        {
          ...common,
          key: `note ${String(resourceId)}`,
          kind: kindOf(one, note.replacesKnown),
          row: { kind: 'note', noteId: resourceId },
          name: note.documentType,
          date: note.serviceDate,
          source: note.saidBy ?? systemName,
        },
      ];
    // One that a later note replaces is told with that note.
    if (isPresent || before?.kind !== 'note') return [];
    return [
      {
        ...common,
        key: `gone ${String(resourceId)}`,
        kind: 'gone',
        row: { kind: 'none' },
        name: before.name,
        date: takenOn(before),
        source: before.institution ?? systemName,
      },
    ];
  });
}
