import type { EntryStatus, FactName, HealthCode, HealthListKey, RecordDate } from '@portal/api';
import { concept, fixed, inOwnWords, loinc, snomed, wordsAt } from './codes.ts';
import { idOf, stableId, template, timestamp } from './datatypes.ts';
import { factAt, nameAt, type NarratedEntry } from './narrative.ts';
import { bare, type Child, el, type Written } from './xml.ts';

/** A fact of an entry, and where its words stand in the narrative. */
export interface NarratedFact {
  readonly value: string;
  readonly words: Written;
  readonly at: string;
}
export const factsOf = (row: NarratedEntry, name: FactName): NarratedFact[] =>
  row.entry.facts.flatMap((fact, index) =>
    fact.name === name
      ? [{ value: fact.value, words: wordsAt(factAt(row, index), fact.value), at: factAt(row, index) }]
      : [],
  );
/** The entry's own words in the narrative; null where it has none. */
export const nameWords = (row: NarratedEntry): Written | null =>
  row.entry.name === null ? null : wordsAt(nameAt(row), row.entry.name);
/** The text of an element is in the narrative, at this id. */
export const textAt = (at: string): Written => bare('text', el('reference', { value: `#${at}` }));
export const rowText = ({ at }: NarratedEntry): Written => textAt(at);

export const observed = (...children: readonly Child[]): Written =>
  el('observation', { classCode: 'OBS', moodCode: 'EVN' }, ...children);
export const acted = (...children: readonly Child[]): Written =>
  el('act', { classCode: 'ACT', moodCode: 'EVN' }, ...children);
export const completed = el('statusCode', { code: 'completed' });

export const nameConcept = (
  name: string,
  row: NarratedEntry,
  of: readonly string[] = [],
  attributes: Readonly<Record<string, string>> = {},
): Written =>
  concept(name, { codes: row.entry.codes, of, missing: row.entry.missing, words: nameWords(row), attributes });

export const inWords = (name: string, fact: NarratedFact, attributes: Readonly<Record<string, string>> = {}): Written =>
  inOwnWords(name, fact.words, attributes);

/** Facts for which the template has no place of their own, as remarks. */
export const remarks = (row: NarratedEntry, ...placed: readonly FactName[]): Written[] =>
  row.entry.facts.flatMap((fact, index) =>
    placed.includes(fact.name)
      ? []
      : [
          el(
            'entryRelationship',
            { typeCode: 'SUBJ', inversionInd: 'true' },
            acted(
              template('22.4.64'),
              fixed('code', '48767-8', loinc, 'Annotation Comment'),
              textAt(factAt(row, index)),
            ),
          ),
        ],
  );

/** Who wrote something, and when, as far as that is known. */
export const authored = (date: RecordDate | null, ...by: readonly Child[]): Written =>
  bare(
    'author',
    template('22.4.119'),
    el('time', date === null ? { nullFlavor: 'UNK' } : { value: timestamp(date) }),
    bare('assignedAuthor', el('id', { nullFlavor: 'UNK' }), ...by),
  );
export const person = (name: string): Written => bare('assignedPerson', bare('name', name));
export const performers = (row: NarratedEntry): Written[] =>
  factsOf(row, 'performer').map(({ value }) =>
    bare('performer', bare('assignedEntity', el('id', { nullFlavor: 'UNK' }), person(value))),
  );
/** When it was written down. Whose entry it is says the document. */
export const recordedAt = ({ entry }: NarratedEntry): Written | null =>
  entry.recorded === null ? null : authored(entry.recorded);
export const places = (row: NarratedEntry): Written[] =>
  factsOf(row, 'place').map(({ value }) =>
    el(
      'participant',
      { typeCode: 'LOC' },
      el(
        'participantRole',
        { classCode: 'SDLOC' },
        template('22.4.32'),
        el('code', { nullFlavor: 'UNK' }),
        el('playingEntity', { classCode: 'PLC' }, bare('name', value)),
      ),
    ),
  );
export function targetSites(row: NarratedEntry): Written[] {
  const side = factsOf(row, 'side')[0];
  const qualifier =
    side === undefined
      ? null
      : bare(
          'qualifier',
          fixed('name', '272741003', snomed, 'Laterality'),
          el('value', { nullFlavor: 'OTH' }, side.words),
        );
  const sites = factsOf(row, 'bodySite').map(({ words }) => words);
  return (sites.length === 0 && qualifier !== null ? [null] : sites).map((words, index) =>
    el('targetSiteCode', { nullFlavor: words === null ? 'UNK' : 'OTH' }, words, index === 0 ? qualifier : null),
  );
}

/** How things stand, of what lasts. */
const stateCodes: Readonly<Record<EntryStatus, readonly [string, string]>> = {
  active: ['55561003', 'Active'],
  unconfirmed: ['415684004', 'Suspected'],
  planned: ['55561003', 'Active'],
  onHold: ['73425007', 'Inactive'],
  stopped: ['73425007', 'Inactive'],
  inactive: ['73425007', 'Inactive'],
  notDone: ['73425007', 'Inactive'],
  declined: ['73425007', 'Inactive'],
  refuted: ['410516002', 'Known absent'],
  resolved: ['413322009', 'Resolved'],
  completed: ['413322009', 'Resolved'],
};
export function stateValue(status: EntryStatus, type: 'CD' | 'CE'): Written {
  const [code, displayName] = stateCodes[status];
  return fixed('value', code, snomed, displayName, { 'xsi:type': type });
}
export const isOver = (status: EntryStatus | null): boolean =>
  status !== null && ['resolved', 'completed', 'inactive', 'refuted', 'stopped'].includes(status);

/** What happened, did not happen, or is to happen, as HL7 v3 says it. */
const actStates: Readonly<Record<EntryStatus, string>> = {
  active: 'active',
  planned: 'active',
  unconfirmed: 'active',
  inactive: 'completed',
  resolved: 'completed',
  completed: 'completed',
  stopped: 'aborted',
  refuted: 'aborted',
  onHold: 'suspended',
  notDone: 'cancelled',
  declined: 'cancelled',
};
export const statusOrUnknown = (status: EntryStatus | null): Written =>
  el('statusCode', status === null ? { nullFlavor: 'UNK' } : { code: actStates[status] });

export const partId = ({ id }: Pick<NarratedEntry, 'id'>, ...part: readonly (string | number)[]): Written =>
  idOf(stableId(id, ...part));
export const ownId = ({ id }: Pick<NarratedEntry, 'id'>): Written => idOf(id);
/** Codes that say by themselves that there is nothing. */
const selfDenying = ['160245001', '787481004', '182849000', '416128008'];
export const negationInd = ({ entry }: NarratedEntry): Readonly<Record<string, string>> =>
  entry.negation === null || hasCode(entry.codes, ...selfDenying) ? {} : { negationInd: 'true' };
export const relation = (typeCode: string, ...children: readonly Child[]): Written =>
  el('entryRelationship', { typeCode }, ...children);
const deniable: ReadonlySet<HealthListKey> = new Set(['problems', 'procedures', 'goals', 'carePlans']);
/**
 * What only the narrative can say: that there is none of something which no code names, for which another code would be a guess; and that
 * something without a code is not so, which readers take to mean that there is nothing at all.
 */
export const isInWordsAlone = ({ entry: { negation, name, codes }, list }: NarratedEntry): boolean =>
  codes.length === 0 && ((negation === 'none' && name !== null) || (negation === 'negated' && deniable.has(list)));
export const hasCode = (codes: readonly HealthCode[], ...wanted: readonly string[]): boolean =>
  codes.some(({ code }) => wanted.includes(code));
