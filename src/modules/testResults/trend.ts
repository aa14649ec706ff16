import {
  type EarlierLabValue,
  type LabResultDetail,
  type ReadRange,
  type ReadValue,
  type RecordDate,
  flagMeaning,
  placeInRange,
  readRange,
  readValue,
  readableValue,
} from '@portal/api';
import { type DrawnValue, type TrendDrawing, drawingOf, pointKind } from '../../records/trend/drawing.ts';

export interface TrendValue {
  readonly takenOn: RecordDate;
  /** The value as it is shown. */
  readonly text: string;
  /** The value with all digits that the laboratory sent. */
  readonly whole: string;
  readonly read: ReadValue | null;
  readonly flag: string | null;
  readonly range: ReadRange | null;
  readonly rangeText: string | null;
  /** Its position in its own range. */
  readonly place: 'below' | 'in' | 'above' | null;
}

/** The values of a test in this and earlier results, the oldest first; empty where there is no history, or no date for it. */
export function trendOf(detail: LabResultDetail, takenOn: RecordDate | null): readonly TrendValue[] {
  const { earlier = [], testValue, unitOfMeasure, referencesRange, abnormalFlag } = detail;
  if (takenOn === null || testValue === null || earlier.length === 0) return [];
  return historyOf([{ takenOn, testValue, referencesRange, abnormalFlag }, ...earlier], unitOfMeasure);
}

/** Values of one unit, given latest first, as a history. */
export function historyOf(values: readonly EarlierLabValue[], unit: string | null): readonly TrendValue[] {
  return values
    .map((one): TrendValue => {
      const read = readValue(one.testValue);
      const range = readRange(one.referencesRange, unit);
      return {
        takenOn: one.takenOn,
        text: readableValue(one.testValue, one.referencesRange, unit).text,
        whole: one.testValue,
        read,
        flag: one.abnormalFlag,
        range,
        rangeText: one.referencesRange,
        place: read === null || range === null ? null : placeInRange(read, range),
      };
    })
    .toReversed();
}

interface TrendFacts {
  readonly newest: TrendValue;
  /** The lowest of the values that are numbers without "less than"; null if there are fewer than two. */
  readonly lowest: TrendValue | null;
  readonly highest: TrendValue | null;
  /** How many are in their range; null where one of them has no range of numbers. */
  readonly inRange: number | null;
  readonly marks: number;
  readonly unread: number;
}

export function factsOf(values: readonly TrendValue[]): TrendFacts | null {
  const newest = values.at(-1);
  if (newest === undefined) return null;
  const exact = values.filter(({ read }) => read !== null && read.comparator === null);
  const byValue = exact.toSorted((one, other) => (one.read?.value ?? 0) - (other.read?.value ?? 0));
  const isPlaced = values.every(({ place }) => place !== null);
  return {
    newest,
    lowest: byValue.length > 1 ? (byValue[0] ?? null) : null,
    highest: byValue.length > 1 ? (byValue.at(-1) ?? null) : null,
    inRange: isPlaced ? values.filter(({ place }) => place === 'in').length : null,
    marks: values.filter(({ read }) => read !== null && read.comparator !== null).length,
    unread: values.filter(({ read }) => read === null).length,
  };
}

const kindOf = ({ read, flag, place }: TrendValue): DrawnValue['kind'] =>
  pointKind(read?.comparator ?? null, flagMeaning(flag), place === 'below' || place === 'above');

/** The drawing of a history with its range; null below three values, and where one is not a number. */
export function trendDrawing(values: readonly TrendValue[]): TrendDrawing | null {
  const series = values.flatMap((value): DrawnValue[] =>
    value.read === null
      ? []
      : [{ takenOn: value.takenOn, value: value.read.value, text: value.text, kind: kindOf(value) }],
  );
  if (series.length !== values.length) return null;
  const range = values.at(-1)?.range ?? null;
  const limits = [range?.low, range?.high].filter((end): end is number => typeof end === 'number');
  return drawingOf({ series, range, ends: limits.map((value) => ({ value, text: String(value) })) });
}

const kept = (percent: number): number => Math.min(97, Math.max(3, percent));

/** The position of a value on the bar of its range, in percent; the range takes the middle 40. Null where either is not a plain number. */
export function barOf(detail: Pick<LabResultDetail, 'testValue' | 'referencesRange' | 'unitOfMeasure'>): number | null {
  const read = readValue(detail.testValue);
  const range = readRange(detail.referencesRange, detail.unitOfMeasure);
  if (read === null || read.comparator !== null || range === null || range.low === null || range.high === null)
    return null;
  return kept(30 + ((read.value - range.low) / (range.high - range.low)) * 40);
}

/** One field of a CSV; what a spreadsheet would take for a formula becomes text. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && readValue(text) === null ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a CSV for spreadsheets; the byte order mark says that it is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`;
