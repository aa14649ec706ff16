import {
  flagMeaning,
  type ReadValue,
  readSourceDate,
  readValue,
  type RecordDate,
  type ShownFact,
  type ShownItem,
  type TreatmentGroup,
} from '@portal/api';
import { withContactsOnce } from './contacts.ts';
import { drawingOf, leastForLine, pointKind, timeOf, type TrendDrawing } from '../../records/trend/drawing.ts';

/** One value of a tumor marker: an item of the summary. */
export interface MarkerValue {
  readonly shown: ShownItem;
  readonly date: ShownFact | null;
  readonly result: ShownFact | null;
  /** The laboratory's flag. */
  readonly flag: string | null;
  /** Facts of this item that differ between the items, such as a comment. */
  readonly more: readonly ShownFact[];
}

/** All values of one tumor marker, the newest first. */
export interface Marker {
  /** The item whose name the marker has. */
  readonly named: ShownItem;
  readonly values: readonly MarkerValue[];
  /** Facts that are the same in each item. */
  readonly common: readonly ShownFact[];
  readonly drawing: { readonly drawing: TrendDrawing; readonly from: RecordDate; readonly to: RecordDate } | null;
}

const asNumber = /^((?:<|<=|≤|>|>=|≥)?\s*[+-]?\d+(?:\.\d+)?)(?:\s+(\S.*))?$/;
/** A result in one field: its number and its unit. */
function measured(result: ShownFact | null): { readonly read: ReadValue | null; readonly text: string; unit: string } {
  const value = result?.values[0]?.value;
  const text = value === undefined ? '' : String(value).trim();
  const [, number = text, unit = ''] = asNumber.exec(text) ?? [];
  return { read: readValue(number), text: number, unit };
}

const factOf = ({ facts }: ShownItem, label: ShownFact['label']): ShownFact | null =>
  facts.find((fact) => fact.label === label) ?? null;
const said = ({ label, values }: ShownFact): string => JSON.stringify([label, values]);

/** What makes two items values of one marker: the code, else name and unit; null where neither is known. */
function kindOf(shown: ShownItem): string | null {
  if (shown.nullMessage !== null) return null;
  const code = shown.item.testCode?.trim() ?? '';
  if (code !== '') return JSON.stringify([code]);
  if (shown.heading === null) return null;
  const name = String(shown.heading.value).trim().toLowerCase();
  return JSON.stringify([name, measured(factOf(shown, 'result')).unit]);
}

/** The items of a group that form one entry, each list in the order of the newest; in most groups each item is an entry. */
export function entriesOf(group: TreatmentGroup, items: readonly ShownItem[]): readonly (readonly ShownItem[])[] {
  if (group !== 'TumorMarker') return items.map((shown) => [shown]);
  const entries = new Map<string | ShownItem, ShownItem[]>();
  for (const shown of items) {
    const key = kindOf(shown) ?? shown;
    entries.set(key, [...(entries.get(key) ?? []), shown]);
  }
  return [...entries.values()];
}

const dateOf = (shown: ShownItem): RecordDate | null => {
  const value = factOf(shown, 'date')?.values[0]?.value;
  return typeof value === 'string' ? readSourceDate(value.trim()) : null;
};
const time = (shown: ShownItem): number => {
  const date = dateOf(shown);
  return date === null ? -Infinity : timeOf(date);
};

/** The line of a marker: none where a value has no number, no date, or another unit, because the line would leave it out. */
function drawn(values: readonly MarkerValue[]): Marker['drawing'] {
  const points = values.toReversed().flatMap(({ shown, result, flag }) => {
    const [{ read, text, unit }, takenOn] = [measured(result), dateOf(shown)];
    if (read === null || takenOn === null) return [];
    const kind = pointKind(read.comparator, flagMeaning(flag));
    return [{ takenOn, value: read.value, text, kind, unit }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < Math.max(values.length, leastForLine)) return null;
  if (new Set(points.map(({ unit }) => unit)).size > 1) return null;
  const byValue = points.toSorted((one, other) => one.value - other.value);
  const ends = [byValue.at(-1) ?? last, byValue[0] ?? first];
  const drawing = drawingOf({
    series: points,
    ends: ends.filter(({ value }, at) => at === 0 || value !== ends[0]?.value),
  });
  return drawing === null ? null : { drawing, from: first.takenOn, to: last.takenOn };
}

/** The history of a marker with several values. No fact of an item is left out. */
export function markerOf(items: readonly [ShownItem, ...ShownItem[]]): Marker {
  const byDate = items.toSorted((one, other) => {
    const [first, second] = [time(one), time(other)];
    return first === second ? 0 : second - first;
  });
  const named = byDate[0] ?? items[0];
  const others = byDate.map((shown) => shown.facts.filter(({ label }) => label !== 'date' && label !== 'result'));
  const isCommon = (fact: ShownFact) => others.every((facts) => facts.some((one) => said(one) === said(fact)));
  const name = named.heading;
  const rest = withContactsOnce(
    byDate.map((shown, at) => ({ ...shown, facts: (others[at] ?? []).filter((fact) => !isCommon(fact)) })),
  );
  const values = byDate.map((shown, at): MarkerValue => {
    const { heading } = shown;
    const { testFlag = null } = shown.item;
    const otherName: ShownFact[] =
      heading === null || heading.value === name?.value ? [] : [{ label: 'test', values: [heading] }];
    return {
      shown,
      date: factOf(shown, 'date'),
      result: factOf(shown, 'result'),
      flag: testFlag,
      more: [...otherName, ...(rest[at]?.facts ?? [])],
    };
  });
  return { named, values, common: (others[0] ?? []).filter(isCommon), drawing: drawn(values) };
}
