import {
  type HealthSummaryHead,
  type OfficeVisit,
  type PatientId,
  type RecordDate,
  type SummaryIdentifier,
} from '@portal/api';
import type { Db } from '../db/pool.ts';
import { momentOf } from '../record/fhir/dates.ts';
import { recordDateOf } from '../record/fhir/recordDate.ts';
import { type DocumentRow, dateOf, documentsOfVisits } from './documents.ts';
import { ownVisits } from './own.ts';
import { type Source, sourcesOf } from '../facilities/sources.ts';

type Range = Exclude<SummaryIdentifier, { ccdaId: unknown }>;

/** What the page keeps of a summary that the facility makes of a range. */
export const ownHead = (
  { ifSystemId, name, hasGateway, today }: Source,
  range: Range,
  title: string,
): HealthSummaryHead => ({
  ifSystemId,
  identifier: range,
  sendSecurelyDisabled: !hasGateway,
  displayDate: today,
  title,
  sourceName: name,
});

/** What the page keeps of a document that was received. */
export const documentHead = ({ ifSystemId, name, hasGateway }: Source, row: DocumentRow): HealthSummaryHead => ({
  ifSystemId,
  identifier: { ccdaId: row.ccdaId },
  sendSecurelyDisabled: !hasGateway,
  displayDate: dateOf(row),
  title: row.title,
  sourceName: row.custodian ?? name,
});

/** A date as a document's tree has it; null where it is none. */
export const dateIn = (text: string | null): RecordDate | null => recordDateOf(text === null ? null : momentOf(text));

/** The same day a year before; 29 February becomes the 28th. */
export function yearBefore(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const last = new Date(Date.UTC(Number(year) - 1, Number(month), 0)).getUTCDate();
  return `${String(Number(year) - 1).padStart(4, '0')}-${month}-${String(Math.min(Number(date), last)).padStart(2, '0')}`;
}

/** The visits of all sources, newest first. One that a booking and the record both tell stands once: both lead to the same summary. */
export async function readVisits(db: Db, patientId: PatientId): Promise<OfficeVisit[]> {
  const sources = await sourcesOf(db, patientId);
  const ids = sources.flatMap(({ isOwn, ifSystemId }) => (isOwn ? [] : [ifSystemId]));
  const own = sources.find(({ isOwn }) => isOwn);
  const received = (await documentsOfVisits(db, patientId, ids)).flatMap((row): OfficeVisit[] => {
    const { ifSystemId, ccdaId, visit } = row;
    // Without a date of the visit the document's own says best when it was.
    const encounterDate = dateIn(visit?.date ?? null) ?? dateOf(row);
    return visit === null || encounterDate === null
      ? []
      : [{ encounterDate, visitType: visit.visitType, provider: visit.provider, ifSystemId, identifier: { ccdaId } }];
  });
  const made =
    own === undefined
      ? []
      : (await ownVisits(db, patientId, own.timeZone)).map(
          ({ date, visitType, provider, startDate, endDate }): OfficeVisit => ({
            encounterDate: date,
            visitType,
            provider,
            ifSystemId: own.ifSystemId,
            identifier: { startDate, endDate },
          }),
        );
  const at = ({ encounterDate }: OfficeVisit): number => Date.parse(encounterDate);
  const listed = new Map<string, OfficeVisit>();
  for (const visit of [...received, ...made]) {
    const { ifSystemId, identifier, visitType } = visit;
    const key = JSON.stringify([ifSystemId, identifier, visitType?.toLowerCase() ?? null]);
    if (!listed.has(key)) listed.set(key, visit);
  }
  return [...listed.values()].toSorted((one, other) => at(other) - at(one));
}
