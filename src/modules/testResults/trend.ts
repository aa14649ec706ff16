import {
  type LabResultDetail,
  type ReadRange,
  type ReadValue,
  type RecordDate,
  flagMeaning,
  placeInRange,
  readRange,
  readValue,
  recordDay,
} from '@portal/api';

/** The least values for which a line is drawn; below it words say all. */
export const leastForLine = 3;

/** One value of a history, the oldest first. */
export interface TrendValue {
  readonly takenOn: RecordDate;
  readonly text: string;
  readonly read: ReadValue | null;
  readonly flag: string | null;
  readonly range: ReadRange | null;
  readonly rangeText: string | null;
  /** Where it lies, by its own range. */
  readonly place: 'below' | 'in' | 'above' | null;
}

/** The values of a test of this and of earlier results; empty where there is no history, or no date to put it on. */
export function trendOf(detail: LabResultDetail, takenOn: RecordDate | null): readonly TrendValue[] {
  const { earlier = [], testValue, unitOfMeasure, referencesRange, abnormalFlag } = detail;
  if (takenOn === null || testValue === null || earlier.length === 0) return [];
  const values = [{ takenOn, testValue, referencesRange, abnormalFlag }, ...earlier];
  return values
    .map((one): TrendValue => {
      const read = readValue(one.testValue);
      const range = readRange(one.referencesRange, unitOfMeasure);
      return {
        takenOn: one.takenOn,
        text: one.testValue,
        read,
        flag: one.abnormalFlag,
        range,
        rangeText: one.referencesRange,
        place: read === null || range === null ? null : placeInRange(read, range),
      };
    })
    .toReversed();
}

/** What words say of a history. */
export interface TrendFacts {
  readonly newest: TrendValue;
  /** Of those that read as a number without "less than"; null below two of them. */
  readonly lowest: TrendValue | null;
  readonly highest: TrendValue | null;
  /** How many lie in their range; null where one of them has none that reads as numbers. */
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

/** A point of the drawing; places in percent, from the left and from the top. */
export interface TrendPoint {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly kind: 'in' | 'outside' | 'critical' | 'less' | 'more';
}
export interface TrendDrawing {
  readonly points: readonly TrendPoint[];
  /** The lines between neighbours that are both exact. */
  readonly lines: readonly string[];
  readonly band: { readonly top: number; readonly height: number } | null;
  /** The ends of the range, to be labelled. */
  readonly ends: readonly { readonly y: number; readonly text: string }[];
}

/** Room at the edges, so that no mark is cut off. */
const [left, right, top, bottom] = [2, 97, 10, 90];
const kept = (percent: number): number => Math.min(97, Math.max(3, percent));

const kindOf = ({ read, flag, place }: TrendValue): TrendPoint['kind'] => {
  if (read?.comparator === '<') return 'less';
  if (read?.comparator === '>') return 'more';
  const meaning = flagMeaning(flag);
  if (meaning?.kind === 'critical') return 'critical';
  return meaning?.kind === 'outside' || place === 'below' || place === 'above' ? 'outside' : 'in';
};

/** The instant that a date stands for on the axis; the first that it can mean. */
const timeOf = (date: RecordDate): number =>
  Date.parse(date.length > 10 ? date : `${recordDay(date, 'UTC')}-01-01`.slice(0, 10));

/** The drawing of a history, time to scale; null below three values, and where one does not read as a number. */
export function drawingOf(values: readonly TrendValue[]): TrendDrawing | null {
  const read = values.flatMap((value) => (value.read === null ? [] : [{ ...value, read: value.read }]));
  if (values.length < leastForLine || read.length !== values.length) return null;
  const range = values.at(-1)?.range ?? null;
  const limits = [range?.low, range?.high].filter((end): end is number => typeof end === 'number');
  const numbers = [...read.map(({ read: { value } }) => value), ...limits];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const yOf = (value: number) => (most === least ? 50 : bottom - ((value - least) / (most - least)) * (bottom - top));
  const times = read.map(({ takenOn }) => timeOf(takenOn));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const xOf = (time: number) => (last === first ? 50 : left + ((time - first) / (last - first)) * (right - left));
  const points = read.map((value, index): TrendPoint => ({
    x: xOf(times[index] ?? first),
    y: yOf(value.read.value),
    text: value.text,
    kind: kindOf(value),
  }));
  const lines: string[] = [];
  let open: string[] = [];
  for (const { x, y, kind } of [...points, null].map((point) => point ?? { x: 0, y: 0, kind: 'less' as const })) {
    if (kind === 'less' || kind === 'more') {
      if (open.length > 1) lines.push(`M${open.join('L')}`);
      open = [];
    } else open.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  const [from, to] = [range?.high ?? null, range?.low ?? null];
  const bandTop = from === null ? 0 : yOf(from);
  const bandEnd = to === null ? 100 : yOf(to);
  return {
    points,
    lines,
    band: range === null ? null : { top: bandTop, height: bandEnd - bandTop },
    ends: limits.map((end) => ({ y: yOf(end), text: String(end) })),
  };
}

/** Where a value lies on the bar of its range, in percent; the range takes the middle. Null where either is no plain number. */
export function barOf(detail: Pick<LabResultDetail, 'testValue' | 'referencesRange' | 'unitOfMeasure'>): number | null {
  const read = readValue(detail.testValue);
  const range = readRange(detail.referencesRange, detail.unitOfMeasure);
  if (read === null || read.comparator !== null || range === null || range.low === null || range.high === null)
    return null;
  return kept(30 + ((read.value - range.low) / (range.high - range.low)) * 40);
}

/** One field of a CSV: what a spreadsheet would take for a formula is made text. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && readValue(text) === null ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a CSV as spreadsheets read them; the mark in front says that it is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`;
