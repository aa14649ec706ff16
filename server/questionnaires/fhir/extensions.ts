export const hl7 = 'http://hl7.org/fhir/StructureDefinition/';
export const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

/** Extensions that the mapping reads. The README says what each becomes. */
export const url = {
  itemControl: `${hl7}questionnaire-itemControl`,
  hidden: `${hl7}questionnaire-hidden`,
  minOccurs: `${hl7}questionnaire-minOccurs`,
  maxOccurs: `${hl7}questionnaire-maxOccurs`,
  minValue: `${hl7}minValue`,
  maxValue: `${hl7}maxValue`,
  minLength: `${hl7}minLength`,
  maxDecimalPlaces: `${hl7}maxDecimalPlaces`,
  sliderStepValue: `${hl7}questionnaire-sliderStepValue`,
  unit: `${hl7}questionnaire-unit`,
  unitOption: `${hl7}questionnaire-unitOption`,
  variable: `${hl7}variable`,
  calculated: `${sdc}calculatedExpression`,
  calculatedValue: `${hl7}cqf-calculatedValue`,
  openLabel: `${sdc}openLabel`,
  minQuantity: `${sdc}minQuantity`,
  maxQuantity: `${sdc}maxQuantity`,
  xhtml: `${hl7}rendering-xhtml`,
  markdown: `${hl7}rendering-markdown`,
  usageMode: `${hl7}questionnaire-usageMode`,
  optionPrefix: `${hl7}questionnaire-optionPrefix`,
  valueSetLabel: `${hl7}valueset-label`,
  codeSystemLabel: `${hl7}codesystem-label`,
  supportLink: `${hl7}questionnaire-supportLink`,
  entryFormat: `${hl7}entryFormat`,
  translation: `${hl7}translation`,
  regex: `${hl7}regex`,
  constraint: `${hl7}targetConstraint`,
  optionExclusive: `${hl7}questionnaire-optionExclusive`,
  unitValueSet: `${hl7}questionnaire-unitValueSet`,
  unitOpen: `${sdc}unitOpen`,
  unitSupplementalSystem: `${sdc}unitSupplementalSystem`,
  mimeType: `${hl7}mimeType`,
  maxSize: `${hl7}maxSize`,
  enableWhenExpression: `${sdc}enableWhenExpression`,
  initialExpression: `${sdc}initialExpression`,
  answerExpression: `${sdc}answerExpression`,
  toggleExpression: `${sdc}answerOptionsToggleExpression`,
  itemMedia: `${sdc}itemMedia`,
  itemAnswerMedia: `${sdc}itemAnswerMedia`,
  cqfExpression: `${hl7}cqf-expression`,
  referenceResource: `${hl7}questionnaire-referenceResource`,
  referenceProfile: `${hl7}questionnaire-referenceProfile`,
  answerRepeats: `${hl7}questionnaire-answerRepeats`,
  orientation: `${hl7}questionnaire-choiceOrientation`,
  signatureRequired: `${hl7}questionnaire-signatureRequired`,
} as const;

/** Why a known extension cannot be carried. */
const refused: ReadonlyMap<string, string> = new Map([
  [url.toggleExpression, 'options that come and go (answerOptionsToggleExpression) cannot be carried'],
  [`${sdc}subQuestionnaire`, 'a part that is in another questionnaire cannot be carried; assemble it first'],
]);

const read: ReadonlySet<string> = new Set(Object.values(url));

/**
 * Harmless extensions: how the instrument is managed, laid out, pre-filled by other systems or extracted afterwards. They change neither
 * what is asked nor what an answer means. The source keeps them, and we need not act on them.
 */
const harmless: ReadonlySet<string> = new Set([
  ...[
    'displayCategory',
    'fhirType',
    'baseType',
    'versionAlgorithm',
    'derivationType',
    'definitionBased',
    'allowedResource',
  ].map((name) => `${hl7}questionnaire-${name}`),
  ...[
    'designNote',
    'display',
    'rendering-style',
    'rendering-styleSensitive',
    'rendering-markdown',
    'preferred',
    'ordinalValue',
    'itemWeight',
    'questionnaire-ordinalValue',
    'valueset-ordinalValue',
    'codesystem-ordinalValue',
    'iso21090-CO-value',
    'data-absent-reason',
    'language',
    'structuredefinition-wg',
    'structuredefinition-fmm',
    'structuredefinition-fmm-no-warnings',
    'structuredefinition-standards-status',
    'structuredefinition-normative-version',
    'structuredefinition-summary',
    'structuredefinition-conformance-derivedFrom',
    'resource-approvalDate',
    'resource-lastReviewDate',
    'resource-effectivePeriod',
    'replaces',
    'cqf-library',
    'cqf-knowledgeCapability',
    'cqf-citation',
    'narrativeLink',
    'request-doNotPerform',
    'terminology-server',
    'preferredTerminologyServer',
    'valueset-conceptOrder',
    'valueset-label',
    'valueset-concept-order',
    'valueset-unclosed',
    'valueset-concept-comments',
    'valueset-concept-definition',
    'codesystem-conceptOrder',
    'codesystem-label',
  ].map((name) => `${hl7}${name}`),
  ...[
    'observationLinkPeriod',
    'observationExtract',
    'observation-extract-category',
    'observationExtractCategory',
    'observation-extract',
    'observationExtractEntry',
    'observationExtract-entry',
    'preferredTerminologyServer',
    'shortText',
    'launchContext',
    'candidateExpression',
    'contextExpression',
    'choiceColumn',
    'lookupQuestionnaire',
    'sourceQueries',
    'sourceStructureMap',
    'targetStructureMap',
    'itemPopulationContext',
    'itemExtractionContext',
    'itemContext',
    'entryMode',
    'endpoint',
    'performerType',
    'isSubject',
    'keyboard',
    'width',
    'collapsible',
    'optionalDisplay',
    'assembledFrom',
    'assembleContext',
    'assemble-expectation',
    'columnCount',
    'questionnaireType',
    'templateExtract',
    'templateExtractBundle',
    'templateExtractContext',
    'templateExtractValue',
    'definitionExtract',
    'definitionExtractValue',
    'extractAllocateId',
    'servicerequest-questionnaire',
    'referencesContained',
  ].map((name) => `${sdc}${name}`),
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-preferredTerminologyServer',
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-Questionnaire.versionAlgorithm',
]);

/** Whole families of metadata, by the beginning of their URL. */
const harmlessFamilies = [
  'http://lhcforms.nlm.nih.gov/fhir/ext/',
  'http://loinc.org/',
  'http://terminology.hl7.org/',
  `${hl7}artifact-`,
  `${hl7}resource-`,
  `${hl7}cqf-`,
  `${hl7}structuredefinition-`,
  `${hl7}workflow-`,
  `${hl7}codesystem-`,
  `${hl7}valueset-`,
  `${hl7}rendering-`,
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-Questionnaire.',
  // Layout, pre-filling and message texts of two widely used form fillers.
  'https://smartforms.csiro.au/ig/StructureDefinition/',
  'https://smartforms.csiro.au/docs/custom-extension/',
  'https://github.com/google/android-fhir/StructureDefinition/',
  // What a questionnaire of the German medical informatics initiative says about its capabilities.
  'https://www.medizininformatik-initiative.de/fhir/ext/modul-pro/StructureDefinition/mii-ex-pro-questionnaire-capabilities',
];

/** Why an extension cannot be carried; null if it can, or if the importer has declared it harmless. */
export const refusedExtension = (address: string, accepted: ReadonlySet<string>): string | null =>
  accepted.has(address) ? null : (refused.get(address) ?? null);

/** Whether the meaning of an extension is known, whether or not we act on it. */
export const isKnown = (address: string, accepted: ReadonlySet<string>): boolean =>
  accepted.has(address) ||
  read.has(address) ||
  harmless.has(address) ||
  harmlessFamilies.some((family) => address.startsWith(family));
