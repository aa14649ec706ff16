import type { EntryStatus, EntryValue, HealthListKey } from '@portal/api';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { type Concept, conceptOf, isLoinc, wordsOf } from './concepts.ts';
import { loinc } from './codeSystems.ts';
import { datesOf, effectiveSpan, type Span } from './dates.ts';
import { isTrue, membersOf } from './elements.ts';
import { performersOf } from './people.ts';
import {
  commentsOf,
  factsOf,
  isShell,
  type OtherReason,
  type Reading,
  type ReadEntry,
  readEntry,
} from './readEntry.ts';
import { ofPart } from '../../map/lists/partFacts.ts';
import { rangesOf, valuesOf } from './values.ts';
import { missingOf } from './written.ts';

/** Only a measurement that is not complete, or was not made, has a status. */
function statusOf(...statements: readonly (XmlElement | null)[]): EntryStatus | null {
  for (const statement of statements)
    switch (attributeOf(childOf(statement, 'statusCode'), 'code') ?? '') {
      case 'active':
        return 'active';
      case 'aborted':
        return 'stopped';
      case 'cancelled':
        return 'notDone';
      case 'completed':
        return null;
      default:
    }
  return null;
}
/** When it was measured: its own time, else that of its group. */
function spanWithin(group: XmlElement | null, observation: XmlElement): Span {
  const own = effectiveSpan(observation);
  if (own.start !== null || own.end !== null || group === null) return own;
  const around = effectiveSpan(group);
  return { ...around, unread: [...own.unread, ...around.unread] };
}
/** A flag's code is the word that laboratories print. */
const flagOf = ({ name, codes }: Concept): string | null => name ?? codes[0]?.code ?? null;
const factsWithin = (group: XmlElement | null, observation: XmlElement, reading: Reading) => {
  const { narrative } = reading;
  const performers = performersOf(observation);
  return factsOf([
    ['interpretation', childrenOf(observation, 'interpretationCode').map((each) => flagOf(conceptOf(each, narrative)))],
    ['referenceRange', rangesOf(observation, narrative)],
    ['bodySite', childrenOf(observation, 'targetSiteCode').map((each) => wordsOf(each, narrative))],
    ['method', childrenOf(observation, 'methodCode').map((each) => wordsOf(each, narrative))],
    ['performer', performers.length > 0 || group === null ? performers : performersOf(group)],
    ['comment', commentsOf(observation, reading)],
  ]);
};

const noValue: EntryValue = {
  name: null,
  codes: [],
  comparator: null,
  value: null,
  unit: null,
  isNumber: false,
  missing: null,
};

/** An observation as an entry: what was measured, and its values. An assertion is named by its value. */
export function readObservation(
  listKey: HealthListKey,
  group: XmlElement | null,
  observation: XmlElement,
  reading: Reading,
): ReadEntry | null {
  const { narrative } = reading;
  const code = conceptOf(childOf(observation, 'code'), narrative);
  const values = valuesOf(observation, narrative);
  const text = childOf(observation, 'text');
  const isAsserted = code.name === null && code.codes.length === 0 && values.length > 0;
  const [first] = values;
  const named = isAsserted && first !== undefined;
  const name = named
    ? (first.value ?? narrative.nameOf(text))
    : (code.name ?? narrative.nameOf(text) ?? narrative.rowOf(text) ?? null);
  const missing = named ? first.missing : code.missing;
  if (name === null && (missing === null || values.length === 0)) return null;
  const span = spanWithin(group, observation);
  const words = narrative.textOf(text);
  const spoken: EntryValue[] =
    values.length === 0 && words !== null && words !== name ? [{ ...noValue, value: words }] : values;
  const entry = readEntry(listKey, reading, {
    name,
    missing,
    codes: [...(named ? first.codes : code.codes)],
    negation: isTrue(observation, 'negationInd') ? 'negated' : null,
    status: statusOf(observation, group),
    ...datesOf(span, observation, group),
    values: named ? values.slice(1) : spoken,
    facts: factsWithin(group, observation, reading),
  });
  // An assertion that is unknown, such as whether somebody is pregnant, is shown as unknown.
  const unknown = missingOf(observation);
  if (unknown !== null && name !== null)
    return { listKey, entry: { ...entry.entry, values: [{ ...noValue, missing: unknown }] } };
  return isShell(observation, entry) ? null : entry;
}
const systolic = new Set(['8480-6']);
const diastolic = new Set(['8462-4']);

interface Pressure {
  readonly upper: ReadEntry;
  readonly lower: ReadEntry;
}
const conceptIn = ({ entry: { codes } }: ReadEntry): Concept => ({ name: null, missing: null, codes });
/** Pairs of systolic and diastolic pressure in one group at one time. With two of either, pairing would be a guess, so there is no pair. */
function pressuresOf(all: readonly ReadEntry[]): Pressure[] {
  const uppers = all.filter((one) => isLoinc(conceptIn(one), systolic));
  const lowers = all.filter((one) => isLoinc(conceptIn(one), diastolic));
  return uppers.flatMap((upper) => {
    const isSame = ({ entry }: ReadEntry) => entry.start === upper.entry.start && entry.status === upper.entry.status;
    const [pair, ...others] = lowers.filter(isSame);
    const isPlain = (one: ReadEntry) => one.entry.values.length === 1 && one.entry.negation === null;
    return pair !== undefined &&
      others.length === 0 &&
      uppers.filter(isSame).length === 1 &&
      isPlain(upper) &&
      isPlain(pair)
      ? [{ upper, lower: pair }]
      : [];
  });
}
/** One entry for both, under the code of the pair. Each value has its own name. */
function pressure({ upper, lower }: Pressure): ReadEntry {
  const valuesIn = ({ entry }: ReadEntry): EntryValue[] =>
    entry.values.map((value) => ({ ...value, name: entry.name, codes: entry.codes }));
  const facts = factsOf(
    [upper, lower].flatMap(({ entry }) =>
      entry.facts.map(({ name, value }) => {
        const isOfOne = name === 'interpretation' || name === 'referenceRange';
        return [name, [isOfOne && entry.name !== null ? ofPart(entry.name, value) : value]] as const;
      }),
    ),
  );
  return {
    listKey: upper.listKey,
    entry: {
      ...upper.entry,
      name: 'Blood pressure',
      codes: [{ system: loinc, code: '85354-9', display: null }],
      values: [...valuesIn(upper), ...valuesIn(lower)],
      facts,
    },
  };
}

/** Reads vital signs and results: a group with its members, or a single observation. */
export function readObserved(
  listKey: 'vitals' | 'results',
  statement: XmlElement,
  reading: Reading,
): ReadEntry[] | OtherReason {
  if (statement.name === 'observation') {
    const entry = readObservation(listKey, null, statement, reading);
    return entry === null ? 'saysNothing' : [entry];
  }
  if (statement.name !== 'organizer') return 'otherKind';
  const members = membersOf(statement).filter(({ name }) => name === 'observation');
  const all = members.flatMap((member) => readObservation(listKey, statement, member, reading) ?? []);
  if (all.length === 0) return 'saysNothing';
  const pairs = listKey === 'vitals' ? pressuresOf(all) : [];
  return all.flatMap((one) => {
    const pair = pairs.find(({ upper }) => upper === one);
    if (pair !== undefined) return [pressure(pair)];
    return pairs.some(({ lower }) => lower === one) ? [] : [one];
  });
}
