import {
  type EntryValue,
  type FactName,
  HealthCode,
  HealthEntry,
  type HealthListKey,
  type MissingReason,
  type PatientId,
  type RecordDate,
  healthListKeys,
  readSourceDate,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { takenOn } from '../../testResults/view.ts';
import { ofPart, partsApart } from '../../record/map/lists/partFacts.ts';
import { outsideDocuments } from '../../record/documents/outsideDocuments.ts';
import {
  type LabDetail,
  type LabGroup,
  type LabResult,
  type LabValue,
  readLabValues,
} from '../../testResults/labResults.ts';
import { entryWith, type SummaryEntry, type ResultGroup } from './content.ts';
import { stableId } from './datatypes.ts';
import type { SummaryWords } from './words.ts';

/** Interfaces write such a date where they know none (specification 3, section 9). */
const isNoDate = (date: RecordDate): boolean => date < '1900-01-02';
const known = (date: RecordDate | null): RecordDate | null => (date === null || isNoDate(date) ? null : date);
export const withKnownDates = (entry: HealthEntry): HealthEntry => ({
  ...entry,
  start: known(entry.start),
  end: known(entry.end),
  recorded: known(entry.recorded),
});

/** What documents of other clinics tell is theirs to tell again, and not repeated here as the facility's own. */
const held = statement(
  'summaries.entries',
  `select e.list_key as "listKey", e.entry, e.position, r.id, r.source, r.type, r.resource_id as "resourceId", r.status
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
    status: v.nullable(v.string()),
  }),
);

/** What is held, with the row of `record_resources` that tells it. */
export interface HeldEntry extends SummaryEntry {
  readonly list: HealthListKey;
  readonly resource: number;
  readonly source: string;
}
/** The entries that came by resources of their own, the latest first. */
export async function heldEntries(db: Db, patientId: PatientId, root: string): Promise<HeldEntry[]> {
  return (await db.many(held, { patientId })).map(
    ({ listKey, entry, position, id, source, type, resourceId, status }) => ({
      id: stableId(root, source, type, resourceId, position),
      list: listKey,
      resource: id,
      source,
      entry: withKnownDates(entry),
      resultStatus: type === 'Observation' ? status : null,
    }),
  );
}

const loose = statement(
  'summaries.findings',
  `select r.id, r.source, r.type, r.resource_id as "resourceId", r.status, o.name, o.codings, o.effective, o.effective_at as "effectiveAt",
     o.effective_precision as "effectivePrecision", o.effective_end as "effectiveEnd", o.comment
   from observations o join record_resources r on r.id = o.resource_id
   where o.patient_id = $patientId and not r.is_hidden and o.category <> 'laboratory' and o.lab_result_id is null
     and not exists (select from health_entries e where e.resource_id = r.id)
   order by o.effective_at desc nulls last, r.id desc`,
  v.object({
    id: v.number(),
    source: v.string(),
    type: v.string(),
    resourceId: v.string(),
    status: v.nullable(v.string()),
    name: v.string(),
    codings: v.array(HealthCode),
    effective: v.nullable(v.string()),
    effectiveAt: v.nullable(v.string()),
    effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
    effectiveEnd: v.nullable(v.string()),
    comment: v.nullable(v.string()),
  }),
);
/** Observations that are in no list and no test result: what only the treatment summary tells, such as a stage or a tumor marker. */
export async function findingEntries(
  db: Db,
  patientId: PatientId,
  root: string,
  inResults: ReadonlySet<number>,
): Promise<HeldEntry[]> {
  const found = (await db.many(loose, { patientId })).filter(({ id }) => !inResults.has(id));
  const valuesOf = await readLabValues(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap((one): HeldEntry[] => {
    const values = partsApart(valuesOf.get(one.id) ?? []).map((value, index) => ({
      value,
      part: index === 0 && value.name === one.name ? null : value.name,
    }));
    if (values.length === 0) return [];
    const factsOf = (name: FactName, words: 'abnormalFlag' | 'referenceRange') =>
      values.flatMap(({ value, part }) => {
        const said = value[words];
        return factOf(name, said === null || part === null ? said : ofPart(part, said));
      });
    return [
      {
        id: stableId(root, one.source, one.type, one.resourceId, 'finding'),
        list: 'results',
        resource: one.id,
        source: one.source,
        resultStatus: one.status,
        entry: withKnownDates(
          entryWith({
            name: one.name,
            codes: one.codings,
            start: takenOn(one),
            end: readSourceDate(one.effectiveEnd ?? ''),
            values: values.map(({ value, part }) => ({
              ...valueOf(value),
              ...(part === null ? {} : { name: part, codes: codesOf(value) }),
            })),
            facts: [
              ...factsOf('interpretation', 'abnormalFlag'),
              ...factsOf('referenceRange', 'referenceRange'),
              ...factOf('comment', one.comment),
            ],
          }),
        ),
      },
    ];
  });
}

const reasons: Readonly<Record<string, MissingReason>> = {
  unknown: 'unknown',
  'asked-unknown': 'askedUnknown',
  'not-asked': 'notAsked',
  masked: 'masked',
  'not-applicable': 'notApplicable',
};
/** Why a value is missing, of the words that a laboratory gave. */
const missingFor = (reason: string | null): MissingReason =>
  reason === null ? 'unknown' : (reasons[reason.trim().toLowerCase().replaceAll(' ', '-')] ?? 'other');

const codesOf = ({ codings }: LabValue): HealthCode[] =>
  codings.map(({ system, code, display }) => ({ system: system ?? null, code, display: display ?? null }));
const valueOf = ({ comparator, value, unit, kind, absentReason }: LabValue): EntryValue => ({
  name: null,
  codes: [],
  comparator: v.parse(v.fallback(v.nullable(v.picklist(['<', '<=', '>=', '>'])), null), comparator),
  value,
  unit: value === null ? null : unit,
  isNumber: kind === 'quantity' && value !== null,
  missing: value === null ? missingFor(absentReason) : null,
});
const factOf = (name: FactName, value: string | null): HealthEntry['facts'] =>
  value === null || value.trim() === '' ? [] : [{ name, value }];

const said: Readonly<Record<string, 'yes' | 'no'>> = { true: 'yes', false: 'no' };

function entryOf(detail: LabDetail, { report }: LabGroup, words: SummaryWords): HealthEntry {
  const isCancelled = detail.status === 'cancelled';
  const value = valueOf(isCancelled ? { ...detail, value: null } : detail);
  const answer = detail.kind === 'yes-no' ? said[value.value ?? ''] : undefined;
  return withKnownDates(
    entryWith({
      name: detail.name.trim() === '' ? report.name : detail.name,
      codes: codesOf(detail),
      status: isCancelled ? 'notDone' : null,
      start: takenOn(detail) ?? takenOn(report),
      values: [answer === undefined ? value : { ...value, value: words[answer] }],
      facts: [
        ...(isCancelled ? [] : factOf('interpretation', detail.abnormalFlag)),
        ...factOf('referenceRange', detail.referenceRange),
        ...factOf('comment', detail.comment),
      ],
    }),
  );
}

const codes = statement(
  'summaries.reportCodes',
  `select p.resource_id as id, p.codings from lab_reports p where p.patient_id = $patientId
   union all select o.resource_id, o.codings from observations o where o.patient_id = $patientId and o.lab_result_id is not null`,
  v.object({ id: v.number(), codings: v.array(HealthCode) }),
);
/** What a laboratory reported together, and by which rows. */
export interface HeldGroup extends Omit<ResultGroup, 'entries'> {
  readonly resource: number;
  readonly entries: readonly HeldEntry[];
}
/** Test results in their groups, the latest first. */
export async function resultGroups(
  db: Db,
  patientId: PatientId,
  results: readonly LabResult[],
  root: string,
  words: SummaryWords,
): Promise<HeldGroup[]> {
  const codesOfReport = new Map((await db.many(codes, { patientId })).map(({ id, codings }) => [id, codings]));
  return results
    .flatMap(({ groups }) => groups)
    .toReversed()
    .map((group): HeldGroup => {
      const { report, details } = group;
      const id = stableId(root, report.source, report.type, report.resourceId);
      return {
        id,
        isReport: true,
        resource: report.id,
        name: report.name,
        codes: codesOfReport.get(report.id) ?? [],
        date: known(takenOn(report)),
        status: report.status,
        labName: report.labName,
        conclusion: report.conclusion,
        entries: details.map((detail, index) => ({
          id: stableId(id, index),
          list: 'results',
          resource: detail.resourceId,
          source: report.source,
          resultStatus: detail.status,
          entry: entryOf(detail, group, words),
        })),
      };
    });
}
