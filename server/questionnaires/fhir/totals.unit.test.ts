import { describe, expect, it } from 'vitest';
import { NotRead } from './fhirPath.ts';
import { readTotal } from './totals.ts';
import type { Question, Scope } from './totalValues.ts';

/** Three scored choices (c in a group), a number, a multiple choice, a text and two calculated items. */
const questions: Readonly<Record<string, Partial<Question>>> = {
  a: { hasScores: true },
  b: { hasScores: true },
  group: { type: 'group', children: ['c', 'many'] },
  c: { hasScores: true },
  many: { hasScores: true, repeats: true },
  number: { type: 'integer' },
  words: { type: 'string' },
  sub: { type: 'decimal' },
};
const scope = (variables: Readonly<Record<string, string>> = {}): Scope => ({
  roots: ['a', 'b', 'group', 'number', 'words', 'sub'],
  question: (linkId) =>
    questions[linkId]
      ? { linkId, type: 'choice', repeats: false, hasScores: false, children: [], ...questions[linkId] }
      : undefined,
  variable: (name) => variables[name],
  calculated: (linkId) =>
    linkId === 'sub'
      ? "%resource.item.where(linkId='a').answer.value.ordinal() + %resource.item.where(linkId='b').answer.value.ordinal()"
      : undefined,
});
const read = (expression: string, variables?: Readonly<Record<string, string>>) => {
  const { constant, weights, needs } = readTotal(expression, scope(variables));
  return {
    constant,
    weights: Object.fromEntries(weights),
    needs: needs.map(({ atLeast, of }) => `${String(atLeast)} of ${of.join(' ')}`),
  };
};
const answerOf = (id: string) => `%resource.item.where(linkId='${id}').answer.value`;
const weightOf = (id: string) =>
  `%questionnaire.item.where(linkId = '${id}').answerOption.where(valueCoding.code=%resource.item.where(linkId = '${id}').answer.valueCoding.code).extension.where(url='http://hl7.org/fhir/StructureDefinition/ordinalValue').valueDecimal`;

describe('a total is read however it is written', () => {
  const both = { a: 1, b: 1 };
  it.each([
    ['a sum of ordinals', `(${answerOf('a')}.ordinal() + ${answerOf('b')}.ordinal())`],
    ['variables that look the weights up', '%x + %y', { x: weightOf('a'), y: weightOf('b') }],
    [
      'a name for the address of the weight',
      '%x + %y',
      {
        x: weightOf('a').replace(/'http[^']*'/, '%url'),
        y: weightOf('b').replace(/'http[^']*'/, '%url'),
        url: "'http://hl7.org/fhir/StructureDefinition/itemWeight'",
      },
    ],
    [
      'a condition that all are there',
      `iif(%x.exists() and %y.exists(), %x + %y, {})`,
      { x: weightOf('a'), y: weightOf('b') },
    ],
    [
      'extensions of the answer',
      `${answerOf('a')}.extension('http://hl7.org/fhir/StructureDefinition/ordinalValue').value + ${answerOf('b')}.extension.where(url='http://hl7.org/fhir/StructureDefinition/ordinalValue').valueDecimal`,
    ],
  ])('%s: both are needed', (_, expression, variables: Readonly<Record<string, string>> = {}) => {
    expect(read(expression, variables)).toEqual({ constant: 0, weights: both, needs: ['1 of a', '1 of b'] });
  });

  it.each([
    ['sum()', "%resource.item.where(linkId='a' or linkId='b').answer.value.ordinal().sum()"],
    ['a pattern of linkIds', "%resource.item.where(linkId.matches('^[ab]$')).answer.value.ordinal().sum()"],
    ['a list of linkIds', "%resource.item.where(linkId in ('a' | 'b')).answer.weight().sum()"],
    ['all but the others', "QuestionnaireResponse.item.where(linkId != 'words').answer.weight().sum()"],
    ['select()', '%resource.item.select(answer.value.ordinal()).sum()'],
    ['combine()', `${answerOf('a')}.ordinal().combine(${answerOf('b')}.ordinal()).sum()`],
    [
      'one that counts as 0 where it is missing',
      'iif(%x.exists() or %y.exists(), iif(%x.exists(), %x, 0) + iif(%y.empty(), 0, %y), {})',
      { x: weightOf('a'), y: weightOf('b') },
    ],
  ])('%s: one is needed', (_, expression, variables: Readonly<Record<string, string>> = {}) => {
    expect(read(expression, variables)).toEqual({ constant: 0, weights: both, needs: ['1 of a b'] });
  });

  it('takes items of groups, at any depth', () => {
    expect(read("%resource.item.where(linkId='group').item.answer.value.ordinal().sum()").weights).toEqual({
      c: 1,
      many: 1,
    });
    expect(read("%resource.repeat(item).where(linkId='c' or linkId='a').answer.value.ordinal().sum()").weights).toEqual(
      { a: 1, c: 1 },
    );
    expect(read('%resource.answers().value.ordinal().sum()').weights).toEqual({ a: 1, b: 1, c: 1, many: 1 });
    expect(read("%resource.item.where(linkId='group').answers().value.ordinal().sum()").weights).toEqual({
      c: 1,
      many: 1,
    });
    expect(read("%resource.descendants().where(linkId='c').answer.value.ordinal().first()").weights).toEqual({ c: 1 });
  });

  it('takes factors, constants, numbers and other totals', () => {
    expect(read(`(${answerOf('a')}.ordinal() * 4 - 1) / 2`)).toMatchObject({ constant: -0.5, weights: { a: 2 } });
    expect(read(`${answerOf('number')} + 1`)).toMatchObject({ constant: 1, weights: { number: 1 } });
    expect(read(`${answerOf('sub')} + ${answerOf('number')}`)).toMatchObject({ weights: { a: 1, b: 1, number: 1 } });
  });

  it('needs as many answers as it says', () => {
    expect(
      read(
        "iif(%resource.item.where(linkId='a' or linkId='b').answer.count() >= 2, %resource.item.answer.value.ordinal().sum(), {})",
      ).needs,
    ).toEqual(['2 of a b', '1 of a b']);
    expect(read('%resource.item.answer.value.ordinal().aggregate($this + $total, 0)').needs).toEqual([]);
  });
});

describe('what is no such total is refused, with the reason', () => {
  it.each([
    ['(%weight/(%height.power(2))).round(1)', /not known/],
    [`${answerOf('a')}.ordinal() * ${answerOf('b')}.ordinal()`, /multiplies two answers/],
    [`iif(${answerOf('a')}.ordinal() > 2, 1, 0)`, /compares/],
    [`iif(%x.exists() and %y.exists(), %x + %y, 0)`, /different sums/, { x: weightOf('a'), y: weightOf('b') }],
    [`(${answerOf('a')}.ordinal() | ${answerOf('b')}.ordinal()).sum()`, /leaves out values that are equal/],
    ["%resource.item.where(linkId='group').item.where(linkId='many').answer.value.ordinal() + 1", /without sum/],
    ['%resource.item.answer.value.ordinal()[1]', /by its place/],
    [
      "%questionnaire.item.where(linkId='a').answerOption.extension.where(url='http://hl7.org/fhir/StructureDefinition/ordinalValue').valueDecimal.sum()",
      /chosen or not/,
    ],
    ['%x', /refers to itself/, { x: '%y + 1', y: '%x' }],
    ['3 + 4', /does not depend/],
    ["'At risk'", /not give a number/],
    ['%resource.item.where(', /ends too early/],
    ["%resource.item.where(linkId.matches('(?=a)a')).answer.value.ordinal().sum()", /cannot be run/],
    [`${answerOf('words')}.ordinal().sum()`, /nothing that has a value/],
    ['now() + 1', /now\(\)/],
  ])('%s', (expression, reason, variables: Readonly<Record<string, string>> = {}) => {
    expect(() => readTotal(expression, scope(variables))).toThrow(NotRead);
    expect(() => readTotal(expression, scope(variables))).toThrow(reason);
  });
});
