interface Code {
  readonly system: string | null;
  readonly code: string;
}

const routes = {
  PO: 'Oral',
  IV: 'Intravenous',
  IM: 'Intramuscular',
  SC: 'Subcutaneous',
  SQ: 'Subcutaneous',
  SL: 'Sublingual',
};
/** The display names of small HL7 code systems, by the end of the system's name, for sources that send only the code. */
const displays: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'condition-clinical': {
    active: 'Active',
    recurrence: 'Recurrence',
    relapse: 'Relapse',
    inactive: 'Inactive',
    remission: 'Remission',
    resolved: 'Resolved',
  },
  'goal-achievement': {
    'in-progress': 'In progress',
    improving: 'Improving',
    worsening: 'Worsening',
    'no-change': 'No change',
    achieved: 'Achieved',
    sustaining: 'Sustaining',
    'not-achieved': 'Not achieved',
    'no-progress': 'No progress',
    'not-attainable': 'Not attainable',
  },
  'discharge-disposition': {
    home: 'Home',
    'alt-home': 'Alternative home',
    'other-hcf': 'Other healthcare facility',
    hosp: 'Hospice',
    long: 'Long-term care',
    aadvice: 'Left against advice',
    psy: 'Psychiatric hospital',
    rehab: 'Rehabilitation',
    snf: 'Skilled nursing facility',
  },
  'adverse-event-severity': { mild: 'Mild', moderate: 'Moderate', severe: 'Severe' },
  'careplan-category': { 'assess-plan': 'Assessment and plan of treatment' },
  consentcategorycodes: {
    acd: 'Advance directive',
    dnr: 'Do not resuscitate',
    hcd: 'Health care directive',
    polst: 'POLST',
    molst: 'MOLST',
  },
  'v3-MaritalStatus': {
    A: 'Annulled',
    C: 'Common law',
    D: 'Divorced',
    I: 'Interlocutory',
    L: 'Legally separated',
    M: 'Married',
    P: 'Polygamous',
    S: 'Never married',
    T: 'Domestic partner',
    U: 'Unmarried',
    W: 'Widowed',
  },
  'v3-RoleCode': {
    FTH: 'Father',
    NFTH: 'Natural father',
    MTH: 'Mother',
    NMTH: 'Natural mother',
    PRN: 'Parent',
    BRO: 'Brother',
    NBRO: 'Natural brother',
    HBRO: 'Half-brother',
    SIS: 'Sister',
    NSIS: 'Natural sister',
    HSIS: 'Half-sister',
    SIB: 'Sibling',
    CHILD: 'Child',
    SON: 'Natural son',
    SONC: 'Son',
    DAU: 'Natural daughter',
    DAUC: 'Daughter',
    GRPRN: 'Grandparent',
    GRFTH: 'Grandfather',
    MGRFTH: 'Maternal grandfather',
    PGRFTH: 'Paternal grandfather',
    GRMTH: 'Grandmother',
    MGRMTH: 'Maternal grandmother',
    PGRMTH: 'Paternal grandmother',
    AUNT: 'Aunt',
    MAUNT: 'Maternal aunt',
    PAUNT: 'Paternal aunt',
    UNCLE: 'Uncle',
    MUNCLE: 'Maternal uncle',
    PUNCLE: 'Paternal uncle',
    COUSN: 'Cousin',
    NIECE: 'Niece',
    NEPHEW: 'Nephew',
    GRNDCHILD: 'Grandchild',
    SPS: 'Spouse',
    HUSB: 'Husband',
    WIFE: 'Wife',
  },
  'v3-ObservationValue': {
    CRITL: 'Low criticality',
    CRITH: 'High criticality',
    CRITU: 'Unable to assess criticality',
  },
  'v3-ActReason': {
    IMMUNE: 'Immunity',
    MEDPREC: 'Medical precaution',
    OSTOCK: 'Product out of stock',
    PATOBJ: 'Patient objection',
    PHILISOP: 'Philosophical objection',
    RELIG: 'Religious objection',
    VACEFF: 'Vaccine efficacy concerns',
    VACSAF: 'Vaccine safety concerns',
  },
  'v3-RouteOfAdministration': routes,
  'v2-0162': routes,
  sct: { '255604002': 'Mild', '6736007': 'Moderate', '24484000': 'Severe' },
  'loinc.org': {
    '85354-9': 'Blood pressure',
    '85353-1': 'Vital signs',
    '8480-6': 'Systolic blood pressure',
    '8462-4': 'Diastolic blood pressure',
    '8478-0': 'Mean blood pressure',
    '8867-4': 'Heart rate',
    '9279-1': 'Respiratory rate',
    '8310-5': 'Body temperature',
    '8302-2': 'Body height',
    '8306-3': 'Body height, lying',
    '9843-4': 'Head circumference',
    '8287-5': 'Head circumference',
    '29463-7': 'Body weight',
    '3141-9': 'Body weight',
    '39156-5': 'Body mass index',
    '59408-5': 'Oxygen saturation',
    '2708-6': 'Oxygen saturation',
    '42348-3': 'Advance directive',
    '75320-2': 'Advance directive',
    '64298-3': 'Power of attorney',
    '81334-5': 'Advance care plan',
    '86533-7': 'Living will',
    '78823-2': 'Life-sustaining treatment orders',
    '93037-0': 'Portable medical orders',
  },
};

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
function languageName(code: string): string | null {
  try {
    return languages.of(code) ?? null;
  } catch {
    return null;
  }
}

/** The meaning of a code if its system is small and well known; null: the code alone tells a reader nothing. */
export function meaningOf({ system, code }: Code): string | null {
  // The codes of the International Patient Summary, such as "no-known-food-allergies", are readable sentences.
  if (/^no-known-[a-z-]+$/.test(code)) return `N${code.slice(1).replaceAll('-', ' ')}`;
  if (system === 'urn:ietf:bcp:47') return languageName(code);
  const end = system?.replace(/^.*\//, '') ?? '';
  const known = Object.hasOwn(displays, end) ? displays[end] : undefined;
  return known !== undefined && Object.hasOwn(known, code) ? (known[code] ?? null) : null;
}

/** Code systems with codes that nobody can read. A laboratory's own codes ("POS", "HGB"), by contrast, are readable. */
const numbered: Readonly<Record<string, string>> = {
  'http://loinc.org': 'LOINC',
  'http://snomed.info/sct': 'SNOMED CT',
  'http://www.nlm.nih.gov/research/umls/rxnorm': 'RxNorm',
  'http://hl7.org/fhir/sid/icd-10': 'ICD-10',
  'http://hl7.org/fhir/sid/icd-10-cm': 'ICD-10-CM',
  'http://www.ama-assn.org/go/cpt': 'CPT',
  'http://hl7.org/fhir/sid/cvx': 'CVX',
  'http://hl7.org/fhir/sid/ndc': 'NDC',
};
export const isNumbered = (system: string | null): boolean => system !== null && Object.hasOwn(numbered, system);
/** A code with the name of its system, for what must be shown although it has no words: "LOINC 718-7". */
export const codeLabel = ({ system, code }: Code): string =>
  isNumbered(system) ? `${numbered[system ?? ''] ?? ''} ${code}` : code;
