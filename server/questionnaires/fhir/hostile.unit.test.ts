import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../content.ts';
import { questionnairesIn, readQuestionnaire } from './import.ts';
import { defaultSettings } from './reading.ts';

/** Assigns an id to each key, as the database does. */
function numbered() {
  const ids = new Map<string, number>();
  const number = (key: string) => {
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return id;
  };
  return { item: number, option: (item: string, option: string) => number(JSON.stringify([item, option])) };
}

const junk = fc.jsonValue({ maxDepth: 2 });
const mostly = <T>(sound: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: sound }, { weight: 1, arbitrary: junk });
const expressions = fc.constantFrom(
  '%resource.item.answer.value.ordinal().sum()',
  '%resource.descendants().answer.weight().sum()',
  "%resource.item.where(linkId='a').answer.value + 1",
  'iif(%resource.item.answer.exists(), 1, {})',
  '%x',
  '((',
  'a.b.c(',
  "%resource.item.where(linkId.matches('[')).answer.value.ordinal().sum()",
);
const link = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
const condition = fc.record(
  {
    question: mostly(link),
    operator: mostly(fc.constantFrom('exists', '=', '!=', '>', '<=')),
    answerBoolean: mostly(fc.boolean()),
    answerInteger: mostly(fc.integer()),
    answerCoding: mostly(fc.record({ code: fc.constantFrom('p', 'q', 'z') })),
    answerQuantity: mostly(fc.record({ value: fc.integer(), code: fc.string() })),
    hasAnswer: mostly(fc.boolean()),
  },
  { requiredKeys: [] },
);
const initial = fc.record(
  {
    valueBoolean: mostly(fc.boolean()),
    valueInteger: mostly(fc.integer()),
    valueString: mostly(fc.string()),
    valueDate: mostly(fc.constantFrom('2026', '2026-02-31', '2026-02-28')),
    valueDateTime: mostly(fc.constantFrom('2026-02-28T10:00:00Z', '2026-02-28T10:00')),
    valueTime: mostly(fc.constantFrom('25:00', '10:00:00')),
    valueCoding: mostly(fc.record({ code: fc.constantFrom('p', 'z') })),
    valueQuantity: mostly(fc.record({ value: fc.integer(), code: fc.string() })),
  },
  { requiredKeys: [] },
);
const hl7 = 'http://hl7.org/fhir/StructureDefinition/';
const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const further = fc.oneof(
  fc.record({
    url: fc.constantFrom(`${sdc}enableWhenExpression`, `${sdc}initialExpression`, `${sdc}answerExpression`),
    valueExpression: mostly(fc.record({ expression: fc.oneof(expressions, fc.constant('%patient.birthDate')) })),
  }),
  fc.record({
    url: fc.constantFrom(`${hl7}questionnaire-minOccurs`, `${hl7}questionnaire-maxOccurs`, `${hl7}minLength`),
    valueInteger: mostly(fc.integer({ min: -2, max: 200 })),
  }),
  fc.record({ url: fc.constant(`${hl7}regex`), valueString: mostly(fc.oneof(fc.string(), fc.constant('(a+)+'))) }),
  fc.record({
    url: fc.constant(`${hl7}questionnaire-unitOption`),
    valueCoding: mostly(fc.record({ code: fc.constantFrom('kg', 'g', '') })),
  }),
  fc.record({
    url: fc.constant(`${sdc}itemMedia`),
    valueAttachment: mostly(fc.record({ contentType: fc.constant('image/png'), data: fc.constantFrom('AAAA', '<x>') })),
  }),
  fc.record({
    url: fc.constant(`${hl7}targetConstraint`),
    extension: mostly(
      fc.constantFrom(
        [],
        [
          { url: 'expression', valueString: "%resource.item.where(linkId='a').answer.value > 1" },
          { url: 'human', valueString: 'No' },
        ],
      ),
    ),
  }),
  fc.record({
    url: fc.constant(`${hl7}maxValue`),
    _valueDate: mostly(
      fc.constant({
        extension: [{ url: `${hl7}cqf-calculatedValue`, valueExpression: { expression: 'today() + 1 year' } }],
      }),
    ),
  }),
);
const extension = fc.oneof(
  further,
  fc.record({
    url: fc.constant('http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl'),
    valueCodeableConcept: mostly(
      fc.record({
        coding: fc.array(fc.record({ code: fc.constantFrom('slider', 'htable', 'drop-down', 'help', 'unit', 'odd') })),
      }),
    ),
  }),
  fc.record({
    url: fc.constantFrom(
      'http://hl7.org/fhir/StructureDefinition/minValue',
      'http://hl7.org/fhir/StructureDefinition/maxValue',
    ),
    valueInteger: mostly(fc.integer({ min: -5, max: 5 })),
  }),
  fc.record({
    url: fc.constant('http://hl7.org/fhir/StructureDefinition/questionnaire-sliderStepValue'),
    valueInteger: mostly(fc.integer({ min: -1, max: 3 })),
  }),
  fc.record({
    url: fc.constant('http://hl7.org/fhir/StructureDefinition/maxDecimalPlaces'),
    valueInteger: mostly(fc.integer({ min: -2, max: 20 })),
  }),
  fc.record({
    url: fc.constant('http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression'),
    valueExpression: mostly(fc.record({ expression: expressions })),
  }),
  fc.record({
    url: fc.constant('http://hl7.org/fhir/StructureDefinition/variable'),
    valueExpression: fc.record({ name: fc.constant('x'), expression: expressions }),
  }),
  fc.record({
    url: fc.constant('http://hl7.org/fhir/StructureDefinition/questionnaire-hidden'),
    valueBoolean: mostly(fc.boolean()),
  }),
);
const option = fc.oneof(
  fc.record({
    valueCoding: mostly(fc.record({ code: fc.constantFrom('p', 'q', 'r'), display: mostly(fc.string()) })),
    extension: fc.array(
      fc.record({
        url: fc.constant('http://hl7.org/fhir/StructureDefinition/ordinalValue'),
        valueDecimal: mostly(fc.integer({ min: 0, max: 4 })),
      }),
      { maxLength: 1 },
    ),
  }),
  fc.record({ valueString: mostly(fc.string()) }),
  fc.record({ valueInteger: mostly(fc.integer()) }),
);
const { item: items } = fc.letrec<{ item: unknown }>((tie) => ({
  item: fc.record(
    {
      linkId: mostly(link),
      type: mostly(
        fc.constantFrom(
          'group',
          'display',
          'choice',
          'open-choice',
          'integer',
          'decimal',
          'quantity',
          'boolean',
          'date',
          'string',
          'text',
          'url',
          'dateTime',
          'time',
          'attachment',
          'reference',
          'coding',
        ),
      ),
      text: mostly(fc.string()),
      prefix: mostly(fc.string()),
      required: mostly(fc.boolean()),
      repeats: mostly(fc.boolean()),
      readOnly: mostly(fc.boolean()),
      enableWhen: mostly(fc.array(condition, { maxLength: 2 })),
      enableBehavior: mostly(fc.constantFrom('all', 'any')),
      initial: mostly(fc.array(initial, { maxLength: 2 })),
      maxLength: mostly(fc.integer({ min: -1, max: 3000 })),
      extension: mostly(fc.array(extension, { maxLength: 2 })),
      answerOption: mostly(fc.array(option, { maxLength: 3 })),
      item: mostly(fc.array(tie('item'), { maxLength: 3, depthIdentifier: 'item' })),
    },
    { requiredKeys: ['linkId', 'type', 'text'] },
  ),
}));

describe('a hostile or broken file', () => {
  it('is refused or read, never a crash; what is read can be saved and every term of a score is asked', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(items, { maxLength: 5 }), fc.boolean(), (item, answersInWords) => {
        const file = questionnairesIn({ resourceType: 'Questionnaire', title: 'Any', status: 'active', item });
        if (typeof file === 'string') return;
        for (const resource of file.questionnaires) {
          const reading = readQuestionnaire(resource, file.terminology, { ...defaultSettings, answersInWords });
          if (reading.kind === 'refused') {
            expect(reading.refusals.length).toBeGreaterThan(0);
            continue;
          }
          read += 1;
          const content = contentOf(reading.draft, numbered());
          const asked = new Set(content.items.map((one) => one.questionnaireItemId));
          for (const score of content.scores)
            for (const term of score.terms) expect(asked.has(term.questionnaireItemId)).toBe(true);
        }
      }),
      { numRuns: 1500 },
    );
    // About one in eighty can be read.
    expect(read).toBeGreaterThan(0);
  }, 60_000);

  it('may be nested without end, or hold what no database keeps', () => {
    const deep = JSON.parse(`${'{"item":['.repeat(50_000)}${']}'.repeat(50_000)}`) as object;
    expect(questionnairesIn({ resourceType: 'Questionnaire', ...deep })).toMatch(/^is nested too deeply/);
    const asking = (text: string) => ({
      resourceType: 'Questionnaire',
      title: 'Any',
      item: [{ linkId: 'a', type: 'boolean', text }],
    });
    expect(questionnairesIn(asking('a\u0000b'))).toBe('has a character that cannot be stored in item[0].text');
    expect(questionnairesIn(asking('half \ud83d'))).toBe('has a character that cannot be stored in item[0].text');
    expect(questionnairesIn(asking('whole \ud83d\ude00'))).toMatchObject({ questionnaires: [{}] });
  });

  it('may be any JSON at all', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          junk,
          fc.record({
            resourceType: fc.constantFrom('Bundle', 'Questionnaire'),
            entry: junk,
            item: junk,
            contained: junk,
            extension: junk,
            title: junk,
          }),
        ),
        (value) => {
          const file = questionnairesIn(value);
          if (typeof file !== 'string')
            for (const resource of file.questionnaires)
              v.parse(v.picklist(['read', 'refused']), readQuestionnaire(resource, file.terminology).kind);
        },
      ),
      { numRuns: 800 },
    );
  }, 60_000);
});
