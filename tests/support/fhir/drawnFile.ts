import type { Condition, DrawnItem } from './drawnForm.ts';
import { declared, type Formula, written } from './drawnFormulas.ts';
import { codes, kindOf } from './drawnValues.ts';

export const system = 'https://drawn.example/codes';
export const kilograms = { unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' };
/** Enough concepts to make a choice a search. */
const concepts = Array.from({ length: 35 }, (_, nth) => `L${String(nth)}`);
export const conceptOf = (code: string) => ({ system, code, display: `Concept ${code}` });

/** A condition's value as a FHIR element. */
const answerElement = ({ question, operator, value }: Condition): object => {
  if (operator === 'exists') return { answerBoolean: value };
  switch (kindOf(question)) {
    case 'boolean':
      return { answerBoolean: value };
    case 'integer':
      return { answerInteger: value };
    case 'string':
      return { answerString: value };
    case 'choice':
    case 'lookup':
      return { answerCoding: { system, code: value } };
    case 'attachment':
      throw new Error('nobody compares files');
    case 'date':
      return { answerDate: value };
    case 'time':
      return { answerTime: `${String(value)}:00` };
    case 'dateTime':
      return { answerDateTime: String(value) };
    case 'quantity':
      return { answerQuantity: { value, ...kilograms } };
  }
};

const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const expressionOf = (url: string, expression: string, name?: string) => ({
  url,
  valueExpression: { ...(name === undefined ? {} : { name }), language: 'text/fhirpath', expression },
});
const everyItem = (items: readonly DrawnItem[]): DrawnItem[] => items.flatMap((one) => [one, ...everyItem(one.item)]);
const formulasIn = (items: readonly DrawnItem[]): Formula[] =>
  everyItem(items).flatMap(({ asked, computed }) => [...(asked ? [asked] : []), ...(computed ? [computed] : [])]);
/** The variables that a group, or the questionnaire, declares. */
const variablesOf = (items: readonly DrawnItem[], owner: string | null): object[] =>
  formulasIn(items)
    .flatMap(declared)
    .filter(({ group }) => group === owner)
    .map(({ name, text }) => expressionOf('http://hl7.org/fhir/StructureDefinition/variable', text, name));

function extensionsOf(one: DrawnItem): object[] {
  const { type, linkId, asked, computed } = one;
  return [
    ...(type === 'quantity'
      ? [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit',
            valueCoding: { system: kilograms.system, code: 'kg', display: 'kg' },
          },
        ]
      : []),
    ...(type === 'lookup'
      ? [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
            valueCodeableConcept: {
              coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code: 'autocomplete' }],
            },
          },
        ]
      : []),
    ...(type === 'group' ? variablesOf(one.item, linkId) : []),
    ...(asked ? [expressionOf(`${sdc}enableWhenExpression`, written(asked))] : []),
    ...(computed ? [expressionOf(`${sdc}calculatedExpression`, written(computed))] : []),
  ];
}

function elementOf(one: DrawnItem): object {
  const extension = extensionsOf(one);
  return {
    linkId: one.linkId,
    text: `Text of ${one.linkId}`,
    type: one.type === 'lookup' ? 'choice' : one.type,
    ...(one.repeats ? { repeats: true } : {}),
    ...(one.computed ? { readOnly: true } : {}),
    ...(one.type === 'choice'
      ? { answerOption: codes.map((code) => ({ valueCoding: { system, code, display: `Option ${code}` } })) }
      : {}),
    ...(one.type === 'lookup' ? { answerValueSet: '#concepts' } : {}),
    ...(extension.length === 0 ? {} : { extension }),
    ...(one.conditions.length === 0
      ? {}
      : {
          enableWhen: one.conditions.map((condition) => ({
            question: condition.question,
            operator: condition.operator,
            ...answerElement(condition),
          })),
          ...(one.conditions.length > 1 ? { enableBehavior: one.behavior } : {}),
        }),
    ...(one.item.length === 0 ? {} : { item: one.item.map(elementOf) }),
  };
}

/** The FHIR file of a drawn questionnaire. */
export function fileOf(items: readonly DrawnItem[], name: string): object {
  const variables = variablesOf(items, null);
  const valueSet = {
    resourceType: 'ValueSet',
    id: 'concepts',
    status: 'active',
    compose: { include: [{ system, concept: concepts.map((code) => ({ code, display: conceptOf(code).display })) }] },
  };
  return {
    resourceType: 'Questionnaire',
    url: `https://drawn.example/Questionnaire/${name}`,
    title: `Drawn ${name}`,
    status: 'active',
    ...(everyItem(items).some(({ type }) => type === 'lookup') ? { contained: [valueSet] } : {}),
    ...(variables.length === 0 ? {} : { extension: variables }),
    item: items.map(elementOf),
  };
}
