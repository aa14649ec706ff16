import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { TreatmentItem, type TreatmentSummary, type TreatmentValue } from '../treatmentSummary.ts';
import type { TreatmentGroup, TreatmentKind } from './treatmentGroups.ts';
import { countNew, isEmptyValue, shownGroups, shownItem } from './treatmentItems.ts';
import {
  isPart,
  listedTreatment,
  type ListedGroup,
  partsOf,
  switchableParts,
  treatmentGroupKeys,
  treatmentGroupOf,
} from './treatmentParts.ts';

const all = (key: TreatmentGroup): ListedGroup => ({
  key,
  fields: new Set(
    treatmentGroupOf(key).fields.flatMap(({ name, with: more = [] }) =>
      [name, ...more].map((field) => field.toLowerCase()),
    ),
  ),
});
const listing = (key: TreatmentGroup, ...fields: string[]): ListedGroup => ({
  key,
  fields: new Set(fields.map((field) => field.toLowerCase())),
});
const item = (fields: Record<string, unknown>) =>
  v.parse(TreatmentItem, { isNullMessageHolder: false, nullMessage: null, isPatientReviewed: true, ...fields });
const told = (key: TreatmentGroup, fields: Record<string, unknown>, listed = all(key)) => {
  const shown = shownItem(item(fields), listed);
  return (
    shown && {
      heading: shown.heading?.value ?? null,
      facts: shown.facts.map(({ label, values }) => [label, ...values.map(({ value }) => value)]),
    }
  );
};

describe('the value is non-empty (numbers above 0, dates after 1900-01-01, non-blank text)', () => {
  test.each<[TreatmentValue | undefined, TreatmentKind, boolean]>([
    [null, 'text', true],
    [undefined, 'text', true],
    ['', 'text', true],
    [' \n\t', 'long', true],
    ['0', 'text', false],
    ['none', 'text', false],
    [0, 'number', true],
    [-1, 'number', true],
    [Number.NaN, 'number', true],
    [0.5, 'number', false],
    [0, 'text', true],
    ['0', 'number', true],
    ['0.00', 'number', true],
    ['-2', 'number', true],
    ['0.50', 'number', false],
    ['about 3', 'number', false],
    ['0001-01-01', 'date', true],
    ['1899-12-31', 'date', true],
    ['1900-01-01', 'date', true],
    ['1900-01-01T05:00:00Z', 'date', true],
    ['1900', 'date', true],
    ['1900-01', 'date', true],
    ['1900-01-02', 'date', false],
    ['1900-02', 'date', false],
    ['1901', 'date', false],
    ['2025-03-01T10:00:00+01:00', 'date', false],
    ['as a child', 'date', false],
    ['1900-01-01', 'text', false],
    [false, 'code', false],
    [[], 'list', true],
    [['', ' '], 'list', true],
    [['', 'Rash'], 'list', false],
  ])('%j as %s: %s', (value, kind, isEmpty) => {
    expect(isEmptyValue(value, kind)).toBe(isEmpty);
  });

  it('of any date is told by the first day that it can mean', () => {
    const part = (from: number, to: number) =>
      fc.integer({ min: from, max: to }).map((n) => String(n).padStart(2, '0'));
    fc.assert(
      fc.property(
        fc.integer({ min: 1800, max: 2100 }),
        part(1, 12),
        part(1, 28),
        fc.constantFrom(4, 7, 10),
        (year, month, day, length) => {
          const text = `${String(year)}-${month}-${day}`.slice(0, length);
          const first = `${text}${'0000-01-01'.slice(length)}`;
          expect(isEmptyValue(text, 'date')).toBe(first <= '1900-01-01');
        },
      ),
    );
  });
});

describe('where a field has a Display variant', () => {
  it('the Display variant is preferred over the raw code, and the code stands in where it is empty', () => {
    expect(told('Allergy', { allergen: 'Nuts', allergyType: 'F', allergyTypeDisplay: 'Food' })?.facts).toEqual([
      ['type', 'Food'],
    ]);
    expect(told('Allergy', { allergen: 'Nuts', allergyType: 'F', allergyTypeDisplay: ' ' })?.facts).toEqual([
      ['type', 'F'],
    ]);
    expect(told('Chemotherapy', { agentName: 'p1', agentNameDisplay: 'Paclitaxel' })?.heading).toBe('Paclitaxel');
  });

  it('holds for every field of every group', () => {
    for (const key of treatmentGroupKeys)
      for (const { name, kind } of treatmentGroupOf(key).fields) {
        if (kind === 'id') continue;
        const shown = shownItem(item({ [name]: 'raw', [`${name}Display`]: 'words' }), all(key));
        const values = [shown?.heading ?? [], ...(shown?.facts ?? []).flatMap((fact) => fact.values)].flat();
        expect(
          values.map(({ value }) => value),
          `${key}.${name}`,
        ).toEqual(['words']);
      }
  });

  it('lastMenstrualPeriod (a date, else lastMenstrualPeriodText)', () => {
    const both = { menopauseStatus: 'x', lastMenstrualPeriod: '2024-05', lastMenstrualPeriodText: 'in spring' };
    expect(told('GynecologicHistory', both)?.facts).toEqual([['lastPeriod', '2024-05']]);
    expect(told('GynecologicHistory', { ...both, lastMenstrualPeriod: '1900-01-01' })?.facts).toEqual([
      ['lastPeriod', 'in spring'],
    ]);
  });

  it('the day of writing down says that it is no other, and stands only where the other is not known', () => {
    const asthma = { description: 'Asthma', recordedDate: '2020-03' };
    expect(told('Comorbidity', asthma)?.facts).toEqual([['recordedOn', '2020-03']]);
    expect(told('Comorbidity', { ...asthma, comorbidityDiagnosisDate: '1998' })?.facts).toEqual([
      ['dateOfDiagnosis', '1998'],
    ]);
  });
});

describe('a field is shown only if its name is listed in that group’s details', () => {
  const penicillin = { allergen: 'Penicillin', onsetDate: '1998', response: 'Rash', comment: 'As a child' };
  it('whatever its capitals', () => {
    expect(told('Allergy', penicillin, listing('Allergy', 'ALLERGEN', 'Response'))).toEqual({
      heading: 'Penicillin',
      facts: [['reaction', 'Rash']],
    });
  });
  it('also where it names the item, and an item with nothing left is not there', () => {
    expect(told('Allergy', penicillin, listing('Allergy', 'comment'))).toEqual({
      heading: null,
      facts: [['comment', 'As a child']],
    });
    expect(told('Allergy', penicillin, listing('Allergy', 'allergyType'))).toBeNull();
    expect(told('SocialHistory', { socialHistoryId: 7 })).toBeNull();
  });
  it('each of those in brackets by itself', () => {
    const fields = { icdDescriptionFull: 'x', stage: 'IIA', tStage: 'T2', nStage: 'N0', mStage: '' };
    expect(told('Diagnosis', fields)?.facts).toEqual([['stage', 'IIA', 'T2', 'N0']]);
    expect(told('Diagnosis', fields, listing('Diagnosis', 'nStage'))?.facts).toEqual([['stage', 'N0']]);
  });
});

describe('an item that is a placeholder shows its nullMessage instead', () => {
  it('and no dot; without a message nothing', () => {
    const holder = item({
      isNullMessageHolder: true,
      nullMessage: ' None known. ',
      isPatientReviewed: false,
      allergen: 'x',
    });
    expect(shownItem(holder, all('Allergy'))).toMatchObject({
      heading: null,
      facts: [],
      nullMessage: 'None known.',
      isNew: false,
    });
    expect(shownItem({ ...holder, nullMessage: ' ' }, all('Allergy'))).toBeNull();
  });
});

describe('groups', () => {
  const summary: TreatmentSummary = [
    { key: 'Surgery', value: [item({ procedureName: 'A' }), item({ procedureName: 'B', isPatientReviewed: false })] },
    { key: 'Unheard', value: [item({ description: 'x' })] },
    { key: 'TumorMarker', value: [item({ testResult: ' ' })] },
    { key: 'Allergy', value: [item({ allergen: 'C', isPatientReviewed: false })] },
    { key: 'Other', value: [] },
  ];
  it('in the order of the answer, without those that are not listed or have nothing to show', () => {
    const shown = shownGroups(summary, [all('Allergy'), all('TumorMarker'), all('Surgery'), all('Other')]);
    expect(shown.map(({ key, items }) => [key, items.length])).toEqual([
      ['Surgery', 2],
      ['Allergy', 1],
    ]);
    expect(countNew(shown)).toBe(2);
    expect(shownGroups(summary, [])).toEqual([]);
  });

  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
  );
  const anySummary = fc.array(
    fc.record({
      key: fc.constantFrom(...treatmentGroupKeys, 'Unheard', 'allergy'),
      value: fc.array(
        fc
          .dictionary(
            fc.constantFrom('comment', 'startDate', 'allergen', 'dose', '__proto__', 'stage', 'tStage'),
            value,
          )
          .map((fields) => item({ ...fields, isPatientReviewed: Object.keys(fields).length % 2 === 0 })),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 6 },
  );
  it('of any answer: nothing empty is shown, nothing that is not listed, and nothing twice', () => {
    fc.assert(
      fc.property(anySummary, fc.subarray([...treatmentGroupKeys]), (answer, keys) => {
        const shown = shownGroups(answer, keys.map(all));
        for (const { key, items } of shown) {
          expect(keys).toContain(key);
          expect(items.length).toBeGreaterThan(0);
          for (const { heading, facts } of items) {
            expect(heading !== null || facts.length > 0).toBe(true);
            for (const one of [...facts.flatMap(({ values }) => values), ...(heading ? [heading] : [])])
              expect(isEmptyValue(one.value, one.kind)).toBe(false);
          }
        }
        // What the server leaves out does not change what a page shows.
        const left = shown.map(({ key, items }) => ({ key, value: items.map((one) => one.item) }));
        expect(shownGroups(left, keys.map(all))).toEqual(shown);
      }),
    );
  });
});

describe('TreatmentTypes and per-group field lists', () => {
  const details = (names: readonly string[]) => names.map((fieldName) => ({ fieldName }));
  it('are read in the order of the facility', () => {
    const switched = {
      modules: [
        {
          moduleName: 'treatmentsummary',
          details: [
            {
              fieldName: 'treatmentTypes',
              details: [
                { fieldName: 'Surgery', details: details(['procedureName']) },
                { fieldName: 'Unheard', details: details(['x']) },
                { fieldName: 'allergy', details: details(['Allergen', 'comment']) },
              ],
            },
          ],
        },
      ],
    };
    expect(listedTreatment(switched)).toEqual([
      listing('Surgery', 'procedureName'),
      listing('Allergy', 'allergen', 'comment'),
    ]);
    expect(listedTreatment({ modules: [{ moduleName: 'TreatmentSummary', details: [] }] })).toEqual([]);
  });
  it('a whole stands for its parts', () => {
    expect(partsOf('TreatmentSummary', 'TreatmentTypes')).toEqual(switchableParts.TreatmentSummary);
    expect(partsOf('TreatmentSummary', 'treatmenttypes.sideeffectbundle')).toEqual([
      'TreatmentTypes.SideEffectBundle.termDuration',
      'TreatmentTypes.SideEffectBundle.sideEffectList',
      'TreatmentTypes.SideEffectBundle.comment',
    ]);
    expect(partsOf('Dashboard', 'CareTeam')).toEqual(['CareTeam']);
    expect(isPart('TreatmentSummary', 'TreatmentTypes.Other.Comment')).toBe(true);
    expect(isPart('TreatmentSummary', 'TreatmentTypes.Oth')).toBe(false);
  });
});

/** The fields of specification 3, section 3, by group. */
const documented: Readonly<Record<TreatmentGroup, string>> = {
  Allergy: 'allergen allergyType onsetDate response comment',
  Chemotherapy:
    'agentName trialName startDate mostRecentTreatmentDate endDate dose cyclesDelivered frequency providerName institution providerPhone providerEmail dosageForm drugCategory route trialIndicator comment',
  ClinicalTrial:
    'trialName trialId trialDescription startDate endDate providerName institution providerPhone providerEmail comment',
  Comorbidity: 'description comorbidityDiagnosisDate status providerName comment',
  Diagnosis:
    'icdDescriptionFull diagnosisDate laterality histologyCode histologyDescription grade stagingSystem stage tStage nStage mStage provider institution providerPhone providerEmail diagnosisType icdCode comment',
  FamilyHistory: 'relationship cancerDiagnosis ageAtDiagnosis currentStatus comment',
  GeneticTest:
    'testOrdered testDate testSummary testDetail patientCounseling providerName institution providerPhone providerEmail comment',
  GynecologicHistory: 'menopauseStatus lastMenstrualPeriod menopausalReason comment',
  HormoneTherapy:
    'agentName trialName startDate mostRecentTreatmentDate endDate doseAmount plannedDuration frequency provider institution providerPhone providerEmail dosageForm drugCategory route trialIndicator comment',
  InitialClinicalFinding:
    'clinicalFindingType clinicalFindingDate diseaseSite clinicalFindings providerName institution providerPhone providerEmail comment',
  Other: 'description startDate providerName institution providerPhone providerEmail comment',
  RadiationTherapy:
    'site startDate endDate displayDeliveredDose deliveredFractions radiationType energyDisplay provider institution providerPhone providerEmail elapsedDays laterality configuration comment',
  SideEffectBundle: 'termDuration sideEffectList comment',
  SocialHistory:
    'socialHistoryId smokingStatus smokingYears smokingPacksPerDay smokingYearsQuit alcoholStatus alcoholDaysPerWeek alcoholDrinksPerDay alcoholYearsQuit comment',
  Surgery: 'procedureName startDate laterality providerName institution providerPhone providerEmail comment',
  TransplantHistory:
    'transplantType startDate relatedDonor providerName institution providerPhone providerEmail comment',
  TumorMarker: 'testType tumorMarkerDate testResult providerName institution providerPhone providerEmail comment',
};

test.each(treatmentGroupKeys)('group fields: %s has those of the document', (key) => {
  expect([...all(key).fields].toSorted()).toEqual(documented[key].toLowerCase().split(' ').toSorted());
});
