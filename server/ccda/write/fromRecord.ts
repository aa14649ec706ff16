import { HealthEntry, type HealthListKey, type MissingReason, type PatientId, healthListKeys } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { takenOn } from '../../labResults/view.ts';
import { outsideDocuments } from '../../record/documents/outsideDocuments.ts';
import type { LabDetail, LabGroup, LabResult } from '../../record/labResults.ts';
import { entryWith, type Kept, type ResultGroup } from './content.ts';
import { stableId } from './datatypes.ts';
import type { SummaryWords } from './words/words.ts';

/** What documents of other clinics tell is theirs to tell again, and not repeated here as the facility's own. */
const held = statement(
  'summaries.entries',
  `select e.list_key as "listKey", e.entry, e.position, r.id, r.source, r.type, r.resource_id as "resourceId"
   from health_entries e join record_resources r on r.id = e.resource_id
   where e.patient_id = $patientId and e.kind = 'entry' and not r.is_hidden and ${outsideDocuments}
   order by e.entry_at desc nulls last, e.id desc`,
  v.object({
    listKey: v.picklist(healthListKeys),
    entry: HealthEntry,
    position: v.number(),
    id: v.number(),
    source: v.string(),
    type: v.string(),
    resourceId: v.string(),
  }),
);

export interface HeldEntry extends Kept {
  readonly list: HealthListKey;
  /** The row of `record_resources` that tells it. */
  readonly resource: number;
}
/** The entries that came by resources of their own, the latest first. */
export async function heldEntries(db: Db, patientId: PatientId, root: string): Promise<HeldEntry[]> {
  return (await db.many(held, { patientId })).map(({ listKey, entry, position, id, source, type, resourceId }) => ({
    id: stableId(root, source, type, resourceId, position),
    list: listKey,
    resource: id,
    entry,
  }));
}

const reasons: Readonly<Record<string, MissingReason>> = {
  unknown: 'unknown',
  'asked-unknown': 'askedUnknown',
  'not-asked': 'notAsked',
  masked: 'masked',
  'not-applicable': 'notApplicable',
};
/** Why a value is missing, of the words that a laboratory gave. */
export const missingFor = (reason: string | null): MissingReason =>
  reason === null ? 'unknown' : (reasons[reason.trim().toLowerCase().replaceAll(' ', '-')] ?? 'other');

const said: Readonly<Record<string, 'yes' | 'no'>> = { true: 'yes', false: 'no' };

function entryOf(detail: LabDetail, { report }: LabGroup, words: SummaryWords): HealthEntry {
  const isCancelled = detail.status === 'cancelled';
  const value = isCancelled ? null : detail.value;
  const answer = detail.kind === 'yes-no' ? said[value ?? ''] : undefined;
  const date = takenOn(report);
  const fact = (name: 'interpretation' | 'referenceRange' | 'comment', text: string | null) =>
    text === null || text.trim() === '' ? [] : [{ name, value: text }];
  return entryWith({
    name: detail.name.trim() === '' ? report.name : detail.name,
    codes: detail.codings.map(({ system, code }) => ({ system: system ?? null, code, display: null })),
    status: isCancelled ? 'notDone' : null,
    start: date,
    values: [
      {
        name: null,
        codes: [],
        comparator: v.parse(v.fallback(v.nullable(v.picklist(['<', '<=', '>=', '>'])), null), detail.comparator),
        value: answer === undefined ? value : words[answer],
        unit: value === null ? null : detail.unit,
        isNumber: detail.kind === 'quantity' && value !== null,
        missing: value === null ? missingFor(detail.absentReason) : null,
      },
    ],
    facts: [
      ...(isCancelled ? [] : fact('interpretation', detail.abnormalFlag)),
      ...fact('referenceRange', detail.referenceRange),
      ...fact('comment', detail.comment),
    ],
  });
}

const preliminary: ReadonlySet<string | null> = new Set(['registered', 'preliminary', 'partial']);
/** Test results in their groups, the latest first. */
export function resultGroups(
  results: readonly LabResult[],
  closed: ReadonlySet<number>,
  root: string,
  words: SummaryWords,
): ResultGroup[] {
  return results
    .flatMap(({ groups }) => groups)
    .filter(({ report }) => !closed.has(report.id))
    .toReversed()
    .map((group) => {
      const { report, details } = group;
      const id = stableId(root, report.source, report.type, report.resourceId);
      return {
        id,
        name: report.name,
        codes: [],
        date: takenOn(report),
        isFinal: !preliminary.has(report.status),
        labName: report.labName,
        conclusion: report.conclusion,
        entries: details.map((detail, index) => ({
          id: stableId(id, index),
          entry: entryOf(detail, group, words),
        })),
      };
    });
}
