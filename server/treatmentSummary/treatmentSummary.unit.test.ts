import { TreatmentItemId } from '@portal/api';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { shownTreatment, type StoredItem, summaryOf } from './treatmentSummary.ts';

const item = (id: number, more: Partial<StoredItem>): StoredItem => ({
  id: v.parse(TreatmentItemId, id),
  resourceId: id,
  groupKey: 'Diagnosis',
  kind: 'own',
  fields: {},
  nullMessage: null,
  isSeen: true,
  itemAt: null,
  marker: null,
  isOfLaboratory: false,
  aboutId: null,
  ...more,
});

it('puts what is about a diagnosis into its item, the newest first, and does not overwrite what it says itself', () => {
  const summary = summaryOf([
    item(3, { kind: 'adds', aboutId: 1, fields: { tStage: 'T2', stage: 'III' }, isSeen: false }),
    item(2, { kind: 'adds', aboutId: 1, fields: { tStage: 'T1', nStage: 'N0' } }),
    item(1, { fields: { icdDescriptionFull: 'Breast cancer', stage: 'II', comment: null } }),
  ]);
  expect(summary).toEqual([
    {
      key: 'Diagnosis',
      value: [
        {
          recordIds: [1, 3, 2],
          fields: { icdDescriptionFull: 'Breast cancer', stage: 'II', tStage: 'T2', nStage: 'N0' },
          nullMessage: null,
          isSeen: false,
        },
      ],
    },
  ]);
});

it('loses nothing that is about a diagnosis which is not shown', () => {
  const told: readonly StoredItem['fields'][] = [{ tStage: 'T2' }, { nStage: 'N0' }];
  const facts = told.map((fields, at) => item(at + 1, { kind: 'adds', aboutId: 9, fields }));
  expect(summaryOf(facts)).toMatchObject([{ key: 'Diagnosis', value: [{ fields: { tStage: 'T2', nStage: 'N0' } }] }]);
});

it('has one item of the newest facts, and the groups in the order of a story', () => {
  const social = { groupKey: 'SocialHistory', kind: 'latest' } as const;
  expect(
    summaryOf([
      item(3, { ...social, fields: { smokingStatus: 'Former smoker' } }),
      item(2, { ...social, fields: { smokingStatus: 'Smoker' } }),
      item(1, { ...social, fields: { alcoholStatus: 'None' } }),
      item(4, { groupKey: 'Allergy', nullMessage: 'No known allergy' }),
    ]),
  ).toMatchObject([
    { key: 'Allergy', value: [{ nullMessage: 'No known allergy' }] },
    { key: 'SocialHistory', value: [{ fields: { smokingStatus: 'Former smoker', alcoholStatus: 'None' } }] },
  ]);
});

it('tells the code of a tumor marker with its name and the flag with its result, LOINC before the laboratory’s own', () => {
  const marker = {
    codings: [
      { system: 'urn:oid:2.999.1', code: 'CA153' },
      { system: 'http://loinc.org', code: '6875-9' },
    ],
    flag: 'H',
  };
  const groups = summaryOf([
    item(1, { groupKey: 'TumorMarker', fields: { testType: 'CA 15-3', testResult: '34 U/mL' }, marker }),
  ]);
  const shown = (...fields: readonly string[]) =>
    shownTreatment(groups, [{ key: 'TumorMarker', fields: new Set(fields) }]).flatMap(({ items }) =>
      items.map(({ item: { testCode, testFlag } }) => ({ testCode, testFlag })),
    );
  expect(shown('testtype', 'testresult')).toEqual([{ testCode: 'http://loinc.org|6875-9', testFlag: 'H' }]);
  expect(shown('testtype')).toEqual([{ testCode: 'http://loinc.org|6875-9', testFlag: undefined }]);
  expect(shown('testresult')).toEqual([{ testCode: undefined, testFlag: 'H' }]);
});
