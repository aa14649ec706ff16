import {
  type EntryStatus,
  type EntryValue,
  type FactName,
  type HealthEntry,
  type HealthListKey,
  LanguageTag,
} from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import type { Moment } from '../../fhir/dates.ts';
import type { Context } from '../../fhir/directory.ts';
import { recordDateOf } from '../../fhir/recordDate.ts';
import { type Quantity, quantityText, type Range, type Text, wordsOf } from '../../fhir/elements.ts';
import type { HealthEntryRow, Made } from '../mapped.ts';
import type { Named } from './named.ts';

type Maybe<T> = T | null | undefined;

/** A phrase, a quantity or a range as text: an age at which something began, a dose. */
export function quantityOrRangeText(
  words: v.InferOutput<typeof Text>,
  age: Maybe<Quantity>,
  range: Maybe<v.InferOutput<typeof Range>>,
): string | null {
  const [low, high] = [quantityText(range?.low), quantityText(range?.high)];
  const span = low === null ? (high === null ? null : `≤ ${high}`) : high === null ? `≥ ${low}` : `${low} – ${high}`;
  return wordsOf(words) ?? quantityText(age) ?? span;
}

export type Facts = readonly (readonly [name: FactName, value: Maybe<string>])[];
interface Parts extends Named {
  readonly negation?: HealthEntry['negation'];
  readonly status?: EntryStatus | null | undefined;
  readonly start?: Maybe<Moment>;
  readonly end?: Maybe<Moment>;
  readonly recorded?: Maybe<Moment>;
  readonly values?: readonly EntryValue[];
  readonly facts?: Facts;
}

function languageOf(resource: JsonObject): string | null {
  const parsed = v.safeParse(LanguageTag, resource['language']);
  return parsed.success ? parsed.output : null;
}

/** Makes one entry of a list, without empty facts and without repeats. */
export function entryRow(listKey: HealthListKey, resource: JsonObject, parts: Parts): HealthEntryRow {
  const { name, missing, codes, negation = null, status = null, start, end, recorded, values = [], facts = [] } = parts;
  const told = new Map(
    facts.flatMap(([fact, value]) => {
      const words = wordsOf(value);
      return words === null ? [] : [[`${fact} ${words}`, { name: fact, value: words }] as const];
    }),
  );
  const entry: HealthEntry = {
    name,
    missing,
    codes: [...codes],
    negation,
    status,
    start: recordDateOf(start),
    end: recordDateOf(end),
    recorded: recordDateOf(recorded),
    values: [...values],
    facts: [...told.values()],
    language: languageOf(resource),
  };
  return { listKey, kind: 'entry', entry, entryAt: start?.at ?? recorded?.at ?? end?.at ?? null };
}

const statusOf = ({ status }: JsonObject): string | null => (typeof status === 'string' ? wordsOf(status) : null);
type Mapper<One> = (resource: JsonObject, one: One, context: Context) => Made;

/**
 * Adds a resource's entries for lists to what it becomes. A resource that is hidden elsewhere because it was not done, is over or was ruled
 * out is shown in lists, because lists say so. `entriesOf` must give none for what is not for patients.
 */
export const withEntries =
  <One>(
    map: Mapper<One>,
    entriesOf: (resource: JsonObject, one: One, context: Context) => readonly HealthEntryRow[],
  ): Mapper<One> =>
  (resource, one, context) => {
    const made = map(resource, one, context);
    const entries = entriesOf(resource, one, context);
    if (entries.length === 0) return made;
    if ('leftOut' in made) return { content: { entries }, status: statusOf(resource), isHidden: false };
    if (made.isHidden) return { content: { entries }, status: made.status, isHidden: false };
    return { ...made, content: { ...made.content, entries } };
  };

/** Maps a resource that has no place except in lists; `reason` is given if it has no entries. */
export const onlyEntries =
  <One>(
    reason: string,
    entriesOf: (resource: JsonObject, one: One, context: Context) => readonly HealthEntryRow[] | 'hidden',
  ): Mapper<One> =>
  (resource, one, context) => {
    const entries = entriesOf(resource, one, context);
    if (entries === 'hidden') return { content: {}, status: statusOf(resource), isHidden: true };
    return entries.length === 0
      ? { leftOut: reason }
      : { content: { entries }, status: statusOf(resource), isHidden: false };
  };
