import type { CalendarDate } from '@portal/api';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { dayAfter } from './days.ts';

const people = {
  fernbrook: { name: 'Dr. Ottoline Fernbrook', phone: '+15550100142', email: 'o.fernbrook@example.org' },
  brackenridge: { name: 'Dr. Linnea Brackenridge', phone: '+15550100180', email: 'surgery@example.org' },
  thistledown: { name: 'Dr. Bram Thistledown', phone: '+15550100199', email: 'b.thistledown@example.org' },
} as const;
const centre = { reference: 'Organization/1', display: 'Northlight Cancer Centre' };
const hospital = { reference: 'Organization/2', display: 'Otter Bay Hospital' };

const by = (who: keyof typeof people) => ({
  contained: [
    {
      resourceType: 'Practitioner',
      id: 'who',
      name: [{ text: people[who].name }],
      telecom: [
        { system: 'phone', value: people[who].phone },
        { system: 'email', value: people[who].email },
      ],
    },
  ],
});
const who = { reference: '#who' };
const words = (text: string) => ({ text });
const coded = (system: string, code: string, text: string) => ({ coding: [{ system, code }], text });
const note = (text: string) => [{ text }];
const icd10 = 'http://hl7.org/fhir/sid/icd-10-cm';
const loinc = 'http://loinc.org';
const snomed = 'http://snomed.info/sct';
const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const active = coded('http://terminology.hl7.org/CodeSystem/condition-clinical', 'active', 'Active');
const mcode = (name: string) => ({
  meta: { profile: [`http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-${name}`] },
});
const about = { subject: { reference: 'Patient/juniper' } };

/**
 * What a cancer centre would send of the demo's patient, as FHIR R4 resources; `today` is the day of the facility. An invented story: breast
 * cancer, its treatment over the last two years, and what was before.
 */
export function treatmentResources(today: CalendarDate): readonly JsonObject[] {
  const ago = (days: number) => dayAfter(today, -days);
  const observed = (id: string, code: object, more: object): JsonObject => ({
    resourceType: 'Observation',
    id,
    status: 'final',
    ...about,
    code,
    ...more,
  });
  const cancer = { reference: 'Condition/breast-cancer' };
  return [
    {
      resourceType: 'Condition',
      id: 'breast-cancer',
      ...mcode('primary-cancer-condition'),
      ...by('fernbrook'),
      ...about,
      clinicalStatus: coded('http://terminology.hl7.org/CodeSystem/condition-clinical', 'remission', 'Remission'),
      verificationStatus: { coding: [{ code: 'confirmed' }] },
      code: coded(icd10, 'C50.411', 'Malignant neoplasm of upper-outer quadrant of right breast'),
      extension: [
        {
          url: 'http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-histology-morphology-behavior',
          valueCodeableConcept: coded(
            'http://terminology.hl7.org/CodeSystem/icd-o-3',
            '8500/3',
            'Invasive ductal carcinoma',
          ),
        },
      ],
      bodySite: [
        {
          text: 'Breast',
          extension: [
            {
              url: 'http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-laterality-qualifier',
              valueCodeableConcept: words('Right'),
            },
          ],
        },
      ],
      onsetDateTime: ago(650),
      stage: [{ summary: words('IIA'), type: words('AJCC, 8th edition') }],
      asserter: who,
    },
    ...(
      [
        ['t', '21905-5', 'T2'],
        ['n', '21906-3', 'N0'],
        ['m', '21907-1', 'M0'],
        ['grade', '33732-9', '2'],
      ] as const
    ).map(([id, code, text]) =>
      observed(`stage-${id}`, coded(loinc, code, code), {
        focus: [cancer],
        effectiveDateTime: ago(640),
        valueCodeableConcept: words(text),
      }),
    ),
    {
      resourceType: 'Condition',
      id: 'dcis',
      ...mcode('primary-cancer-condition'),
      ...about,
      ...by('brackenridge'),
      code: coded(icd10, 'D05.11', 'Intraductal carcinoma in situ of right breast'),
      recordedDate: ago(615).slice(0, 7),
      asserter: who,
      note: note('Found beside the tumor, taken out with it.'),
    },
    observed('tumor-size', coded(loinc, '33728-7', 'Size of the tumor'), {
      ...by('thistledown'),
      performer: [who, centre],
      effectiveDateTime: ago(655),
      bodySite: words('Right breast'),
      valueQuantity: { value: '2.30', unit: 'cm' },
    }),
    observed('performance', coded(loinc, '89247-1', 'ECOG performance status'), {
      effectiveDateTime: ago(648),
      valueString: '0: fully active',
    }),
    {
      resourceType: 'Procedure',
      id: 'lumpectomy',
      ...mcode('cancer-related-surgical-procedure'),
      ...by('brackenridge'),
      status: 'completed',
      ...about,
      code: words('Breast-conserving surgery with sentinel node biopsy'),
      performedDateTime: `${ago(600)}T14:30:00-05:00`,
      performer: [{ actor: who, onBehalfOf: hospital }],
      note: note('Clear edges, 3 lymph nodes taken, none affected.'),
    },
    {
      resourceType: 'Procedure',
      id: 'port',
      ...mcode('cancer-related-surgical-procedure'),
      status: 'completed',
      ...about,
      code: words('Removal of the port'),
      performedDateTime: ago(380),
      performer: [{ actor: hospital }],
    },
    ...(
      [
        ['doxorubicin', 'Doxorubicin and cyclophosphamide', 60, 585, 540, 'Every 2 weeks'],
        ['paclitaxel', 'Paclitaxel', 80, 530, 450, 'weekly'],
      ] as const
    ).map(([id, agent, dose, from, to, often]) => ({
      resourceType: 'MedicationStatement',
      id,
      ...mcode('cancer-related-medication-statement'),
      ...about,
      ...by('fernbrook'),
      status: 'completed',
      medicationCodeableConcept: words(agent),
      effectivePeriod: { start: ago(from), end: ago(to) },
      requester: who,
      performer: [{ actor: centre }],
      dosage: [
        {
          doseAndRate: [{ doseQuantity: { value: dose, unit: 'mg/m²' } }],
          route: words('Intravenous'),
          timing: { code: words(often) },
        },
      ],
    })),
    {
      resourceType: 'Procedure',
      id: 'radiation',
      ...mcode('radiotherapy-course-summary'),
      ...by('fernbrook'),
      status: 'completed',
      ...about,
      code: words('External beam'),
      bodySite: [words('Right breast')],
      performedPeriod: { start: ago(420), end: ago(402) },
      performer: [{ actor: who, onBehalfOf: centre }],
      extension: [
        {
          url: 'http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-radiotherapy-dose-delivered-to-volume',
          extension: [
            { url: 'totalDoseDelivered', valueQuantity: { value: '40.05', unit: 'Gy' } },
            { url: 'fractionsDelivered', valueUnsignedInt: 15 },
          ],
        },
      ],
    },
    {
      resourceType: 'MedicationStatement',
      id: 'letrozole',
      ...about,
      ...by('fernbrook'),
      status: 'active',
      medicationCodeableConcept: coded(rxnorm, '72965', 'Letrozole'),
      effectivePeriod: { start: ago(380) },
      requester: who,
      dosage: [
        {
          text: 'One tablet by mouth once a day',
          doseAndRate: [{ doseQuantity: { value: '2.5', unit: 'mg' } }],
          route: words('Oral'),
          timing: { code: words('QD') },
        },
      ],
      note: note('Planned for 5 years. Take it at the same time each day.'),
    },
    {
      resourceType: 'MedicationStatement',
      id: 'goserelin',
      ...about,
      status: 'completed',
      medicationCodeableConcept: words('Goserelin'),
      effectivePeriod: { start: ago(590), end: ago(455) },
      dosage: [
        {
          doseAndRate: [{ doseQuantity: { value: '3.6', unit: 'mg' } }],
          route: words('Subcutaneous'),
          timing: { code: words('Every 4 weeks') },
        },
      ],
    },
    {
      resourceType: 'ResearchSubject',
      id: 'trial',
      status: 'on-study',
      identifier: [{ value: 'MEADOW-04 / 117' }],
      contained: [
        {
          resourceType: 'ResearchStudy',
          id: 'study',
          title: 'Walking groups after treatment (MEADOW-04)',
          description: 'Compares walking in a group with walking alone in the first two years after treatment.',
        },
      ],
      period: { start: ago(300) },
      study: { reference: '#study' },
      individual: { reference: 'Patient/juniper' },
    },
    ...([700, 560, 370, 180] as const).map((days, index) =>
      observed(`ca-15-3-${String(index + 1)}`, coded(loinc, '6875-9', 'CA 15-3'), {
        effectiveDateTime: `${ago(days)}T13:20:00Z`,
        performer: [{ display: 'Puddle Lane Lab', reference: 'Organization/3' }],
        valueQuantity: { value: ['41.0', '28.5', '17.0', '16.20'][index] ?? '16.20', unit: 'U/mL' },
      }),
    ),
    observed('panel', coded(loinc, '51969-4', 'Hereditary breast cancer panel, 18 genes'), {
      effectiveDateTime: ago(610),
      performer: [{ display: 'Puddle Lane Lab', reference: 'Organization/3' }],
      valueString: 'No harmful change found',
      component: [
        { code: words('BRCA1'), valueString: 'no change' },
        { code: words('BRCA2'), valueString: 'no change' },
        { code: words('PALB2'), valueString: 'a change of unknown meaning' },
      ],
    }),
    ...(
      [
        ['fatigue', 'Tiredness', 'Mild', 410],
        ['shoulder', 'Stiff right shoulder', null, 500],
      ] as const
    ).map(([id, event, severity, days]) => ({
      resourceType: 'AdverseEvent',
      id,
      actuality: 'actual',
      ...about,
      event: words(event),
      date: ago(days),
      ...(severity === null ? {} : { severity: words(severity) }),
    })),
    {
      resourceType: 'AllergyIntolerance',
      id: 'penicillin',
      patient: about.subject,
      category: ['medication'],
      type: 'allergy',
      clinicalStatus: active,
      code: coded(rxnorm, '70618', 'Penicillin'),
      onsetDateTime: '1998-05',
      reaction: [{ manifestation: [words('Rash')], severity: 'moderate' }],
      note: note('As a child, not tested again.'),
    },
    {
      resourceType: 'AllergyIntolerance',
      id: 'tape',
      patient: about.subject,
      category: ['environment'],
      clinicalStatus: active,
      code: words('Adhesive tape'),
      onsetString: 'since the surgery',
      reaction: [{ manifestation: [words('Itching')], severity: 'mild' }],
    },
    {
      resourceType: 'Condition',
      id: 'hypothyroidism',
      ...about,
      ...by('thistledown'),
      clinicalStatus: active,
      code: coded(snomed, '40930008', 'Hypothyroidism'),
      onsetDateTime: '2014',
      asserter: who,
    },
    {
      resourceType: 'Condition',
      id: 'lymphedema',
      ...about,
      clinicalStatus: active,
      code: words('Lymphedema of the right arm'),
      onsetDateTime: ago(460),
      note: note('Mild. Arm sleeve during the day.'),
    },
    observed('menopause', coded(loinc, '8678-5', 'Menopausal status'), {
      effectiveDateTime: ago(380),
      valueCodeableConcept: words('Postmenopausal'),
    }),
    observed('last-period', coded(loinc, '8665-2', 'Last menstrual period start date'), {
      effectiveDateTime: ago(380),
      valueDateTime: ago(585).slice(0, 7),
    }),
    {
      resourceType: 'FamilyMemberHistory',
      id: 'aunt',
      status: 'completed',
      patient: about.subject,
      relationship: words('Maternal aunt'),
      deceasedBoolean: false,
      condition: [{ code: words('Breast cancer'), onsetAge: { value: 61, unit: 'years' } }],
    },
    {
      resourceType: 'FamilyMemberHistory',
      id: 'father',
      status: 'completed',
      patient: about.subject,
      relationship: words('Father'),
      deceasedBoolean: true,
      condition: [
        { code: words('Type 2 diabetes'), onsetString: 'in his fifties' },
        { code: words('Cancer of the colon'), onsetAge: { value: 74, unit: 'years' } },
      ],
    },
    observed('smoking', coded(loinc, '72166-2', 'Tobacco smoking status'), {
      effectiveDateTime: ago(640),
      valueCodeableConcept: words('Former smoker'),
    }),
    observed('packs', coded(loinc, '8663-7', 'Cigarettes smoked current (pack per day)'), {
      effectiveDateTime: ago(640),
      valueQuantity: { value: '0.50', unit: '{packs}/d' },
    }),
    observed('alcohol', coded(loinc, '11331-6', 'History of alcohol use'), {
      effectiveDateTime: ago(640),
      valueCodeableConcept: words('Social drinker'),
    }),
    observed('drinking-days', coded(loinc, '81032-5', 'Days per week alcoholic drinks consumed'), {
      effectiveDateTime: ago(640),
      valueQuantity: { value: 1, unit: '/wk' },
    }),
    observed('drinks', coded(loinc, '11287-0', 'Alcoholic drinks per drinking day'), {
      effectiveDateTime: ago(640),
      valueQuantity: { value: 1, unit: '{drinks}/d' },
    }),
    {
      resourceType: 'Procedure',
      id: 'vaccination',
      status: 'completed',
      ...about,
      code: words('Flu shot'),
      performedDateTime: ago(40),
      performer: [{ actor: centre }],
    },
    {
      resourceType: 'MedicationStatement',
      id: 'vitamin-d',
      status: 'active',
      ...about,
      medicationCodeableConcept: coded(rxnorm, '2418', 'Vitamin D3'),
      effectivePeriod: { start: ago(370) },
      dosage: [{ text: 'One tablet a day with a meal', doseAndRate: [{ doseQuantity: { value: 1000, unit: 'IU' } }] }],
    },
  ];
}
