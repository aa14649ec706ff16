import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import fhirpath from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Expression } from '../../formLogic.ts';
import { OverBudget, stepsOfForm, withBudget } from './budget.ts';
import { evaluate } from './evaluator.ts';
import { supported } from './supported.ts';
import { ExpressionError, keyOf, type Value } from './values.ts';

type Json = Record<string, unknown>;
const linkIds = ['a', 'b', 'c', 'd'];

/** An expression as FHIRPath text. */
function written(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value);
    case 'moment':
      return `@${expression.value}`;
    case 'quantity':
      return `${String(expression.value)} ${expression.unit}`;
    case 'empty':
      return '{}';
    case 'this':
      return '$this';
    case 'total':
      return '$total';
    case 'index':
      return '$index';
    case 'variable':
      return `%${expression.name}`;
    case 'member':
      return expression.focus === null ? expression.name : `${written(expression.focus)}.${expression.name}`;
    case 'call': {
      const args = expression.args.map(written).join(', ');
      return `${expression.focus === null ? '' : `${written(expression.focus)}.`}${expression.name}(${args})`;
    }
    case 'indexed':
      return `${written(expression.focus)}[${written(expression.at)}]`;
    case 'minus':
      return `(-${written(expression.of)})`;
    case 'binary':
      return `(${written(expression.left)} ${expression.operator} ${written(expression.right)})`;
  }
}

const literal = (value: string | number | boolean): Expression => ({ kind: 'literal', value });
const member = (focus: Expression | null, name: string): Expression => ({ kind: 'member', focus, name });
const call = (focus: Expression | null, name: string, ...args: Expression[]): Expression => ({
  kind: 'call',
  focus,
  name,
  args,
});
const binary = (operator: string, left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
});
const resource: Expression = { kind: 'variable', name: 'resource' };
const answerTo = (linkId: string): Expression =>
  member(
    call(call(resource, 'repeat', member(null, 'item')), 'where', binary('=', member(null, 'linkId'), literal(linkId))),
    'answer',
  );

const answer = fc.oneof(
  fc.constantFrom(0, 1, 2, 7, -3).map((valueInteger): Json => ({ valueInteger })),
  fc.constantFrom(0.5, 2.25, -1.5).map((valueDecimal): Json => ({ valueDecimal })),
  fc.constantFrom('x', 'Y', 'one two', '12', '').map((valueString): Json => ({ valueString })),
  fc.boolean().map((valueBoolean): Json => ({ valueBoolean })),
  fc.constantFrom('2020-02-29', '2020-03-01', '2026-11-23').map((valueDate): Json => ({ valueDate })),
  fc
    .constantFrom('x', 'y')
    .map((code): Json => ({ valueCoding: { system: 'urn:s', code, display: code.toUpperCase() } })),
  fc
    .constantFrom(1, 2.5)
    .map((value): Json => ({ valueQuantity: { value, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' } })),
);
const answers = fc.array(answer, { minLength: 1, maxLength: 2 });
const itemOf = (names: readonly string[]) =>
  fc.record({ linkId: fc.constantFrom(...names), answer: answers }).map((item): Json => item);
// A linkId occurs at one depth only, as in a questionnaire; the rows of a group have the same linkIds.
const response = fc
  .array(
    fc.oneof(
      itemOf(['a', 'b']),
      fc
        .record({
          linkId: fc.constantFrom('g', 'h'),
          item: fc.array(itemOf(['c', 'd']), { minLength: 1, maxLength: 3 }),
        })
        .map((item): Json => item),
    ),
    { maxLength: 6 },
  )
  .map((item): Json => ({ resourceType: 'QuestionnaireResponse', item }));

/** Without the error of binary fractions, which the reference library cuts off with the rest: it says 57 for `(29 / 50 * 100).floor()`. */
const clean = (number: Expression): Expression => call(number, 'round', literal(6));

const { expression } = fc.letrec<{
  number: Expression;
  text: Expression;
  truth: Expression;
  many: Expression;
  moment: Expression;
  expression: Expression;
}>((tie) => {
  const [number, text, truth, many, moment] = [tie('number'), tie('text'), tie('truth'), tie('many'), tie('moment')];
  const link = fc.constantFrom(...linkIds).map(answerTo);
  const value = link.map((one) => member(one, 'value'));
  return {
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(0, 1, 2, 2.5, 10).map(literal),
      link.map((one) => member(one, 'valueInteger')),
      link.map((one) => member(one, 'valueDecimal')),
      fc.tuple(fc.constantFrom('+', '-', '*', '/'), number, number).map(([sign, a, b]) => binary(sign, a, b)),
      fc.tuple(fc.constantFrom('div', 'mod'), number, number).map(([sign, a, b]) => binary(sign, clean(a), clean(b))),
      fc.tuple(fc.constantFrom('abs', 'sqrt', 'exp'), number).map(([name, a]) => call(a, name)),
      fc
        .tuple(fc.constantFrom('ceiling', 'floor', 'truncate', 'round', 'toString'), number)
        .map(([name, a]) => call(clean(a), name)),
      number.map((of): Expression => ({ kind: 'minus', of })),
      fc
        .tuple(fc.constantFrom('count', 'sum', 'min', 'max', 'avg', 'first', 'last', 'tail'), link)
        .map(([name, one]) => call(member(one, 'valueInteger'), name)),
      // The reference library continues with infinity when a power has no value, and calculates numbers from it.
      fc.tuple(number, fc.constantFrom(0, 1, 2, 0.5)).map(([a, b]) => call(a, 'power', literal(b))),
      fc.tuple(truth, number, number).map(([a, b, c]) => call(null, 'iif', a, b, c)),
      text.map((a) => call(a, 'length')),
      text.map((a) => call(a, 'toInteger')),
      fc.tuple(text, text).map(([a, b]) => call(a, 'indexOf', b)),
      many.map((a) => call(a, 'count')),
      link.map((one) =>
        call(member(one, 'valueInteger'), 'aggregate', binary('+', { kind: 'total' }, { kind: 'this' }), literal(0)),
      ),
    ),
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('x', 'Y', 'one two', '12', '').map(literal),
      link.map((one) => member(one, 'valueString')),
      link.map((one) => member(member(one, 'value'), 'code')),
      fc.tuple(fc.constantFrom('&', '+'), text, text).map(([sign, a, b]) => binary(sign, a, b)),
      fc
        .tuple(fc.constantFrom('upper', 'lower', 'trim', 'toString', 'toChars'), text)
        .map(([name, a]) => call(a, name)),
      fc
        .tuple(text, fc.constantFrom(0, 1, 5), fc.constantFrom(0, 1, 2))
        .map(([a, from, length]) => call(a, 'substring', literal(from), literal(length))),
      fc.tuple(text, text, text).map(([a, b, c]) => call(a, 'replace', b, c)),
      link.map((one) => call(member(one, 'valueString'), 'join', literal(','))),
      moment.map((a) => call(a, 'toString')),
    ),
    moment: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .constantFrom('2020-02-29', '2020-03-01', '2026-01-31')
        .map((of): Expression => ({ kind: 'moment', value: of })),
      link.map((one) => call(member(one, 'value'), 'ofType', member(null, 'date'))),
      fc
        .tuple(
          fc.constantFrom('+', '-'),
          moment,
          fc.constantFrom(1, 3, 13),
          fc.constantFrom('years', 'months', 'weeks', 'days'),
        )
        .map(([sign, a, amount, unit]) => binary(sign, a, { kind: 'quantity', value: amount, unit })),
    ),
    truth: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(true, false).map(literal),
      fc.constant<Expression>({ kind: 'empty' }),
      link.map((one) => call(member(one, 'value'), 'ofType', member(null, 'boolean'))),
      fc.tuple(fc.constantFrom('and', 'or', 'xor', 'implies'), truth, truth).map(([sign, a, b]) => binary(sign, a, b)),
      fc
        .tuple(fc.constantFrom('=', '!=', '<', '>', '<=', '>='), number, number)
        .map(([sign, a, b]) => binary(sign, a, b)),
      fc
        .tuple(fc.constantFrom('=', '!=', '<', '>', '<=', '>=', '~', '!~'), text, text)
        .map(([sign, a, b]) => binary(sign, a, b)),
      fc
        .tuple(fc.constantFrom('=', '!=', '<', '>', '<=', '>='), moment, moment)
        .map(([sign, a, b]) => binary(sign, a, b)),
      fc
        .tuple(fc.constantFrom('=', '!=', '|'), many, many)
        .map(([sign, a, b]) => (sign === '|' ? call(binary(sign, a, b), 'exists') : binary(sign, a, b))),
      fc.tuple(fc.constantFrom('exists', 'empty', 'isDistinct', 'hasValue'), many).map(([name, a]) => call(a, name)),
      truth.map((a) => call(a, 'not')),
      fc
        .tuple(fc.constantFrom('in', 'contains'), text, many)
        .map(([sign, a, b]) => (sign === 'in' ? binary(sign, a, b) : binary(sign, b, a))),
      fc
        .tuple(fc.constantFrom('startsWith', 'endsWith', 'contains'), text, text)
        .map(([name, a, b]) => call(a, name, b)),
      fc
        .tuple(fc.constantFrom('all', 'exists'), link)
        .map(([name, one]) => call(one, name, binary('>', member(null, 'valueInteger'), literal(1)))),
      fc.tuple(value, value).map(([a, b]) => call(a, 'subsetOf', b)),
      value.map((a) => binary('is', call(a, 'first'), member(null, 'Coding'))),
    ),
    many: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      link,
      value,
      fc.constant(call(resource, 'descendants')),
      fc.constant(member(resource, 'item')),
      fc.tuple(many, many).map(([a, b]) => binary('|', a, b)),
      fc
        .tuple(fc.constantFrom('distinct', 'first', 'last', 'tail', 'children', 'trace'), many)
        .map(([name, a]) => (name === 'trace' ? call(a, name, literal('t')) : call(a, name))),
      fc
        .tuple(fc.constantFrom('skip', 'take'), many, fc.constantFrom(0, 1, 2))
        .map(([name, a, n]) => call(a, name, literal(n))),
      fc
        .tuple(fc.constantFrom('union', 'combine', 'intersect', 'exclude'), many, many)
        .map(([name, a, b]) => call(a, name, b)),
      // If an answer alone is the criterion, the reference library keeps items whose answer is "no".
      fc.tuple(many, truth).map(([a, b]) => call(a, 'where', binary('=', b, literal(true)))),
      fc
        .tuple(many, fc.constantFrom(0, 1))
        .map(([focus, at]): Expression => ({ kind: 'indexed', focus, at: literal(at) })),
      link.map((one) => call(one, 'select', binary('|', member(null, 'value'), literal('own')))),
      fc.constant(call(resource, 'repeat', binary('|', member(null, 'item'), member(member(null, 'answer'), 'item')))),
    ),
    expression: fc.oneof(number, text, truth, many, moment),
  };
});

/**
 * The results as texts, with numbers to eight places. Expressions over the budget of a form are skipped: searches within searches would
 * take the library of FHIRPath minutes.
 */
function ours(tree: Json, of: Expression, context = tree): readonly string[] | 'refused' {
  try {
    const root: Value = { kind: 'complex', type: null, data: tree };
    const found = withBudget({ left: stepsOfForm }, () =>
      evaluate(of, {
        focus: [{ kind: 'complex', type: null, data: context }],
        variable: () => [root],
        today: '2026-11-24',
        weightOf: () => undefined,
      }),
    );
    return found.map((one) => {
      if (typeof one !== 'object') return keyOf(one);
      if (one.kind === 'moment') return `string${one.text}`;
      return one.kind === 'quantity' ? `string${String(one.value)} '${one.unit}'` : keyOf({ ...one, type: null });
    });
  } catch (error) {
    fc.pre(!(error instanceof OverBudget));
    if (error instanceof ExpressionError) return 'refused';
    throw error;
  }
}
function theirs(tree: Json, of: Expression): readonly string[] | 'refused' {
  try {
    const found: unknown[] = fhirpath.evaluate(
      structuredClone(tree),
      written(of),
      { resource: structuredClone(tree) },
      r4,
      { traceFn: () => undefined },
    );
    return found
      .filter((one) => one !== null && one !== Infinity && one !== -Infinity && !Number.isNaN(one))
      .map((one) =>
        typeof one === 'number' || typeof one === 'string' || typeof one === 'boolean'
          ? keyOf(one)
          : JSON.stringify(one).startsWith('"')
            ? `string${JSON.stringify(one).slice(1, -1)}`
            : keyOf({ kind: 'complex', type: null, data: JSON.parse(JSON.stringify(one)) }),
      );
  } catch {
    return 'refused';
  }
}

const percent = binary('*', binary('/', literal(29), literal(50)), literal(100));

describe('an expression', () => {
  it('says what the library of FHIRPath says, or nothing', () => {
    let [agreed, refused] = [0, 0];
    fc.assert(
      fc.property(response, expression, (tree, of) => {
        expect(supported(of)).toBeNull();
        const [mine, other] = [ours(tree, of), theirs(tree, of)];
        // Neither has to support the whole language, but where both have a result, it must be the same.
        if (mine === 'refused' || other === 'refused') refused += 1;
        else {
          agreed += 1;
          expect(mine, written(of)).toEqual(other);
        }
      }),
      { numRuns: 600 },
    );
    expect(agreed).toBeGreaterThan(10 * refused);
  }, 30_000);
  it('that names the response by its type begins at it, wherever it stands', () => {
    const byType = (of: Expression): Expression => {
      const named: unknown = JSON.parse(JSON.stringify(of), (_, part: unknown) =>
        isDeepStrictEqual(part, resource) ? member(null, 'QuestionnaireResponse') : part,
      );
      return v.parse(Expression, named);
    };
    let seen = 0;
    fc.assert(
      fc.property(response, expression, (tree, of) => {
        const atItem = ours(tree, byType(of), { linkId: 'own' });
        if (Array.isArray(atItem) && atItem.length > 0) seen += 1;
        expect(atItem, written(of)).toEqual(ours(tree, of));
      }),
      { numRuns: 300 },
    );
    expect(seen).toBeGreaterThan(60);
    const answered = { linkId: 'a', answer: [{ valueInteger: 3 }] };
    const tree = { resourceType: 'QuestionnaireResponse', item: [answered, { linkId: 'own' }] };
    const path = member(member(member(member(null, 'QuestionnaireResponse'), 'item'), 'answer'), 'valueInteger');
    expect([ours(tree, path, { linkId: 'own' }), theirs(tree, path)]).toEqual([['n3'], ['n3']]);
  });
  it('takes rows with the same answers once by repeat(), and each of them by descendants(), as the library does', () => {
    const row: Json = { linkId: 'g', item: [{ linkId: 'c', answer: [{ valueInteger: 2 }] }] };
    const rows = { resourceType: 'QuestionnaireResponse', item: [row, structuredClone(row)] };
    const sumOver = (items: Expression) =>
      call(
        member(
          member(call(items, 'where', binary('=', member(null, 'linkId'), literal('c'))), 'answer'),
          'valueInteger',
        ),
        'sum',
      );
    const [once, each] = [call(resource, 'repeat', member(null, 'item')), call(resource, 'descendants')].map(sumOver);
    if (!once || !each) throw new Error('unreachable');
    expect([ours(rows, once), theirs(rows, once)]).toEqual([['n2'], ['n2']]);
    expect([ours(rows, each), theirs(rows, each)]).toEqual([['n4'], ['n4']]);
  });
  it('lets through what an answer says "yes" to, and not what it says "no" to', () => {
    const saying = (valueBoolean: boolean) => ({ item: [{ linkId: 'a', answer: [{ valueBoolean }] }] });
    const found = call(member(resource, 'item'), 'where', member(member(null, 'answer'), 'value'));
    expect([true, false].map((said) => ours(saying(said), found).length)).toEqual([1, 0]);
  });
  it('keeps three kinds of truth', () => {
    const nothing: Expression = { kind: 'empty' };
    const say = (of: Expression) => ours({}, of);
    expect(say(binary('or', nothing, literal(true)))).toEqual(['booleantrue']);
    expect(say(binary('and', nothing, literal(true)))).toEqual([]);
    expect(say(binary('implies', literal(false), nothing))).toEqual(['booleantrue']);
    expect(say(binary('>', nothing, literal(1)))).toEqual([]);
  });
  it('compares a number with an amount without a unit, and with no other', () => {
    const tree = (valueQuantity: Json) => ({ item: [{ linkId: 'a', answer: [{ valueQuantity }] }] });
    const more = (sign: string) => binary(sign, member(answerTo('a'), 'value'), literal(5));
    expect(['>', '<=', '=', '!='].map((sign) => ours(tree({ value: 6 }), more(sign)))).toEqual([
      ['booleantrue'],
      ['booleanfalse'],
      ['booleanfalse'],
      ['booleantrue'],
    ]);
    expect(ours(tree({ value: 5 }), more('='))).toEqual(['booleantrue']);
    expect(ours({}, binary('<', literal(5), { kind: 'quantity', value: 6, unit: '1' }))).toEqual(['booleantrue']);
    expect(ours(tree({ value: 6, code: 'kg' }), more('>'))).toEqual([]);
  });
  it.each([
    [call(percent, 'floor'), 'n58'],
    [call(percent, 'truncate'), 'n58'],
    [call(percent, 'toInteger'), 'n58'],
    [call(percent, 'toString'), 'string58'],
    [call(binary('*', literal(0.07), literal(100)), 'ceiling'), 'n7'],
    [call(literal(1.005), 'round', literal(2)), 'n1.01'],
    [binary('div', literal(0.3), literal(0.1)), 'n3'],
    [binary('mod', literal(0.3), literal(0.1)), 'n0'],
    [binary('mod', literal(-7), literal(2)), 'n-1'],
  ])('cuts and writes a number as people calculate: %j', (of, result) => {
    expect(ours({}, of)).toEqual([result]);
  });
  it('is refused, and not guessed, where it has no one value', () => {
    const several = binary('|', literal(1), literal(2));
    expect(ours({}, binary('>', several, literal(1)))).toBe('refused');
    expect(ours({}, binary('<', literal('a'), literal(1)))).toBe('refused');
    expect(ours({}, call(literal(1), 'matches', literal('a')))).toBe('refused');
    expect(ours({}, call(literal(1), 'repeat', binary('+', { kind: 'this' }, literal(1))))).toBe('refused');
  });
  it('knows a day from a time on it, and counts months to their ends', () => {
    const moment = (value: string): Expression => ({ kind: 'moment', value });
    const years = (value: number): Expression => ({ kind: 'quantity', value, unit: 'years' });
    expect(ours({}, binary('=', moment('2026-11-24'), moment('2026-11-24T10:00')))).toEqual([]);
    expect(ours({}, binary('<', moment('2026-11-23'), moment('2026-11-24T10:00')))).toEqual(['booleantrue']);
    expect(ours({}, binary('-', moment('2020-02-29'), years(1)))).toEqual(['string2019-02-28']);
    expect(ours({}, binary('-', call(null, 'today'), years(18)))).toEqual(['string2008-11-24']);
  });
});

describe('what is supported', () => {
  const patient: Expression = { kind: 'variable', name: 'patient' };
  it('is said before anything is evaluated', () => {
    expect(supported(member(patient, 'birthDate'))).toBeNull();
    expect(supported(member(patient, 'birthDate'), { variables: ['age'] })).toBe('the variable "%patient"');
    expect(supported(call(resource, 'resolve'))).toBe('the function "resolve"');
    expect(supported(call(literal('a'), 'matches', literal('(?=a)a')))).toBe('the pattern "(?=a)a"');
    expect(supported(call(literal('a'), 'matches', literal('(a+)+')))).toBeNull();
    expect(supported(call(literal('a'), 'replaceMatches', literal('(a)'), literal('$1')))).toBe(
      '"replaceMatches" with parts of what matched',
    );
    expect(supported(binary('is', member(resource, 'item'), member(null, 'integer')))).toBe('the type "integer"');
    expect(supported(call(member(resource, 'value'), 'ofType', member(null, 'integer')))).toBeNull();
  });
  it('of the questionnaire only its items and what their options are worth', () => {
    const questionnaire: Expression = { kind: 'variable', name: 'questionnaire' };
    const item = call(member(questionnaire, 'item'), 'where', binary('=', member(null, 'linkId'), literal('a')));
    const option = call(
      member(item, 'answerOption'),
      'where',
      binary('=', member(member(null, 'valueCoding'), 'code'), literal('x')),
    );
    expect(supported(member(call(option, 'extension', literal('u')), 'valueDecimal'))).toBeNull();
    expect(supported(call(call(questionnaire, 'repeat', member(null, 'item')), 'count'))).toBeNull();
    expect(supported(member(item, 'code'))).toBe('"code" of the questionnaire');
    expect(supported(member(questionnaire, 'contained'))).toBe('"contained" of the questionnaire');
    expect(
      supported(call(member(questionnaire, 'item'), 'where', binary('=', member(null, 'text'), literal('a')))),
    ).toBe('"text" of the questionnaire');
    expect(supported(call(questionnaire, 'descendants'))).toBe('"descendants" of the questionnaire');
  });
});
