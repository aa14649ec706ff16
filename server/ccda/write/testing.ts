import { CalendarDate, CareTeamMember, HealthEntry, type HealthListKey, PatientId } from '@portal/api';
import * as v from 'valibot';
import { entryWith, type Kept, type SummaryContent, type SummaryScope } from './content.ts';
import { stableId } from './datatypes.ts';

/** For the tests: what a summary is made of. */

const snomed = 'http://snomed.info/sct';
const loinc = 'http://loinc.org';
export const date = (text: string) => v.parse(HealthEntry.entries.start, text);
const day = (text: string) => v.parse(CalendarDate, text);
export const scopeOf = (more: Partial<SummaryScope> = {}): SummaryScope => ({
  patientId: v.parse(PatientId, 7),
  startDate: day('2025-11-23'),
  endDate: day('2026-11-23'),
  language: 'en',
  now: new Date('2026-11-23T15:00:00Z'),
  ...more,
});

export const kept = (list: HealthListKey, entries: readonly HealthEntry[]): Kept[] =>
  entries.map((entry, index) => ({ id: stableId('test', list, index), entry }));
const number = (value: string, unit: string | null, name: string | null = null, code: string | null = null) => ({
  name,
  codes: code === null ? [] : [{ system: loinc, code, display: null }],
  comparator: null,
  value,
  unit,
  isNumber: true,
  missing: null,
});

export const nobody: SummaryContent = {
  scope: scopeOf(),
  patient: {
    firstName: 'Juniper',
    lastName: 'Marsh',
    fullName: 'Juniper Marsh',
    mrn: 'NL-1001',
    dateOfBirth: '1974-05-17',
    gender: null,
    birthCountry: null,
    ethnicity: null,
    race: null,
    religion: null,
    primaryLanguage: null,
    citizenship: null,
    maritalStatus: null,
    mothersMaidenName: null,
    occupation: null,
    homePhone: null,
    mobilePhone: null,
    primaryEmail: null,
    preferredCommunication: null,
    address1: null,
    address2: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
    insuranceNote: null,
    advancedDirectiveNote: null,
    isClinicalTrial: null,
    clinicalTrialID: null,
  },
  facility: {
    root: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    name: 'Northlight Cancer Centre',
    timeZone: 'America/New_York',
    phone: null,
    email: null,
    address1: null,
    address2: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
  },
  careTeam: [],
  entries: {
    problems: [],
    medications: [],
    allergies: [],
    immunizations: [],
    vitals: [],
    procedures: [],
    encounters: [],
    socialHistory: [],
    goals: [],
    carePlans: [],
  },
  results: [],
  notes: [],
  instructions: null,
};

/** A patient of whom there is something for each section, with the oddities of real records. */
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
    problems: kept('problems', [
      entryWith({
        name: 'Breast cancer',
        codes: [
          { system: snomed, code: '254837009', display: 'Malignant neoplasm of breast' },
          {
            system: 'http://hl7.org/fhir/sid/icd-10-cm',
            code: 'C50.411',
            display: 'Malignant neoplasm of right breast',
          },
        ],
        status: 'active',
        start: date('2025-02-11'),
        recorded: date('2025-02-14'),
        facts: [
          { name: 'side', value: 'Right' },
          { name: 'bodySite', value: 'Breast' },
          { name: 'comment', value: 'Found beside the tumor < 3 cm & taken out.' },
        ],
      }),
      entryWith({ name: 'Migraine', status: 'resolved', start: date('2012'), end: date('2019-03') }),
      entryWith({
        name: 'Diabetes',
        codes: [{ system: snomed, code: '73211009', display: 'Diabetes mellitus' }],
        negation: 'negated',
      }),
    ]),
    medications: kept('medications', [
      entryWith({
        name: 'Letrozole 2.5 mg tablet',
        codes: [
          {
            system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
            code: '200064',
            display: 'letrozole 2.5 MG Oral Tablet',
          },
        ],
        status: 'active',
        start: date('2025-11-08'),
        facts: [
          { name: 'dose', value: '2.5 mg' },
          { name: 'route', value: 'Oral' },
          { name: 'instructions', value: 'Once a day, at the same time each day' },
          { name: 'prescriber', value: 'Dr. Ottoline Fernbrook' },
          { name: 'reason', value: 'Breast cancer' },
        ],
      }),
      entryWith({
        name: 'Goserelin',
        status: 'completed',
        start: date('2025-04-12'),
        end: date('2025-08-25'),
        facts: [
          { name: 'dose', value: '3.6 mg' },
          { name: 'frequency', value: '4 wk' },
        ],
      }),
      entryWith({ name: 'Paclitaxel', status: 'stopped', facts: [{ name: 'dose', value: '80 mg/m²' }] }),
    ]),
    allergies: kept('allergies', [
      entryWith({
        name: 'Penicillin',
        codes: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: '7980', display: 'penicillin G' }],
        status: 'active',
        start: date('1990'),
        facts: [
          { name: 'reaction', value: 'Hives' },
          { name: 'severity', value: 'Moderate' },
          { name: 'criticality', value: 'high' },
        ],
      }),
      entryWith({
        codes: [{ system: snomed, code: '429625007', display: 'No known food allergy' }],
        name: 'No known food allergy',
        negation: 'none',
      }),
    ]),
    immunizations: kept('immunizations', [
      entryWith({
        name: 'Influenza vaccine',
        codes: [
          {
            system: 'http://hl7.org/fhir/sid/cvx',
            code: '140',
            display: 'Influenza, seasonal, injectable, preservative free',
          },
        ],
        status: 'completed',
        start: date('2026-10-02'),
        facts: [
          { name: 'lot', value: 'A12-7' },
          { name: 'manufacturer', value: 'Seqirus' },
          { name: 'doseNumber', value: '1' },
          { name: 'performer', value: 'Nurse Petra Lindqvist' },
        ],
      }),
      entryWith({
        name: 'Pneumococcal vaccine',
        negation: 'negated',
        status: 'declined',
        start: date('2026-10-02'),
        facts: [{ name: 'reason', value: 'Patient does not want it' }],
      }),
    ]),
    vitals: kept('vitals', [
      entryWith({
        name: 'Blood pressure',
        codes: [{ system: loinc, code: '85354-9', display: null }],
        start: date('2026-11-02T14:05:00.000Z'),
        values: [
          number('128', 'mm[Hg]', 'Systolic blood pressure', '8480-6'),
          number('82', 'mm[Hg]', 'Diastolic blood pressure', '8462-4'),
        ],
      }),
      entryWith({
        name: 'Body weight',
        codes: [{ system: loinc, code: '29463-7', display: 'Body weight' }],
        start: date('2026-11-02'),
        values: [number('70.0', 'kg')],
      }),
    ]),
    procedures: kept('procedures', [
      entryWith({
        name: 'Breast-conserving surgery',
        codes: [{ system: snomed, code: '392021009', display: 'Lumpectomy of breast' }],
        status: 'completed',
        start: date('2026-02-03T19:30:00.000Z'),
        facts: [
          { name: 'bodySite', value: 'Right breast' },
          { name: 'performer', value: 'Dr. Linnea Brackenridge' },
          { name: 'place', value: 'Otter Bay Hospital' },
        ],
      }),
    ]),
    encounters: kept('encounters', [
      entryWith({
        name: 'Follow-up visit',
        missing: null,
        status: 'completed',
        start: date('2026-11-02T14:00:00.000Z'),
        end: date('2026-11-02T14:30:00.000Z'),
        facts: [
          { name: 'performer', value: 'Dr. Ottoline Fernbrook' },
          { name: 'place', value: 'Northlight Cancer Centre' },
          { name: 'diagnosis', value: 'Breast cancer' },
        ],
      }),
    ]),
    socialHistory: kept('socialHistory', [
      entryWith({
        name: 'Tobacco smoking status',
        codes: [{ system: loinc, code: '72166-2', display: 'Tobacco smoking status' }],
        start: date('2026-11-02'),
        values: [
          {
            name: null,
            codes: [{ system: snomed, code: '8517006', display: 'Former smoker' }],
            comparator: null,
            value: 'Former smoker',
            unit: null,
            isNumber: false,
            missing: null,
          },
        ],
      }),
    ]),
    goals: kept('goals', [
      entryWith({
        name: 'Walk 30 minutes a day',
        status: 'active',
        start: date('2026-10-01'),
        end: date('2027-01-01'),
      }),
    ]),
    carePlans: kept('carePlans', [
      entryWith({
        name: 'Mammogram',
        status: 'planned',
        start: date('2027-02-10'),
        facts: [
          { name: 'performer', value: 'Dr. Linnea Brackenridge' },
          { name: 'instructions', value: 'Do not use deodorant that day' },
        ],
      }),
    ]),
  },
  results: [
    {
      id: stableId('test', 'group'),
      name: 'Complete blood count',
      codes: [],
      date: date('2026-11-02T13:05:00.000Z'),
      isFinal: true,
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
