/** How a value is shown: `code` may be a word that we know in every language, `long` takes the whole width, `id` is never shown. */
export type TreatmentKind =
  | 'text'
  | 'long'
  | 'code'
  | 'dose'
  | 'timing'
  | 'date'
  | 'number'
  | 'phone'
  | 'email'
  | 'list'
  | 'id';

interface Field {
  readonly name: string;
  /** The label; fields of several groups share labels. */
  readonly label: string;
  readonly kind: TreatmentKind;
  /** The field that is used when this one is empty. */
  readonly orElse?: string;
  /** The label of that field, where it says something else. */
  readonly elseLabel?: string;
  /** Fields that are shown after it in brackets: "IIA (T2, N0, M0)". */
  readonly with?: readonly string[];
}
interface Group {
  /** The fields that name an item, by preference; without any of them the group's title does. */
  readonly heading: readonly string[];
  /** In the order in which they are shown. */
  readonly fields: readonly Field[];
}

const comment = { name: 'comment', label: 'comment', kind: 'long' } as const;
const reached = [
  { name: 'institution', label: 'institution', kind: 'text' },
  { name: 'providerPhone', label: 'phone', kind: 'phone' },
  { name: 'providerEmail', label: 'email', kind: 'email' },
] as const;
const providerName = { name: 'providerName', label: 'provider', kind: 'text' } as const;
const provider = { name: 'provider', label: 'provider', kind: 'text' } as const;
const side = { name: 'laterality', label: 'side', kind: 'code' } as const;
/** Of something that was only written down or ordered, nobody knows when it began. */
const orRecorded = { orElse: 'recordedDate', elseLabel: 'recordedOn' } as const;
const dateOf = <const Name extends string>(name: Name) => ({ name, label: 'date', kind: 'date' }) as const;
const medicine = [
  { name: 'dosageForm', label: 'dosageForm', kind: 'code' },
  { name: 'drugCategory', label: 'drugCategory', kind: 'text' },
  { name: 'route', label: 'route', kind: 'code' },
  { name: 'trialIndicator', label: 'clinicalTrial', kind: 'code' },
  comment,
] as const;
const course = [
  { name: 'agentName', label: 'medicine', kind: 'text' },
  { name: 'trialName', label: 'trial', kind: 'text' },
  { name: 'startDate', label: 'firstTreatment', kind: 'date', ...orRecorded },
  { name: 'mostRecentTreatmentDate', label: 'mostRecentTreatment', kind: 'date' },
  { name: 'endDate', label: 'end', kind: 'date' },
] as const;
const frequency = { name: 'frequency', label: 'frequency', kind: 'timing' } as const;

/**
 * The groups of a treatment summary with their fields (specification 3, section 3). They are in the order of a story: the illness, its
 * treatment, the outcome, and the time before. A facility that lists its groups itself has its own order.
 */
export const treatmentGroups = {
  Diagnosis: {
    heading: ['icdDescriptionFull', 'histologyDescription'],
    fields: [
      { name: 'icdDescriptionFull', label: 'diagnosis', kind: 'text' },
      { name: 'diagnosisDate', label: 'dateOfDiagnosis', kind: 'date', ...orRecorded },
      side,
      { name: 'histologyDescription', label: 'histology', kind: 'text', with: ['histologyCode'] },
      { name: 'grade', label: 'grade', kind: 'text' },
      { name: 'stagingSystem', label: 'stagingSystem', kind: 'text' },
      { name: 'stage', label: 'stage', kind: 'text', with: ['tStage', 'nStage', 'mStage'] },
      provider,
      ...reached,
      { name: 'diagnosisType', label: 'diagnosisType', kind: 'code' },
      { name: 'icdCode', label: 'icdCode', kind: 'text' },
      comment,
    ],
  },
  InitialClinicalFinding: {
    heading: ['clinicalFindingType', 'diseaseSite'],
    fields: [
      { name: 'clinicalFindingType', label: 'type', kind: 'text' },
      dateOf('clinicalFindingDate'),
      { name: 'diseaseSite', label: 'site', kind: 'text' },
      { name: 'clinicalFindings', label: 'finding', kind: 'long' },
      providerName,
      ...reached,
      comment,
    ],
  },
  Surgery: {
    heading: ['procedureName'],
    fields: [
      { name: 'procedureName', label: 'procedure', kind: 'text' },
      dateOf('startDate'),
      side,
      providerName,
      ...reached,
      comment,
    ],
  },
  Chemotherapy: {
    heading: ['agentName', 'drugCategory'],
    fields: [
      ...course,
      { name: 'dose', label: 'dose', kind: 'dose' },
      { name: 'cyclesDelivered', label: 'cycles', kind: 'number' },
      frequency,
      providerName,
      ...reached,
      ...medicine,
    ],
  },
  RadiationTherapy: {
    heading: ['site', 'radiationType'],
    fields: [
      { name: 'site', label: 'site', kind: 'text' },
      { name: 'startDate', label: 'firstTreatment', kind: 'date' },
      { name: 'endDate', label: 'mostRecentTreatment', kind: 'date' },
      { name: 'displayDeliveredDose', label: 'deliveredDose', kind: 'text' },
      { name: 'deliveredFractions', label: 'fractions', kind: 'number' },
      { name: 'radiationType', label: 'type', kind: 'code' },
      { name: 'energyDisplay', label: 'energy', kind: 'text' },
      provider,
      ...reached,
      { name: 'elapsedDays', label: 'elapsedDays', kind: 'number' },
      side,
      { name: 'configuration', label: 'configuration', kind: 'code' },
      comment,
    ],
  },
  HormoneTherapy: {
    heading: ['agentName', 'drugCategory'],
    fields: [
      ...course,
      { name: 'doseAmount', label: 'dose', kind: 'dose' },
      { name: 'plannedDuration', label: 'plannedDuration', kind: 'text' },
      frequency,
      provider,
      ...reached,
      ...medicine,
    ],
  },
  TransplantHistory: {
    heading: ['transplantType'],
    fields: [
      { name: 'transplantType', label: 'type', kind: 'text' },
      dateOf('startDate'),
      { name: 'relatedDonor', label: 'relatedDonor', kind: 'code' },
      providerName,
      ...reached,
      comment,
    ],
  },
  ClinicalTrial: {
    heading: ['trialName', 'trialId'],
    fields: [
      { name: 'trialName', label: 'trial', kind: 'text' },
      { name: 'trialId', label: 'trialId', kind: 'text' },
      { name: 'trialDescription', label: 'description', kind: 'long' },
      { name: 'startDate', label: 'start', kind: 'date' },
      { name: 'endDate', label: 'end', kind: 'date' },
      providerName,
      ...reached,
      comment,
    ],
  },
  TumorMarker: {
    heading: ['testType'],
    fields: [
      { name: 'testType', label: 'test', kind: 'text' },
      dateOf('tumorMarkerDate'),
      { name: 'testResult', label: 'result', kind: 'text' },
      providerName,
      ...reached,
      comment,
    ],
  },
  GeneticTest: {
    heading: ['testOrdered', 'testSummary'],
    fields: [
      { name: 'testOrdered', label: 'test', kind: 'text' },
      dateOf('testDate'),
      { name: 'testSummary', label: 'summary', kind: 'text' },
      { name: 'testDetail', label: 'details', kind: 'long' },
      { name: 'patientCounseling', label: 'counseling', kind: 'code' },
      providerName,
      ...reached,
      comment,
    ],
  },
  SideEffectBundle: {
    heading: ['termDuration', 'sideEffectList'],
    fields: [
      { name: 'termDuration', label: 'duration', kind: 'code' },
      { name: 'sideEffectList', label: 'sideEffects', kind: 'list' },
      comment,
    ],
  },
  Allergy: {
    heading: ['allergen'],
    fields: [
      { name: 'allergen', label: 'allergen', kind: 'text' },
      { name: 'allergyType', label: 'type', kind: 'code' },
      { name: 'onsetDate', label: 'since', kind: 'date' },
      { name: 'response', label: 'reaction', kind: 'text' },
      comment,
    ],
  },
  Comorbidity: {
    heading: ['description'],
    fields: [
      { name: 'description', label: 'diagnosis', kind: 'text' },
      { name: 'comorbidityDiagnosisDate', label: 'dateOfDiagnosis', kind: 'date', ...orRecorded },
      { name: 'status', label: 'status', kind: 'code' },
      providerName,
      comment,
    ],
  },
  GynecologicHistory: {
    heading: ['menopauseStatus'],
    fields: [
      { name: 'menopauseStatus', label: 'menopauseStatus', kind: 'code' },
      {
        name: 'lastMenstrualPeriod',
        label: 'lastPeriod',
        kind: 'date',
        orElse: 'lastMenstrualPeriodText',
      },
      { name: 'menopausalReason', label: 'menopausalReason', kind: 'code' },
      comment,
    ],
  },
  FamilyHistory: {
    heading: ['relationship'],
    fields: [
      { name: 'relationship', label: 'relationship', kind: 'code' },
      { name: 'cancerDiagnosis', label: 'diagnosis', kind: 'text' },
      { name: 'ageAtDiagnosis', label: 'ageAtDiagnosis', kind: 'text' },
      { name: 'currentStatus', label: 'now', kind: 'code' },
      comment,
    ],
  },
  SocialHistory: {
    heading: [],
    fields: [
      { name: 'socialHistoryId', label: 'type', kind: 'id' },
      { name: 'smokingStatus', label: 'smoking', kind: 'code' },
      { name: 'smokingYears', label: 'smokingYears', kind: 'number' },
      { name: 'smokingPacksPerDay', label: 'packsPerDay', kind: 'number' },
      { name: 'smokingYearsQuit', label: 'smokingYearsQuit', kind: 'number' },
      { name: 'alcoholStatus', label: 'alcohol', kind: 'code' },
      { name: 'alcoholDaysPerWeek', label: 'alcoholDays', kind: 'number' },
      { name: 'alcoholDrinksPerDay', label: 'alcoholDrinks', kind: 'number' },
      { name: 'alcoholYearsQuit', label: 'alcoholYearsQuit', kind: 'number' },
      comment,
    ],
  },
  Other: {
    heading: ['description'],
    fields: [
      { name: 'description', label: 'description', kind: 'text' },
      { ...dateOf('startDate'), ...orRecorded },
      providerName,
      ...reached,
      comment,
    ],
  },
} as const satisfies Readonly<Record<string, Group>>;

export type TreatmentGroup = keyof typeof treatmentGroups;
export type TreatmentLabel =
  | (typeof treatmentGroups)[TreatmentGroup]['fields'][number]['label']
  | (typeof orRecorded)['elseLabel'];
export type TreatmentField = Field & { readonly label: TreatmentLabel; readonly elseLabel?: TreatmentLabel };
