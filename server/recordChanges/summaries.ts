import { type Db, statement } from '../db/pool.ts';
import { readFoldedEntries } from '../healthSummary/lists/readHealthLists.ts';
import { takenOn } from '../testResults/view.ts';
import { type EntryChange, entryChanges, KnownEntry } from './entries.ts';
import type { FoundChange, RecordReader } from './found.ts';
import type { Touched } from './touched.ts';

/** Also of documents that later ones have replaced. */
const stored = statement(
  'recordChanges.entries',
  `select e.resource_id as "resourceId", r.source, e.list_key as "listKey", e.entry from health_entries e join record_resources r on r.id = e.resource_id
   where e.patient_id = $patientId and e.kind = 'entry' and not r.is_hidden`,
  KnownEntry,
);

function ofEntry(change: EntryChange): FoundChange {
  const { kind, listKey, touched } = change;
  const { isSeen, changedAt, systemName } = touched;
  const common = { kind, listKey, isSeen, changedAt, valuesBefore: [] };
  if (kind === 'gone') {
    const { before } = change;
    return {
      ...common,
      key: `gone ${String(touched.resourceId)} ${listKey} ${before.name ?? ''} ${before.start ?? ''}`,
      row: { kind: 'none' },
      name: before.name,
      date: before.start,
      source: touched.before?.institution ?? systemName,
      entryBefore: before,
    };
  }
  const { all, entry } = change.folded;
  const key = `e${String(all[0]?.id ?? 0)}`;
  return {
    ...common,
    key,
    row: { kind: 'entry', key },
    name: entry.name,
    date: entry.start,
    source: all[0]?.source.name ?? systemName,
    entryBefore: kind === 'changed' ? change.before : null,
  };
}

/** What changed among the received documents and in the lists of the health summary. */
export async function summaryChanges(
  db: Db,
  { patientId }: RecordReader,
  all: readonly Touched[],
): Promise<FoundChange[]> {
  const touched = new Map(
    all.flatMap((one) => (one.before?.kind === 'result' ? [] : [[one.resourceId, one] as const])),
  );
  if (touched.size === 0) return [];
  const { entries: folded, documents } = await readFoldedEntries(db, patientId);
  const kept = (await db.many(stored, { patientId })).filter(({ resourceId }) => !touched.has(resourceId));
  const before = [...touched.values()].flatMap(({ resourceId, source, before: was }) =>
    (was?.entries ?? []).map((each): KnownEntry => ({ resourceId, source, ...each })),
  );
  const ofDocuments = [...touched.values()].flatMap((one): FoundChange[] => {
    const { resourceId, before: was, isPresent, isSeen, changedAt, systemName } = one;
    const common = { isSeen, changedAt, listKey: null, valuesBefore: [], entryBefore: null };
    const shown = documents.get(resourceId);
    const document = shown?.source.document;
    if (isPresent && shown !== undefined && document)
      return [
        {
          ...common,
          key: `document ${String(resourceId)}`,
          kind: was === null ? 'new' : 'changed',
          row: { kind: 'document', ifSystemId: document.ifSystemId, ccdaId: document.ccdaId },
          name: document.title,
          date: shown.source.date,
          source: shown.source.name,
        },
      ];
    if (isPresent || was?.kind !== 'document') return [];
    return [
      {
        ...common,
        key: `gone ${String(resourceId)}`,
        kind: 'gone',
        row: { kind: 'none' },
        name: was.name,
        date: takenOn(was),
        source: systemName ?? was.institution,
      },
    ];
  });
  return [...ofDocuments, ...entryChanges({ folded, known: [...kept, ...before], touched }).map(ofEntry)];
}
