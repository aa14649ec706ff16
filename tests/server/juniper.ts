import { CareTeamMember } from '@portal/api';
import * as v from 'valibot';
import { entryWith, type SummaryContent, type TreatmentEntry } from '../../server/healthSummary/write/content.ts';
import { stableId } from '../../server/healthSummary/write/datatypes.ts';
import { date, kept, loinc, nobody, number } from './ccdaWriting.ts';
import { someEntries } from './ccdaWrittenEntries.ts';

function illness(
  name: string,
  diagnosis: string,
  age: string | null,
  who: Pick<NonNullable<TreatmentEntry['relative']>, 'relation' | 'gender' | 'hasDied'>,
): TreatmentEntry {
  return {
    id: stableId('test', name, diagnosis),
    name,
    facts: [
      { field: 'diagnosis', label: 'Diagnosis', value: diagnosis },
      ...(age === null ? [] : [{ field: 'ageAtDiagnosis', label: 'Age at diagnosis', value: age }]),
    ],
    relative: { ...who, id: stableId('test', name), ageInYears: age === '74 years' ? '74' : null },
  };
}

/** A patient who has entries in every section, with oddities that occur in real records. */
export const juniper: SummaryContent = {
  ...nobody,
  patient: {
    ...nobody.patient,
    gender: 'Female',
    race: 'White',
    ethnicity: 'Not Hispanic or Latino',
    primaryLanguage: 'English',
    maritalStatus: 'Married',
    homePhone: '(555) 010-0123',
    primaryEmail: 'juniper@example.org',
    address1: '12 Willow Road',
    city: 'Puddleford',
    state: 'NY',
    zipCode: '10042',
    country: 'US',
  },
  facility: {
    ...nobody.facility,
    phone: '(555) 010-0142',
    email: 'office@example.org',
    address1: '1 Willow Road',
    city: 'Puddleford',
    state: 'NY',
    zipCode: '10042',
    country: 'US',
  },
  careTeam: [
    v.parse(CareTeamMember, {
      careTeamId: 3,
      patientId: 7,
      careProviderId: 4,
      firstName: 'Ottoline',
      lastName: 'Fernbrook',
      careProviderTitleValue: 'Dr.',
      careProviderTitle: 'Oncologist',
      suffix: null,
      publicEmail: 'o.fernbrook@example.org',
      publicPhone: '+15550100142',
      publicPhoneExt: null,
      fax: null,
      institution: 'Northlight Cancer Centre',
      address1: '1 Willow Road',
      address2: null,
      address3: null,
      city: 'Puddleford',
      state: 'NY',
      zipCode: '10042',
      country: 'US',
      photoFilename: null,
      photoThumbnailFilename: null,
      preferredSecureMessageIfSystemId: null,
      secureMessageRecipientForPatient: true,
    }),
  ],
  entries: {
    ...someEntries,
    problems: someEntries.problems.map((one, index) => (index === 0 ? { ...one, stage: 'IIA (T2, N0, M0)' } : one)),
  },
  treatment: [
    {
      key: 'Diagnosis',
      title: 'Diagnosis',
      entries: [
        {
          id: stableId('test', 'diagnosis'),
          name: 'Malignant neoplasm of right breast',
          facts: [
            { field: 'stage', label: 'Stage', value: 'IIA (T2, N0, M0)' },
            { field: 'comment', label: 'Comment', value: 'First line.\nSecond & last.' },
          ],
          relative: null,
        },
      ],
    },
    {
      key: 'TransplantHistory',
      title: 'Transplant history',
      entries: [{ id: stableId('test', 'transplant'), name: 'No transplant is recorded.', facts: [], relative: null }],
    },
    {
      key: 'FamilyHistory',
      title: 'Relevant family history',
      entries: [
        illness('Father', 'Type 2 diabetes', 'in his fifties', { relation: 'FTH', gender: 'M', hasDied: true }),
        illness('Father', 'Cancer of the colon', '74 years', { relation: 'FTH', gender: 'M', hasDied: true }),
        illness('Half-aunt', 'Breast cancer', null, { relation: null, gender: null, hasDied: null }),
        { id: stableId('test', 'no family'), name: 'Nothing else is known.', facts: [], relative: null },
      ],
    },
  ],
  results: [
    {
      id: stableId('test', 'group'),
      name: 'Complete blood count',
      codes: [],
      date: date('2026-11-02T13:05:00.000Z'),
      isReport: true,
      status: 'final',
      labName: 'Puddleford Laboratory',
      conclusion: null,
      entries: kept('results', [
        entryWith({
          name: 'Hemoglobin',
          codes: [{ system: loinc, code: '718-7', display: null }],
          start: date('2026-11-02T13:05:00.000Z'),
          values: [number('11.0', 'g/dL')],
          facts: [
            { name: 'interpretation', value: 'L' },
            { name: 'referenceRange', value: '12.0 - 16.0 g/dL' },
          ],
        }),
        entryWith({
          name: 'CRP',
          codes: [{ system: loinc, code: '1988-5', display: null }],
          start: date('2026-11-02T13:05:00.000Z'),
          values: [{ ...number('5', 'mg/L'), comparator: '<' }],
        }),
        entryWith({
          name: 'Culture',
          start: date('2026-11-02'),
          values: [{ ...number('', null), value: null, isNumber: false, missing: 'masked' }],
          facts: [{ name: 'comment', value: 'Sample was too small' }],
        }),
      ]),
    },
  ],
  notes: [
    {
      id: stableId('test', 'note'),
      name: 'Progress note',
      codes: [{ system: loinc, code: '11506-3', display: 'Progress note' }],
      date: date('2026-11-02'),
      writtenBy: 'Dr. Ottoline Fernbrook',
      institution: 'Northlight Cancer Centre',
      text: 'Feels well.\nNext visit in 3 months.',
    },
    {
      id: stableId('test', 'scan'),
      name: 'Scanned letter',
      codes: [],
      date: null,
      writtenBy: null,
      institution: 'Otter Bay Hospital',
      text: null,
    },
  ],
  instructions: 'Call us if you have a fever.\nDrink enough.',
};
