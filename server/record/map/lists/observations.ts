import type { EntryValue, HealthListKey } from '@portal/api';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { type Context, providerAt } from '../../fhir/directory.ts';
import {
  codesOf,
  codingsOf,
  commentOf,
  type Concept,
  joined,
  nameOf,
  wordsOf,
  wordsOrCode,
} from '../../fhir/elements.ts';
import type { HealthEntryRow, ItemRow, ObservationRow, ValueRow } from '../mapped.ts';
import { momentAt, type Observation } from '../observed.ts';
import { entryRow, type Facts } from './entry.ts';
import { missingOf, namedBy } from './named.ts';
import { ofPart, partsApart } from './partFacts.ts';

/** LOINC codes of the US Core and FHIR vital signs, for sources that give no category. */
const vitalCodes: ReadonlySet<string> = new Set(
  '85353-1 85354-9 8480-6 8462-4 8478-0 8867-4 9279-1 8310-5 8302-2 8306-3 8287-5 9843-4 8289-8 29463-7 3141-9 39156-5 59576-9 77606-2 59408-5 2708-6 3151-8 3150-6'.split(
    ' ',
  ),
);
/** LOINC codes for tobacco, alcohol and occupation. */
const socialCodes: ReadonlySet<string> = new Set(
  '72166-2 76691-5 88029-4 11367-0 8663-7 11331-6 81032-5 74013-4 11287-0 11341-5 21843-8 82810-3'.split(' '),
);

/** Null for laboratory results, which are on the page of test results, and for what the treatment summary shows. */
function listOfObservation(
  one: Observation,
  category: ObservationRow['category'],
  items: readonly ItemRow[],
): HealthListKey | null {
  if (category === 'laboratory') return null;
  if (category === 'vital-signs') return 'vitals';
  if (category === 'social-history' || category === 'survey') return 'socialHistory';
  const codes = codesOf([one.code]);
  if (codes.some((code) => vitalCodes.has(code))) return 'vitals';
  if (codes.some((code) => socialCodes.has(code))) return 'socialHistory';
  return items.length > 0 ? null : 'results';
}

interface Valued {
  readonly code?: Concept | null | undefined;
  readonly valueCodeableConcept?: Concept | null | undefined;
  readonly dataAbsentReason?: Concept | null | undefined;
}
/** A value of an observation. A component (`isPart`) has a name of its own; the observation's own value goes by the entry's name. */
function valueIn(row: ValueRow, one: Valued | undefined, isPart: boolean): EntryValue {
  const coded = one?.valueCodeableConcept;
  const named = row.kind === 'code' ? namedBy(coded) : null;
  // Some sources write a code for "unknown" as the value.
  const value = named === null || (named.name === null && named.missing === 'other') ? row.value : named.name;
  const missing =
    named?.missing ?? missingOf(one?.dataAbsentReason) ?? (row.absentReason === null ? 'unknown' : 'other');
  return {
    name: isPart ? row.name : null,
    codes: isPart ? [...row.codings] : value === null ? [] : codingsOf(coded),
    comparator: comparatorOf(row.comparator),
    value,
    unit: row.unit,
    isNumber: row.kind === 'quantity',
    missing: value === null ? missing : null,
  };
}
/** The flag and the range that a component has of its own. */
const factsOfPart = (row: ValueRow, interpretation: readonly Concept[] | null | undefined): Facts =>
  (
    [
      ['interpretation', joined((interpretation ?? []).map(wordsOrCode))],
      ['referenceRange', row.referenceRange],
    ] as const
  ).map(([fact, words]) => [fact, words === null ? null : ofPart(row.name, words)]);
function comparatorOf(text: string | null): EntryValue['comparator'] {
  return text === '<' || text === '<=' || text === '>=' || text === '>' ? text : null;
}

/** The entry of an Observation among vital signs, social history or other findings, with its own value and one for each component. */
export function observationEntries(
  resource: JsonObject,
  one: Observation,
  rows: { readonly own: ValueRow | null; readonly parts: readonly ValueRow[]; readonly items: readonly ItemRow[] },
  category: ObservationRow['category'],
  context: Context,
): HealthEntryRow[] {
  const { own, items } = rows;
  const parts = partsApart(rows.parts);
  const list = listOfObservation(one, category, items);
  const named = namedBy(one.code);
  // A panel without values is represented by its members.
  if (list === null || named === null || (own === null && parts.length === 0)) return [];
  const absentWords =
    own !== null && own.value === null && missingOf(one.dataAbsentReason) === 'other' ? own.absentReason : null;
  return [
    entryRow(list, resource, {
      ...named,
      start: momentAt(one),
      end: one.effectivePeriod?.end,
      recorded: one.issued,
      values: [
        ...(own === null ? [] : [valueIn(own, one, false)]),
        ...parts.map((part, at) => valueIn(part, one.component?.[at], true)),
      ],
      facts: [
        ['interpretation', joined((one.interpretation ?? []).map(wordsOrCode))],
        ['referenceRange', own?.referenceRange],
        ...parts.flatMap((part, at) => factsOfPart(part, one.component?.[at]?.interpretation)),
        ['bodySite', nameOf(one.bodySite)],
        ['method', nameOf(one.method)],
        ['performer', providerAt(context, one.performer ?? []).providerName],
        ['comment', wordsOf(absentWords)],
        ['comment', commentOf(one.note)],
      ],
    }),
  ];
}
