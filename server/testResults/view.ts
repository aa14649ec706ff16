import {
  type LabFlagCounts,
  type LabResult,
  type LabResultDetail,
  LabResultId,
  type RecordDate,
  flagMeaning,
} from '@portal/api';
import * as v from 'valibot';
import { recordDateOf } from '../record/fhir/recordDate.ts';
import { type IndexedResult, isReviewed, type LabResource, receivedOn } from './labIndex.ts';
import type { LabDetail } from './labResults.ts';
import type { Opening } from './opening.ts';
import { corrections } from '../record/firstGiven.ts';

type Dated = Pick<LabResource, 'effective' | 'effectivePrecision'>;

/** When a sample was taken, as precisely as its source says. A time without a zone counts as its day. */
export function takenOn({ effective, effectivePrecision }: Dated): RecordDate | null {
  if (effective === null || effectivePrecision === null) return null;
  return recordDateOf({ text: effective, precision: effectivePrecision });
}

const joined = (texts: readonly (string | null)[]): string | null => {
  const said = [...new Set(texts.filter((text): text is string => text !== null))];
  return said.length === 0 ? null : said.join(', ');
};

/** Which of several statuses is shown: the first of these that occurs. */
const weightiest = ['preliminary', 'partial', 'corrected', 'amended', 'appended'] as const;
export function statusOf(parts: readonly Pick<LabResource, 'status'>[]): string | null {
  const all = parts.map(({ status }) => status);
  if (all.length > 0 && all.every((status) => status === 'cancelled')) return 'cancelled';
  return weightiest.find((status) => all.includes(status)) ?? all.find((status) => status !== 'cancelled') ?? null;
}

/** When the last correction came in; null if nothing was corrected. */
export function correctedOn(parts: readonly LabResource[]): string | null {
  const times = parts.flatMap((part) => (corrections.has(part.status) ? [part.changedAt ?? part.importedAt] : []));
  return times.reduce<string | null>((last, at) => (last === null || at > last ? at : last), null);
}

function countFlags(flags: readonly string[]): LabFlagCounts {
  const counts = { critical: 0, high: 0, low: 0, outside: 0 };
  for (const flag of flags) {
    const meaning = flagMeaning(flag);
    if (meaning?.kind === 'critical') counts.critical += 1;
    else if (meaning?.kind === 'outside') counts[meaning.side ?? 'outside'] += 1;
  }
  return counts;
}

const partsOf = ({ groups }: IndexedResult): LabResource[] => groups.flatMap(({ parts }) => [...parts]);

/** When a result was taken, according to the first of its groups that has a date. */
export function startOf({ groups }: IndexedResult): RecordDate | null {
  const first = groups.map(({ report }) => report).find(({ effectiveAt }) => effectiveAt !== null);
  return first === undefined ? null : takenOn(first);
}

/** What the list and the details both say of a result, whether it is open or not. */
export function headOf(result: IndexedResult, { opening, waitsUntil }: Opening) {
  const parts = partsOf(result);
  return {
    labResultId: v.parse(LabResultId, result.labResultId),
    startDate: startOf(result),
    requestingPhysician: joined(parts.map(({ requester }) => requester)),
    labName: joined(parts.map(({ labName }) => labName)),
    isReviewedByPatient: isReviewed(result),
    externalStatus: statusOf(parts),
    correctedOn: correctedOn(parts),
    opening,
    waitsUntil,
  };
}

/** A result in the list, with the flags of all its resources. */
export function listed(
  result: IndexedResult,
  opening: Opening,
  flagsOf: ReadonlyMap<number, readonly string[]>,
): v.InferInput<typeof LabResult> {
  return {
    ...headOf(result, opening),
    testResultGroups: result.groups.map(({ report }) => ({
      testResultGroupId: report.id,
      groupDisplayName: report.name,
    })),
    ...(opening.opening === 'open'
      ? { flags: countFlags(partsOf(result).flatMap(({ id }) => flagsOf.get(id) ?? [])) }
      : {}),
    receivedOn: receivedOn(result),
  };
}

const kinds: Readonly<Record<string, 'number' | 'yesNo' | 'time'>> = {
  quantity: 'number',
  'yes-no': 'yesNo',
  time: 'time',
};
export const kindOf = (kind: string): 'number' | 'text' | 'yesNo' | 'time' => kinds[kind] ?? 'text';

export const valueText = ({ comparator, value }: Pick<LabDetail, 'comparator' | 'value'>): string | null =>
  value === null ? null : `${comparator ?? ''}${value}`;

/** One value without its history. A cancelled test gives no value. */
export function detailOf(detail: LabDetail): v.InferInput<typeof LabResultDetail> {
  const isCancelled = detail.status === 'cancelled';
  return {
    testResultDetailId: detail.id,
    testDisplayName: detail.name,
    testValue: isCancelled ? null : valueText(detail),
    valueKind: isCancelled || detail.kind === 'none' ? 'none' : kindOf(detail.kind),
    absentReason: detail.absentReason,
    unitOfMeasure: detail.unit,
    referencesRange: detail.referenceRange,
    abnormalFlag: isCancelled ? null : detail.abnormalFlag,
    comment: detail.comment,
    externalStatus: detail.status,
    firstGiven: isCancelled ? null : detail.firstGiven,
  };
}
