import { actCode, concept, cvx, fixed, inOwnWords, loinc, rxNorm, snomed, wordsAt } from './codes.ts';
import { interval, template } from './datatypes.ts';
import {
  acted,
  completed,
  factsOf,
  hasCode,
  inWords,
  isOver,
  nameConcept,
  nameWords,
  negationInd,
  observed,
  ownId,
  partId,
  recordedAt,
  relation,
  remarks,
  rowText,
  stateValue,
  targetSites,
  textAt,
} from './entryParts.ts';
import { stageAt, type NarratedEntry } from './narrative.ts';
import { el, type Written } from './xml.ts';

const icd = ['2.16.840.1.113883.6.90', '2.16.840.1.113883.6.3'];

/** Goes on, or is over: the act around problems and allergies says it alike. */
const concern = (row: NarratedEntry, templateId: readonly Written[], about: Written): Written =>
  acted(
    templateId,
    partId(row, 'concern'),
    fixed('code', 'CONC', '2.16.840.1.113883.5.6', 'Concern'),
    el('statusCode', { code: isOver(row.entry.status) ? 'completed' : 'active' }),
    interval(
      row.entry.recorded ?? row.entry.start,
      isOver(row.entry.status) ? row.entry.end : null,
      isOver(row.entry.status),
    ),
    relation('SUBJ', about),
  );

/** Where nobody told a status that is said as well: readers take a concern that is followed for an active problem. */
const state = (row: NarratedEntry, templateId: readonly Written[], type: 'CD' | 'CE'): Written | null =>
  row.entry.negation === 'none'
    ? null
    : relation(
        'REFR',
        observed(
          row.entry.status === null ? null : templateId,
          fixed('code', '33999-4', loinc, 'Status'),
          completed,
          row.entry.status === null
            ? el('value', { 'xsi:type': type, nullFlavor: 'UNK' })
            : stateValue(row.entry.status, type),
        ),
      );

/** What a problem is, where it is one: the words of a diagnosis, or that there is none. */
const problemValue = (name: string, row: NarratedEntry): Written =>
  row.entry.negation === 'none' && row.entry.codes.length === 0
    ? fixed(name, '55607006', snomed, 'Problem', { 'xsi:type': 'CD' }, nameWords(row))
    : nameConcept(name, row, [snomed, ...icd], { 'xsi:type': 'CD' });

/** How far a cancer has spread. Nobody told whether that was judged before surgery or after. */
const stageOf = (row: NarratedEntry): Written | null =>
  row.stage === undefined
    ? null
    : relation(
        'REFR',
        observed(
          partId(row, 'stage'),
          fixed('code', '21914-7', loinc, 'Stage group.other Cancer'),
          textAt(stageAt(row)),
          completed,
          inOwnWords('value', wordsAt(stageAt(row), row.stage), { 'xsi:type': 'CD' }),
        ),
      );

/** A problem, as part of a concern, of a reason or of a visit. */
const problemObservation = (row: NarratedEntry): Written =>
  el(
    'observation',
    { classCode: 'OBS', moodCode: 'EVN', ...negationInd(row) },
    template('22.4.4', '2015-08-01'),
    ownId(row),
    fixed('code', '55607006', snomed, 'Problem', {}, fixed('translation', '75326-9', loinc, 'Problem')),
    rowText(row),
    completed,
    interval(row.entry.start, row.entry.end, row.entry.status === 'resolved' || row.entry.status === 'completed'),
    problemValue('value', row),
    targetSites(row),
    recordedAt(row),
    state(row, template('22.4.6', '2019-06-20'), 'CD'),
    stageOf(row),
    remarks(row, 'bodySite', 'side'),
  );
export const problem = (row: NarratedEntry): Written =>
  concern(row, template('22.4.3', '2015-08-01'), problemObservation(row));

const severities = new Map([
  ['mild', ['255604002', 'Mild']],
  ['moderate', ['6736007', 'Moderate']],
  ['severe', ['24484000', 'Severe']],
  ['fatal', ['399166001', 'Fatal']],
] as const);
const criticalities = new Map([
  ['low', ['CRITL', 'low criticality']],
  ['high', ['CRITH', 'high criticality']],
  ['unable-to-assess', ['CRITU', 'unable to assess criticality']],
] as const);
const known = <Codes>(codes: ReadonlyMap<string, Codes>, word: string): Codes | undefined =>
  codes.get(word.trim().toLowerCase());

function severity(row: NarratedEntry): Written[] {
  return factsOf(row, 'severity').map((fact) => {
    const [code, display] = known(severities, fact.value) ?? [];
    return relation(
      'SUBJ',
      observed(
        template('22.4.8', '2014-06-09'),
        fixed('code', 'SEV', actCode, 'Severity'),
        textAt(fact.at),
        completed,
        code === undefined
          ? inWords('value', fact, { 'xsi:type': 'CD' })
          : fixed('value', code, snomed, display, { 'xsi:type': 'CD' }, fact.words),
      ),
    );
  });
}

/** Whether it is known what was how bad: with several of either it is not. */
const isSeverityPlaced = (row: NarratedEntry): boolean =>
  factsOf(row, 'reaction').length <= 1 && factsOf(row, 'severity').length <= 1;

/** What it does, with how bad it is; how bad alone, where nothing else is said. */
function reactions(row: NarratedEntry): Written[] {
  const all = factsOf(row, 'reaction');
  const badness = isSeverityPlaced(row) ? severity(row) : [];
  if (all.length === 0) return badness;
  return all.map((fact, index) =>
    el(
      'entryRelationship',
      { typeCode: 'MFST', inversionInd: 'true' },
      observed(
        template('22.4.9', '2014-06-09'),
        partId(row, 'reaction', index),
        fixed('code', 'ASSERTION', actCode),
        textAt(fact.at),
        completed,
        inWords('value', fact, { 'xsi:type': 'CD' }),
        badness,
      ),
    ),
  );
}

function criticality(row: NarratedEntry): Written[] {
  return factsOf(row, 'criticality').map((fact) => {
    const [code, display] = known(criticalities, fact.value) ?? [];
    return el(
      'entryRelationship',
      { typeCode: 'SUBJ', inversionInd: 'true' },
      observed(
        template('22.4.145'),
        fixed('code', '82606-5', loinc, 'Criticality'),
        textAt(fact.at),
        completed,
        code === undefined
          ? inWords('value', fact, { 'xsi:type': 'CD' })
          : fixed('value', code, '2.16.840.1.113883.5.1063', display, { 'xsi:type': 'CD' }, fact.words),
      ),
    );
  });
}

const substances = [rxNorm, snomed, '2.16.840.1.113883.4.9', '2.16.840.1.113883.3.26.1.1', cvx];
/** Codes that say of themselves that there is no allergy, by what there is none to. */
const withoutAny = ['716186003', '160244002', 'no-known-allergies'];
const withoutDrugs = ['409137002', 'no-known-medication-allergies'];
const withoutFood = ['429625007', 'no-known-food-allergies'];

/** What kind of allergy; of "no known allergies", to what. */
function allergyValue(row: NarratedEntry): Written {
  const { entry } = row;
  const type = { 'xsi:type': 'CD' };
  const words = entry.negation === 'none' ? nameWords(row) : null;
  if (entry.negation === 'none' && hasCode(entry.codes, ...withoutDrugs))
    return fixed('value', '416098002', snomed, 'Allergy to drug', type, words);
  if (entry.negation === 'none' && hasCode(entry.codes, ...withoutFood))
    return fixed('value', '414285001', snomed, 'Allergy to food', type, words);
  return fixed('value', '419199007', snomed, 'Allergy to substance', type);
}

/** Of codes that there is no allergy, those that the kind of the allergy does not say already. */
const unsaid = ({ entry }: NarratedEntry) =>
  entry.codes.filter(({ code }) => ![...withoutAny, ...withoutDrugs, ...withoutFood].includes(code));

const substance = (row: NarratedEntry): Written =>
  el(
    'participant',
    { typeCode: 'CSM' },
    el(
      'participantRole',
      { classCode: 'MANU' },
      el(
        'playingEntity',
        { classCode: 'MMAT' },
        row.entry.negation === 'none'
          ? concept('code', { codes: unsaid(row), of: ['none'], missing: 'notApplicable', words: null })
          : nameConcept('code', row, substances),
      ),
    ),
  );

export const allergy = (row: NarratedEntry): Written =>
  concern(
    row,
    template('22.4.30', '2015-08-01'),
    el(
      'observation',
      { classCode: 'OBS', moodCode: 'EVN', ...negationInd(row) },
      template('22.4.7', '2014-06-09'),
      ownId(row),
      fixed('code', 'ASSERTION', actCode),
      rowText(row),
      completed,
      interval(row.entry.start, row.entry.end),
      allergyValue(row),
      recordedAt(row),
      substance(row),
      state(row, template('22.4.28', '2019-06-20'), 'CE'),
      reactions(row),
      criticality(row),
      remarks(row, 'reaction', 'criticality', ...(isSeverityPlaced(row) ? (['severity'] as const) : [])),
    ),
  );
