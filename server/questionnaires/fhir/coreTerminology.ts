import type { JsonObject } from './json.ts';
import type { Terminology } from './options.ts';

const hl7 = 'http://terminology.hl7.org';
const yesNo = `${hl7}/CodeSystem/v2-0136`;
const gender = 'http://hl7.org/fhir/administrative-gender';

const valueSet = (url: string, include: readonly JsonObject[]): JsonObject => ({
  resourceType: 'ValueSet',
  url,
  compose: { include },
});
const codes = (system: string, concepts: Readonly<Record<string, string>>): JsonObject => ({
  system,
  concept: Object.entries(concepts).map(([code, display]) => ({ code, display })),
});

const yesAndNo = codes(yesNo, { Y: 'Yes', N: 'No' });

/**
 * The small value sets of FHIR R4 itself that forms name without bringing them along. Everything else comes with the
 * questionnaire, or in a file beside it.
 */
export const coreTerminology: Terminology = {
  valueSets: [
    valueSet('http://hl7.org/fhir/ValueSet/administrative-gender', [
      codes(gender, { male: 'Male', female: 'Female', other: 'Other', unknown: 'Unknown' }),
    ]),
    valueSet('http://hl7.org/fhir/ValueSet/yesnodontknow', [
      yesAndNo,
      codes(`${hl7}/CodeSystem/data-absent-reason`, { 'asked-unknown': "Don't know" }),
    ]),
    valueSet(`${hl7}/ValueSet/v2-0136`, [yesAndNo]),
  ],
  codeSystems: [],
};
