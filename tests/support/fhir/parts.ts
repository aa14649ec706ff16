/** Parts of which files of public instruments consist, and the form in which a trial of one is written down. */
export type Json = Readonly<Record<string, unknown>>;

export const hl7 = 'http://hl7.org/fhir/StructureDefinition/';
export const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
export const loinc = 'http://loinc.org';
export const ucum = 'http://unitsofmeasure.org';

export const control = (code: string, text?: string): Json => ({
  url: `${hl7}questionnaire-itemControl`,
  valueCodeableConcept: {
    coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }],
    ...(text === undefined ? {} : { text }),
  },
});
export const hidden: Json = { url: `${hl7}questionnaire-hidden`, valueBoolean: true };
export const ordinal = (valueDecimal: number): Json => ({ url: `${hl7}ordinalValue`, valueDecimal });
export const itemWeight = (valueDecimal: number): Json => ({ url: `${hl7}itemWeight`, valueDecimal });
export const optionPrefix = (valueString: string): Json => ({ url: `${hl7}questionnaire-optionPrefix`, valueString });
export const unit = (code: string, display: string): Json => ({
  url: `${hl7}questionnaire-unit`,
  valueCoding: { system: ucum, code, display },
});
export const calculated = (expression: string): Json => ({
  url: `${sdc}calculatedExpression`,
  valueExpression: { description: 'Total', language: 'text/fhirpath', expression },
});
export const variable = (name: string, expression: string): Json => ({
  url: `${hl7}variable`,
  valueExpression: { name, language: 'text/fhirpath', expression },
});
export const translated = (lang: string, content: string): Json => ({
  extension: [
    {
      url: `${hl7}translation`,
      extension: [
        { url: 'lang', valueCode: lang },
        { url: 'content', valueString: content },
      ],
    },
  ],
});
export const coding = (system: string, code: string, display: string, ...extension: readonly Json[]): Json => ({
  ...(extension.length === 0 ? {} : { extension }),
  valueCoding: { system, code, display },
});
export const display = (linkId: string, text: string, ...extension: readonly Json[]): Json => ({
  linkId,
  type: 'display',
  text,
  ...(extension.length === 0 ? {} : { extension }),
});

export interface Tried {
  readonly name: string;
  readonly file: Json;
  /** The types of the imported items in order, or the places that are refused. */
  readonly becomes:
    | { readonly items: readonly string[]; readonly scores: readonly string[]; readonly notes: readonly string[] }
    | { readonly refused: readonly string[] };
}

export const radio = 'SingleSelectionRadioButtonQuestion';
export const dropdown = 'SingleSelectionDropdownQuestion';
export const header = 'SectionHeader';
export const number = 'NumberQuestion';
