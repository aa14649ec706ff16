/** A value of the demo's laboratory. */
export interface SeededValue {
  readonly name: string;
  readonly loinc: string;
  readonly value?: number;
  readonly comparator?: '<' | '>';
  readonly text?: string;
  readonly unit?: string;
  readonly low?: number;
  readonly high?: number;
  readonly rangeText?: string;
  readonly flag?: string;
  readonly note?: string;
  readonly status?: string;
  /** Before it was corrected. */
  readonly firstGiven?: number;
  readonly isMissing?: true;
}
export interface SeededReport {
  readonly key: string;
  readonly daysAgo: number;
  readonly name: string;
  readonly loinc: string;
  readonly orderedBy: 'ottoline' | 'bram';
  /** Reports of one specimen are one test result. */
  readonly specimen: string;
  readonly status?: string;
  readonly category?: string;
  readonly conclusion?: string;
  readonly values: readonly SeededValue[];
  readonly hasPdf?: true;
}

type Numbered = Omit<SeededValue, 'value'>;
const hemoglobin: Numbered = { name: 'Hemoglobin', loinc: '718-7', unit: 'g/dL', low: 12, high: 15.5 };
const neutrophils: Numbered = { name: 'Neutrophils', loinc: '770-8', unit: '%', low: 40, high: 74 };
const platelets: Numbered = { name: 'Platelets', loinc: '777-3', unit: '10³/µL', low: 150, high: 400 };
const potassium: Numbered = { name: 'Potassium', loinc: '2823-3', unit: 'mmol/L', low: 3.5, high: 5.1 };
const creatinine: Numbered = { name: 'Creatinine', loinc: '2160-0', unit: 'mg/dL', low: 0.5, high: 1.1 };
const protein: Numbered = { name: 'C-reactive protein', loinc: '1988-5', unit: 'mg/L', high: 5 };
const marker: Numbered = { name: 'Cancer antigen 15-3', loinc: '6875-9', unit: 'U/mL', high: 30 };

/** A number with the flag that its laboratory would give it. */
const at = (test: Numbered, value: number, more: Partial<SeededValue> = {}): SeededValue => ({
  ...test,
  value,
  ...(test.low !== undefined && value < test.low ? { flag: 'L' } : {}),
  ...(test.high !== undefined && value > test.high ? { flag: 'H' } : {}),
  ...more,
});

/** Visits of three years: days ago, hemoglobin, neutrophils, platelets, potassium, creatinine, CRP, CA 15-3. */
const checks: readonly (readonly [number, number, number, number, number, number, number | '<5', number])[] = [
  [175, 11.8, 66, 236, 4.9, 0.8, '<5', 22],
  [272, 12.1, 64, 228, 4.6, 0.9, 6, 23],
  [366, 11.6, 63, 224, 4.7, 0.8, 7, 25],
  [472, 10.4, 58, 241, 4.4, 0.8, 9, 29],
  [561, 11.4, 55, 198, 4.2, 0.7, 12, 34],
  [645, 12.6, 61, 233, 4.3, 0.8, '<5', 27],
  [730, 12.9, 60, 247, 4.1, 0.8, '<5', 24],
  [905, 13.1, 59, 251, 4.4, 0.9, '<5', 21],
];

const yearly = checks.flatMap(([daysAgo, blood, white, clotting, salt, kidney, crp, tumour]): SeededReport[] => {
  const specimen = `check-${String(daysAgo)}`;
  const common = { daysAgo, orderedBy: 'ottoline', specimen } as const;
  return [
    {
      ...common,
      key: `metabolic-${String(daysAgo)}`,
      name: 'Metabolic Panel',
      loinc: '51990-0',
      values: [
        at(potassium, salt),
        at(creatinine, kidney),
        crp === '<5' ? at(protein, 5, { comparator: '<' }) : at(protein, crp),
      ],
    },
    {
      ...common,
      key: `count-${String(daysAgo)}`,
      name: 'Complete Blood Count',
      loinc: '58410-2',
      values: [at(hemoglobin, blood), at(neutrophils, white), at(platelets, clotting)],
    },
    {
      ...common,
      key: `marker-${String(daysAgo)}`,
      specimen: `${specimen}-marker`,
      name: 'Tumor Marker CA 15-3',
      loinc: '6875-9',
      values: [at(marker, tumour)],
    },
  ];
});

/** Two of another laboratory, in another unit. */
const elsewhere = [990, 1060].map((daysAgo, index): SeededReport => ({
  key: `elsewhere-${String(daysAgo)}`,
  specimen: `elsewhere-${String(daysAgo)}`,
  daysAgo,
  orderedBy: 'bram',
  name: 'Complete Blood Count',
  loinc: '58410-2',
  values: [at({ ...hemoglobin, unit: 'g/L', low: 120, high: 155 }, 131 - index * 4)],
}));

const recent: readonly SeededReport[] = [
  {
    key: 'marker-new',
    specimen: 'marker-new',
    daysAgo: 3,
    orderedBy: 'ottoline',
    name: 'Tumor Marker CA 15-3',
    loinc: '6875-9',
    values: [at(marker, 21)],
  },
  {
    key: 'metabolic-new',
    specimen: 'now',
    daysAgo: 4,
    orderedBy: 'ottoline',
    name: 'Metabolic Panel',
    loinc: '51990-0',
    conclusion:
      'We called you about the potassium. The sample is repeated at your next visit. The low hemoglobin can make you tired; we will look at it together.',
    values: [
      at(potassium, 6.2, { flag: 'HH', note: 'Sample slightly hemolyzed' }),
      at(creatinine, 0.8),
      at(protein, 5, { comparator: '<', note: 'Too little to measure exactly' }),
      { name: 'Bilirubin', loinc: '1975-2', unit: 'mg/dL', low: 0.2, high: 1.2, isMissing: true },
      { name: 'Magnesium', loinc: '19123-9', status: 'cancelled', note: 'Too little blood in the tube' },
    ],
    hasPdf: true,
  },
  {
    key: 'count-new',
    specimen: 'now',
    daysAgo: 4,
    orderedBy: 'ottoline',
    name: 'Complete Blood Count',
    loinc: '58410-2',
    status: 'corrected',
    values: [
      at(hemoglobin, 11.2, { note: 'Expected after treatment' }),
      at(neutrophils, 78.4),
      at(platelets, 212, { status: 'corrected', firstGiven: 312 }),
      {
        name: 'Reticulocytes',
        loinc: '17849-1',
        value: 1.1,
        unit: '%',
        rangeText: '0.5 to 2.5, age adjusted',
        flag: 'A*',
      },
    ],
  },
  {
    key: 'film-new',
    specimen: 'now',
    daysAgo: 4,
    orderedBy: 'ottoline',
    name: 'Blood film',
    loinc: '14869-2',
    status: 'preliminary',
    conclusion:
      'Red cells slightly smaller than usual, some variation in size. White cells regular. Platelets evenly spread, none clumped.',
    values: [],
  },
  {
    key: 'culture',
    specimen: 'culture',
    daysAgo: 10,
    orderedBy: 'bram',
    name: 'Urine Culture',
    loinc: '630-4',
    status: 'preliminary',
    category: 'MB',
    values: [
      {
        name: 'Bacteria in urine',
        loinc: '630-4',
        text: 'No growth after one day. The final report follows after two days.',
        status: 'preliminary',
      },
    ],
  },
  {
    key: 'vitamin',
    specimen: 'vitamin',
    daysAgo: 47,
    orderedBy: 'bram',
    name: 'Vitamin D',
    loinc: '62292-8',
    values: [{ name: '25-Hydroxyvitamin D', loinc: '62292-8', value: 24, unit: 'ng/mL', low: 30, high: 80, flag: 'L' }],
  },
  {
    key: 'lipids',
    specimen: 'lipids',
    daysAgo: 48,
    orderedBy: 'bram',
    name: 'Lipid Panel',
    loinc: '57698-3',
    status: 'corrected',
    values: [
      { name: 'Cholesterol', loinc: '2093-3', value: 188, unit: 'mg/dL', high: 200, status: 'corrected' },
      { name: 'Triglycerides', loinc: '2571-8', value: 121, unit: 'mg/dL', high: 150 },
      { name: 'HDL cholesterol', loinc: '2085-9', value: 54, unit: 'mg/dL', low: 40 },
    ],
  },
  {
    key: 'urine',
    specimen: 'urine',
    daysAgo: 158,
    orderedBy: 'bram',
    name: 'Urinalysis',
    loinc: '24356-8',
    values: [
      { name: 'Glucose in urine', loinc: '25428-4', text: 'Negative' },
      { name: 'pH of urine', loinc: '2756-5', value: 6, low: 5, high: 8 },
      { name: 'Specific gravity', loinc: '2965-2', value: 1.018, low: 1.005, high: 1.03 },
    ],
  },
  {
    key: 'biopsy',
    specimen: 'biopsy',
    daysAgo: 640,
    orderedBy: 'ottoline',
    name: 'Surgical pathology report',
    loinc: '11526-1',
    category: 'PAT',
    conclusion:
      'Breast, right, upper outer quadrant, core needle biopsy: invasive ductal carcinoma, grade 2. Estrogen and progesterone receptors positive, HER2 negative.',
    values: [],
    hasPdf: true,
  },
];

/** All reports of the demo's patient. */
export const labReports: readonly SeededReport[] = [...recent, ...yearly, ...elsewhere];
