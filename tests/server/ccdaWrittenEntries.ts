import { entryWith, type SummaryContent } from '../../server/healthSummary/write/content.ts';
import { date, kept, loinc, number, snomed } from './ccdaWriting.ts';

/** For tests: entries of each list, with oddities that occur in real records. */
export const someEntries: SummaryContent['entries'] = {
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
};
