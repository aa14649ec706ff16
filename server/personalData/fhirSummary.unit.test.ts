import { type TreatmentGroup, TreatmentItemId, treatmentGroupKeys } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { validatorFaults } from '../../tests/support/fhir/check.ts';
import { summaryOf } from './fhirSummary.ts';

const item = (
  fields: Readonly<Record<string, string | number | readonly string[] | null>>,
  nullMessage: string | null = null,
) => ({
  recordIds: [v.parse(TreatmentItemId, 4)],
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? [...value] : value,
    ]),
  ),
  nullMessage,
  isSeen: true,
});
const made = (group: TreatmentGroup, fields: Parameters<typeof item>[0], nullMessage: string | null = null): unknown =>
  JSON.parse(JSON.stringify(summaryOf(group, item(fields, nullMessage))));

describe('an item of the treatment summary as a resource', () => {
  test('an allergy has its onset, category and reaction; what no element says is a note', () => {
    const fields = {
      allergen: 'Penicillin',
      allergyType: 'medication, allergy',
      onsetDate: '2012-03',
      response: 'Rash (mild)',
      comment: 'As a child',
    };
    expect(made('Allergy', fields)).toMatchObject({
      resourceType: 'AllergyIntolerance',
      type: 'allergy',
      category: ['medication'],
      code: { text: 'Penicillin' },
      onsetDateTime: '2012-03',
      reaction: [{ manifestation: [{ text: 'Rash (mild)' }] }],
      note: [{ text: 'As a child' }],
    });
    expect(made('Allergy', { ...fields, allergyType: 'dust, allergy', onsetDate: 'in childhood' })).toMatchObject({
      onsetString: 'in childhood',
      note: [{ text: 'As a child' }, { text: 'allergyType: dust, allergy' }],
    });
  });

  test('a diagnosis has its code, stage and who said it; a further condition its state', () => {
    const fields = {
      icdDescriptionFull: 'Malignant neoplasm of breast',
      icdCode: 'C50.9',
      diagnosisDate: '2024-05-02',
      stage: 'IIA',
      stagingSystem: 'AJCC',
      tStage: 'T2',
      provider: 'Dr. Fernbrook',
    };
    expect(made('Diagnosis', fields)).toMatchObject({
      resourceType: 'Condition',
      code: {
        coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'C50.9' }],
        text: 'Malignant neoplasm of breast',
      },
      onsetDateTime: '2024-05-02',
      stage: [{ summary: { text: 'IIA' }, type: { text: 'AJCC' } }],
      asserter: { display: 'Dr. Fernbrook' },
      note: [{ text: 'tStage: T2' }],
    });
    expect(made('Comorbidity', { description: 'Asthma', status: 'Active' })).toMatchObject({
      clinicalStatus: { coding: [{ code: 'active' }], text: 'Active' },
    });
  });

  test('treatments have their time, dose and who gave them; a relative what they had', () => {
    expect(
      made('Chemotherapy', {
        agentName: 'Paclitaxel',
        startDate: '2025-01',
        endDate: '2025-06',
        dose: '80 mg',
        frequency: 'weekly',
      }),
    ).toMatchObject({
      resourceType: 'MedicationStatement',
      effectivePeriod: { start: '2025-01', end: '2025-06' },
      dosage: [{ text: '80 mg, weekly' }],
    });
    expect(
      made('Surgery', { procedureName: 'Lumpectomy', startDate: '2025-07-01', providerName: 'Dr. Vale' }),
    ).toMatchObject({
      performedDateTime: '2025-07-01',
      performer: [{ actor: { display: 'Dr. Vale' } }],
    });
    expect(
      made('FamilyHistory', {
        relationship: 'Mother',
        cancerDiagnosis: 'Colon cancer',
        ageAtDiagnosis: '61 a',
        currentStatus: 'Deceased',
      }),
    ).toMatchObject({
      resourceType: 'FamilyMemberHistory',
      relationship: { text: 'Mother' },
      deceasedBoolean: true,
      condition: [{ code: { text: 'Colon cancer' }, onsetString: '61 a' }],
    });
  });

  test.each(treatmentGroupKeys)('of %s no field is lost, and an independent validator finds no fault', (group) => {
    const fields = { comment: 'Words of a comment', unheardOf: 'kept', startDate: 'some day', trialIndicator: 'No' };
    const resource = made(group, fields, 'Nothing is known');
    for (const text of Object.values(fields)) expect(JSON.stringify(resource)).toContain(text);
    expect(validatorFaults(v.parse(v.looseObject({}), resource))).toEqual([]);
  });
});
