import {
  type EntryStatus,
  type FactName,
  type HealthEntry,
  type HealthListKey,
  type LanguageTag,
  emptyHealthEntry,
} from '@portal/api';
import type * as v from 'valibot';
import { momentOf } from '../../fhir/dates.ts';
import type { HealthEntryRow } from '../../map/mapped.ts';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf } from '../xml/elements.ts';
import { followsTemplate, relatedTo } from './elements.ts';
import { plain, type Narrative } from './written.ts';

export interface Reading {
  readonly narrative: Narrative;
  readonly language: v.InferOutput<typeof LanguageTag> | null;
}
/** An entry as a reader gives it, before it becomes a row. */
export interface ReadEntry {
  readonly listKey: HealthListKey;
  readonly entry: HealthEntry;
}

/** Why an entry in a list's section became no row. */
export type OtherReason =
  /** It has neither code nor words: it is marked as missing, or is empty. */
  | 'saysNothing'
  /** A form that has no place in the list, such as a supply among results. */
  | 'otherKind'
  /** A risk that is being watched. The patient does not have the problem. */
  | 'risk';

type Facts = HealthEntry['facts'];
/** Facts that have words, without repeats. */
export function factsOf(given: readonly (readonly [FactName, readonly (string | null)[]])[]): Facts {
  const facts: Facts = [];
  for (const [name, values] of given)
    for (const value of values) {
      const words = value === null ? null : plain(value);
      if (words !== null && !facts.some((fact) => fact.name === name && fact.value === words))
        facts.push({ name, value: words });
    }
  return facts;
}

/** What a reader knows of an entry. `unread`: its dates that could not be read, as their source wrote them. */
interface Known extends Partial<HealthEntry> {
  readonly unread?: readonly string[];
}
/** Makes a complete entry from what is known, with the rest empty. An entry without a name says why, or that the name is unknown. */
export function readEntry(listKey: HealthListKey, reading: Reading, { unread = [], ...known }: Known): ReadEntry {
  const name = known.name ?? null;
  return {
    listKey,
    entry: {
      ...emptyHealthEntry,
      language: reading.language,
      ...known,
      name,
      missing: name === null ? (known.missing ?? null) : null,
      facts: [...(known.facts ?? []), ...factsOf([['unreadDate', unread]])],
    },
  };
}
export function rowOf({ listKey, entry }: ReadEntry): HealthEntryRow {
  const date = entry.start ?? entry.end;
  return { listKey, kind: 'entry', entry, entryAt: date === null ? null : (momentOf(date)?.at ?? null) };
}

const namingPlaces = [
  ['code'],
  ['value'],
  ['consumable', 'manufacturedProduct', 'manufacturedMaterial', 'code'],
  ['participant', 'participantRole', 'playingEntity', 'code'],
] as const;
/**
 * Whether an entry is an empty shell: its source says that there is no information, or it has neither name, code, date nor value. Programs
 * write such entries because they always write one. Words such as "No information" are in the section's text.
 */
export function isShell(statement: XmlElement, { entry }: ReadEntry): boolean {
  // The whole statement is marked as missing, so it asserts nothing.
  if (attributeOf(statement, 'nullFlavor') !== null) return true;
  const { name, codes, start, end, values, negation } = entry;
  if (codes.length > 0 || start !== null || end !== null || negation !== null) return false;
  if (values.some(({ value }) => value !== null)) return false;
  const places = [statement, ...namingPlaces.map((path) => childOf(statement, ...path))];
  return name === null || places.some((place) => attributeOf(place, 'nullFlavor') === 'NI');
}

export const commentsOf = (statement: XmlElement, { narrative }: Reading): string[] =>
  relatedTo(statement)
    .filter(
      ({ statement: one }) =>
        followsTemplate(one, '22.4.64', '2.16.840.1.113883.10.20.1.40') ||
        attributeOf(childOf(one, 'code'), 'code') === '48767-8',
    )
    .flatMap(({ statement: one }) => narrative.textOf(childOf(one, 'text')) ?? []);

/** The status of an act. An intended act is planned until it says that it is completed. */
export function actStatus(statement: XmlElement): EntryStatus | null {
  const code = attributeOf(childOf(statement, 'statusCode'), 'code') ?? '';
  const isMeant = attributeOf(statement, 'moodCode') !== 'EVN' && attributeOf(statement, 'moodCode') !== null;
  switch (code) {
    case 'completed':
      return 'completed';
    case 'suspended':
    case 'held':
      return 'onHold';
    case 'aborted':
      return 'stopped';
    case 'cancelled':
      return 'notDone';
    case 'new':
      return 'planned';
    case 'active':
      return isMeant ? 'planned' : 'active';
    default:
      return isMeant ? 'planned' : null;
  }
}
