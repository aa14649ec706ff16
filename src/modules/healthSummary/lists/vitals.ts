import type { EntrySource, EntryValue, ListedEntry, RecordDate } from '@portal/api';
import { type DrawnValue, type TrendDrawing, drawingOf, leastForLine, timeOf } from '../../../records/trend/drawing.ts';
import { type Telling, whenOf } from './telling.ts';
import { signedValue, unitText } from './units.ts';

/** One measurement of a vital sign; of blood pressure both values. */
export interface Measure {
  readonly key: string;
  readonly takenOn: RecordDate | null;
  readonly first: EntryValue | null;
  readonly second: EntryValue | null;
  readonly sources: readonly EntrySource[];
  /** Where it is from; of blood pressure perhaps two. */
  readonly entries: readonly ListedEntry[];
}

/** A vital sign with all its measurements, the newest first. */
export interface Vital {
  readonly key: string;
  /** The name that the newest source uses; null: blood pressure, for which we have a text. */
  readonly name: string | null;
  readonly language: ListedEntry['language'];
  readonly isPair: boolean;
  readonly measures: readonly Measure[];
}

/** LOINC and SNOMED CT for the two values of a blood pressure. */
const upperCodes = new Set(['8480-6', '271649006']);
const lowerCodes = new Set(['8462-4', '271650006']);
const loinc = 'http://loinc.org';

interface Reading {
  readonly entry: ListedEntry;
  readonly key: string;
  readonly name: string;
  readonly value: EntryValue;
  readonly part: 'upper' | 'lower' | null;
}

/** What makes two values one sign: the code; without one, name and clinic, because clinics may mean different things by a word. */
function readingOf(entry: ListedEntry, value: EntryValue): Reading | null {
  const codes = value.codes.length > 0 ? value.codes : entry.codes;
  const name = value.name ?? entry.name;
  if (name === null) return null;
  const code = codes.find(({ system }) => system === loinc) ?? codes[0];
  const key = code === undefined ? `${name} ${entry.sources[0]?.name ?? ''}` : `${code.system ?? ''} ${code.code}`;
  const part = codes.some(({ code: one }) => upperCodes.has(one))
    ? 'upper'
    : codes.some(({ code: one }) => lowerCodes.has(one))
      ? 'lower'
      : null;
  return { entry, key, name, value, part };
}

const byNewest = (
  one: { readonly takenOn: RecordDate | null },
  other: { readonly takenOn: RecordDate | null },
): number =>
  Number(one.takenOn === null) - Number(other.takenOn === null) ||
  (one.takenOn === null || other.takenOn === null ? 0 : timeOf(other.takenOn) - timeOf(one.takenOn));

/** The values of blood pressure as pairs: of one entry, or of one moment at one clinic where no other value could be meant. */
function pairsOf(readings: readonly Reading[]): Measure[] {
  const groups = new Map<string, Reading[]>();
  const placeOf = ({ entry }: Reading) => `${whenOf(entry) ?? entry.key} ${entry.sources[0]?.name ?? ''}`;
  const both = (some: readonly Reading[]) =>
    some.filter(({ part }) => part === 'upper').length === 1 &&
    some.filter(({ part }) => part === 'lower').length === 1;
  const ofEntry = new Map<string, Reading[]>();
  for (const reading of readings) ofEntry.set(reading.entry.key, [...(ofEntry.get(reading.entry.key) ?? []), reading]);
  for (const [key, some] of ofEntry) {
    const place = both(some) ? `entry ${key}` : null;
    for (const reading of some)
      groups.set(place ?? placeOf(reading), [...(groups.get(place ?? placeOf(reading)) ?? []), reading]);
  }
  return [...groups].flatMap(([key, some]): Measure[] => {
    if (!both(some)) return some.map((reading, at) => measureOf(`${key} ${String(at)}`, [reading]));
    return [measureOf(key, some)];
  });
}

function measureOf(key: string, readings: readonly Reading[]): Measure {
  const [any] = readings;
  const upper = readings.find(({ part }) => part !== 'lower');
  const lower = readings.find(({ part }) => part === 'lower');
  return {
    key,
    takenOn: any === undefined ? null : whenOf(any.entry),
    first: upper?.value ?? null,
    second: lower?.value ?? null,
    sources: [...new Set(readings.flatMap(({ entry }) => entry.sources))],
    entries: [...new Set(readings.map(({ entry }) => entry))],
  };
}

/** Vital signs by their codes, and the entries without a measurement, which are shown as they are. */
export function vitalsOf(entries: readonly ListedEntry[]): {
  readonly vitals: readonly Vital[];
  readonly others: readonly ListedEntry[];
} {
  const others: ListedEntry[] = [];
  const groups = new Map<string, Reading[]>();
  for (const entry of entries) {
    const readings = entry.values.map((value) => readingOf(entry, value));
    if (entry.negation !== null || readings.length === 0 || readings.includes(null)) {
      others.push(entry);
      continue;
    }
    for (const reading of readings) {
      if (reading === null) continue;
      const key = reading.part === null ? reading.key : 'blood pressure';
      groups.set(key, [...(groups.get(key) ?? []), reading]);
    }
  }
  const vitals = [...groups].map(([key, readings]): Vital => {
    const isPair = key === 'blood pressure';
    const measures = (
      isPair
        ? pairsOf(readings)
        : readings.map((reading, at) => measureOf(`${reading.entry.key} ${String(at)}`, [reading]))
    ).toSorted(byNewest);
    const newest = readings.toSorted((one, other) =>
      byNewest({ takenOn: whenOf(one.entry) }, { takenOn: whenOf(other.entry) }),
    )[0];
    return {
      key,
      name: isPair ? null : (newest?.name ?? null),
      language: newest?.entry.language ?? null,
      isPair,
      measures,
    };
  });
  // Blood pressure first, then in the order of the sources.
  return { vitals: vitals.toSorted((one, other) => Number(other.isPair) - Number(one.isPair)), others };
}

/** A value as a number that can be drawn; null where it is none. */
function numberOf(value: EntryValue | null): number | null {
  if (value === null || !value.isNumber || value.value === null) return null;
  const number = Number(value.value.trim().replace(',', '.'));
  return value.value.trim() !== '' && Number.isFinite(number) ? number : null;
}

const kindOf = ({ comparator }: EntryValue): DrawnValue['kind'] =>
  comparator === null ? 'in' : comparator === '<' || comparator === '<=' ? 'less' : 'more';

export interface VitalTrend {
  readonly drawing: TrendDrawing | null;
  /** The unit of the drawing: that of the newest value. */
  readonly unit: string | null;
  /** What is drawn, the oldest first. */
  readonly first: readonly DrawnValue[];
  readonly second: readonly DrawnValue[];
  /** Measurements that are not in the drawing: in another unit, without a number, without a date. */
  readonly leftOut: number;
}

/** The history of a vital sign. Values in different units are never on one line. */
export function vitalTrend(telling: Pick<Telling, 't'>, { measures }: Vital): VitalTrend {
  const newest = measures.find(({ first, second }) => numberOf(first) !== null || numberOf(second) !== null);
  const unitOf = (value: EntryValue | null) => (value === null ? null : unitText(telling, value.unit));
  const unit = unitOf(numberOf(newest?.first ?? null) === null ? (newest?.second ?? null) : (newest?.first ?? null));
  const pointOf = (value: EntryValue | null, takenOn: RecordDate | null): DrawnValue[] => {
    const number = numberOf(value);
    if (value === null || value.value === null || number === null || takenOn === null) return [];
    if (unitOf(value) !== unit) return [];
    return [{ takenOn, value: number, text: signedValue(value.comparator, value.value), kind: kindOf(value) }];
  };
  const oldestFirst = measures.toReversed();
  const first = oldestFirst.flatMap(({ first: value, takenOn }) => pointOf(value, takenOn));
  const second = oldestFirst.flatMap(({ second: value, takenOn }) => pointOf(value, takenOn));
  const isDrawn = ({ first: one, second: other, takenOn }: Measure) =>
    (one === null || pointOf(one, takenOn).length > 0) && (other === null || pointOf(other, takenOn).length > 0);
  const all = [...first, ...second].toSorted((one, other) => one.value - other.value);
  const [least, most] = [all[0], all.at(-1)];
  const ends = [most, least].filter((end, at, both) => end !== undefined && (at === 0 || end.value !== both[0]?.value));
  return {
    drawing: drawingOf({
      series: first,
      second: second.length < leastForLine ? [] : second,
      ends: ends.flatMap((end) => end ?? []),
    }),
    unit,
    first,
    second,
    leftOut: measures.filter((measure) => !isDrawn(measure)).length,
  };
}

/** A measurement as text without its unit: "128/82"; says why a value is missing. */
export const measureText = (
  { first, second }: Measure,
  isPair: boolean,
  textOf: (value: EntryValue) => string,
): string => {
  const one = first === null ? '–' : textOf(first);
  if (!isPair) return one;
  return `${one}/${second === null ? '–' : textOf(second)}`;
};
