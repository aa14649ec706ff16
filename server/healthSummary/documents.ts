import { type CalendarDate, CcdaId, IfSystemId, type PatientId, type RecordDate } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { fileColumns, fileEntries, withBytes } from '../files/storedFile.ts';
import { takenOn } from '../testResults/view.ts';

const Row = v.object({
  ccdaId: CcdaId,
  ifSystemId: IfSystemId,
  title: v.string(),
  typeName: v.nullable(v.string()),
  custodian: v.nullable(v.string()),
  effective: v.nullable(v.string()),
  effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  visit: v.nullable(
    v.object({ date: v.nullable(v.string()), visitType: v.nullable(v.string()), provider: v.nullable(v.string()) }),
  ),
});
export type DocumentRow = v.InferOutput<typeof Row>;
const columns = `d.ccda_id as "ccdaId", d.external_system_id as "ifSystemId", d.title, d.type_name as "typeName", d.custodian, d.document_date as effective,
  d.document_precision as "effectivePrecision", d.visit`;
const newestFirst = 'order by d.document_at desc nulls last, d.ccda_id desc';

/**
 * SQL for the first and the last day that a date can mean: the day that its source wrote, else the day at the facility. Many sources write a day
 * as its first or last minute in UTC. `written`: the date as its source has it.
 */
export function daysOf<const At extends string, const Precision extends string, const Written extends string>(
  at: At,
  precision: Precision,
  written: Written,
) {
  const hasOwnDay =
    `${written} ~ 'T(00:00|23:59)[:.0-9]*(Z|[+-]00:?00)\\Z' or ${written} ~ 'T.*[+-](?!00:?00)\\d\\d:?\\d\\d\\Z'` as const;
  const firstDay =
    `(case when ${hasOwnDay} then left(${written}, 10)::date else (${at} at time zone case (${precision}) when 'time' then $timeZone else 'UTC' end)::date end)` as const;
  const lastDay =
    `(${firstDay} + case (${precision}) when 'year' then interval '1 year - 1 day' when 'month' then interval '1 month - 1 day' else interval '0' end)::date` as const;
  return { firstDay, lastDay };
}
const { firstDay, lastDay } = daysOf('d.document_at', 'd.document_precision', 'd.document_date');

const newest = statement(
  'healthSummary.newestDocument',
  `select ${columns} from shown_health_documents d where d.patient_id = $patientId and d.external_system_id = $ifSystemId ${newestFirst} limit 1`,
  Row,
);
/** One whose days nobody knows may be of any, so that it can be found at all. */
const covering = statement(
  'healthSummary.covering',
  `select ${columns} from shown_health_documents d where d.patient_id = $patientId and d.external_system_id = $ifSystemId
     and coalesce(coalesce(d.period_start, least(${firstDay}, d.period_end)) <= $endDate::date, true)
     and coalesce(coalesce(d.period_end, greatest(${lastDay}, d.period_start)) >= $startDate::date, true) ${newestFirst}`,
  Row,
);
const one = statement(
  'healthSummary.document',
  `select ${columns} from shown_health_documents d where d.patient_id = $patientId and d.external_system_id = $ifSystemId and d.ccda_id = $ccdaId`,
  Row,
);
const withVisit = statement(
  'healthSummary.documentVisits',
  `select ${columns} from shown_health_documents d where d.patient_id = $patientId and d.external_system_id = any($ifSystemIds::bigint[]) and d.visit is not null ${newestFirst}`,
  Row,
);
const content = statement(
  'healthSummary.content',
  `select ${fileColumns('d')} from health_documents d where resource_id = $ccdaId and patient_id = $patientId`,
  v.object(fileEntries),
);

interface OfSystem {
  readonly patientId: PatientId;
  readonly ifSystemId: IfSystemId;
}
export interface DocumentKey extends OfSystem {
  readonly ccdaId: CcdaId;
}

/** The newest document of a system that the patient may read; null where there is none. */
export const newestDocument = (db: Db, key: OfSystem): Promise<DocumentRow | null> => db.maybe(newest, { ...key });

/** Those that cover a day of a range, newest first. */
export const documentsWithin = (
  db: Db,
  range: OfSystem & { readonly startDate: CalendarDate; readonly endDate: CalendarDate; readonly timeZone: string },
): Promise<DocumentRow[]> => db.many(covering, { ...range });

/** One of them; null where the patient may read no such document of that system. */
export const documentOf = (db: Db, key: DocumentKey): Promise<DocumentRow | null> => db.maybe(one, { ...key });

export const documentsOfVisits = (
  db: Db,
  patientId: PatientId,
  ifSystemIds: readonly IfSystemId[],
): Promise<DocumentRow[]> => db.many(withVisit, { patientId, ifSystemIds: [...ifSystemIds] });

/** The document as it was received. */
export const bytesOf = async (db: Db, { ccdaId, patientId }: DocumentKey): Promise<Buffer> =>
  (await withBytes(db, await db.one(content, { ccdaId, patientId }))).content;

export const dateOf = (row: DocumentRow): RecordDate | null => takenOn(row);

const systemOf = statement(
  'healthSummary.systemOfDocument',
  'select d.external_system_id as "ifSystemId" from shown_health_documents d where d.patient_id = $patientId and d.ccda_id = $ccdaId',
  v.object({ ifSystemId: IfSystemId }),
);
/** The system of a document that the patient may read; null where there is none. */
export const systemOfDocument = async (
  db: Db,
  key: { readonly patientId: PatientId; readonly ccdaId: CcdaId },
): Promise<IfSystemId | null> => (await db.maybe(systemOf, { ...key }))?.ifSystemId ?? null;
