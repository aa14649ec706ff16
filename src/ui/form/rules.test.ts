import { EmailAddress, SignUpEmail, isEmailAddress } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { MessageKey } from '../../words/index.ts';
import {
  type SchemaRuleOptions,
  dateProblem,
  dateProblems,
  dateRules,
  firstProblem,
  isDay,
  isEmpty,
  isOptional,
  longestOf,
  matchField,
  required,
  schemaRule,
} from './rules.ts';

/** The rule of a field that may be left out. */
const optional = (schema: v.GenericSchema<string, unknown>, options?: SchemaRuleOptions) =>
  schemaRule(v.nullable(schema), options);
const decimal = v.pipe(v.string(), v.decimal(), v.toNumber());
const minLength = (limit: number, options?: SchemaRuleOptions) =>
  optional(v.pipe(v.string(), v.minLength(limit)), options);
const maxLength = (limit: number, options?: SchemaRuleOptions) =>
  optional(v.pipe(v.string(), v.maxLength(limit)), options);
const min = (limit: number) => optional(v.pipe(decimal, v.minValue(limit)));
const max = (limit: number) => optional(v.pipe(decimal, v.maxValue(limit)));
const email = () => optional(EmailAddress);
const digits = () => optional(v.pipe(v.string(), v.digits()));
const pattern = (what: RegExp, text?: MessageKey) =>
  optional(
    v.pipe(
      v.string(),
      v.check((value) => value.search(what) >= 0),
    ),
    text === undefined ? {} : { text },
  );
const url = () =>
  optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/\S+$/i),
      v.check((text) => URL.canParse(text)),
    ),
    { text: 'form.url' },
  );
const oneOf = (values: readonly string[]) => optional(v.picklist(values));
const equalTo = (value: string | boolean) => schemaRule(v.literal(value));

const blank = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000'), maxLength: 4 });

describe('a text is empty when it is null or has no character but white space', () => {
  test('null', () => expect(isEmpty(null)).toBe(true));
  test('white space of any kind', () =>
    fc.assert(
      fc.property(blank, (text) => {
        expect(isEmpty(text)).toBe(true);
      }),
    ));
  test('one other character is enough', () =>
    fc.assert(
      fc.property(blank, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), blank, (before, sign, after) => {
        fc.pre(/\S/.test(sign));
        expect(isEmpty(before + sign + after)).toBe(false);
      }),
    ));
});

describe('required', () => {
  test('says so', () => expect(required()('', null)).toEqual({ text: 'core.required' }));
  test('fails exactly for what is empty', () =>
    fc.assert(
      fc.property(fc.option(fc.string()), (text) => {
        expect(required()(text, null) !== null).toBe(isEmpty(text));
      }),
    ));
  test('holds for a box that is ticked', () => {
    expect(required()(true, null)).toBeNull();
    expect(required()(false, null)).toEqual({ text: 'core.required' });
  });
});

test('no other rule of a text has anything against an empty one', () => {
  const all = [minLength(3), maxLength(0), email(), min(1), max(1), pattern(/^x$/), oneOf(['x']), url(), digits()];
  fc.assert(
    fc.property(blank, fc.constantFrom(...all), (text, rule) => {
      expect(rule(text, null)).toBeNull();
    }),
  );
  for (const rule of all) expect(rule(null, null)).toBeNull();
});

describe('minLength and maxLength', () => {
  test('count characters', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.nat(20), (text, limit) => {
        fc.pre(!isEmpty(text));
        expect(minLength(limit, { sent: 'verbatim' })(text, null)).toEqual(
          text.length < limit ? { text: 'form.minLength', values: { limit } } : null,
        );
        expect(maxLength(limit, { sent: 'verbatim' })(text, null)).toEqual(
          text.length > limit ? { text: 'form.maxLength', values: { limit } } : null,
        );
      }),
    ));
});

describe('min and max', () => {
  test('compare numbers', () =>
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (number, limit) => {
        expect(min(limit)(String(number), null)).toEqual(
          number < limit ? { text: 'form.minimum', values: { limit } } : null,
        );
        expect(max(limit)(String(number), null)).toEqual(
          number > limit ? { text: 'form.maximum', values: { limit } } : null,
        );
      }),
    ));
  test.each(['x', '1x', '1,5', '0x10', '1e3', 'Infinity', 'NaN', '.', '-', '1 2', '١'])(
    '"%s" is no number and fails',
    (text) => {
      expect(min(-1e9)(text, null)).not.toBeNull();
      expect(max(1e9)(text, null)).not.toBeNull();
    },
  );
  test.each(['1', '01', ' 1 ', '+1', '1.0', '.5'])('"%s" is one', (text) => {
    expect(min(0)(text, null)).toBeNull();
    expect(max(1)(text, null)).toBeNull();
  });
});

test('email is the shared rule; blanks around an address do not count', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string()), blank, (address, around) => {
      fc.pre(!isEmpty(address));
      expect(email()(around + address + around, null)).toEqual(
        isEmailAddress(address.trim()) ? null : { text: 'form.email' },
      );
    }),
  );
});

test('digits has digits and nothing else', () => {
  fc.assert(
    fc.property(fc.nat(), (number) => {
      expect(digits()(String(number), null)).toBeNull();
    }),
  );
  for (const text of ['1 2', '-1', '1.5', '12a', '１２']) expect(digits()(text, null)).toEqual({ text: 'form.digits' });
});

test('pattern finds it, each time again, even with a pattern that remembers where it was', () => {
  const rule = pattern(/b+/g, 'form.pattern');
  expect([rule('abb', null), rule('abb', null), rule('aaa', null)]).toEqual([null, null, { text: 'form.pattern' }]);
});

describe('url', () => {
  test.each(['http://example.org', 'https://example.org/a?b=c#d', 'HTTPS://EXAMPLE.ORG', ' https://example.org '])(
    '"%s" is one',
    (text) => expect(url()(text, null)).toBeNull(),
  );
  test.each([
    'example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'https://',
    'https://exa mple.org',
    'https://a b',
  ])('"%s" is none', (text) => expect(url()(text, null)).toEqual({ text: 'form.url' }));
  test('every web address is one', () =>
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        expect(url()(address, null)).toBeNull();
      }),
    ));
});

test('oneOf takes what it names', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.string({ minLength: 1 }),
      (values, text) => {
        // The value is trimmed before it is sent, so it is also checked trimmed.
        fc.pre(!isEmpty(text) && text === text.trim());
        expect(oneOf(values)(text, null) === null).toBe(values.includes(text));
      },
    ),
  );
});

test('equalTo is exactly the value, even an empty one', () => {
  expect(equalTo('yes')('yes', null)).toBeNull();
  expect(equalTo('yes')('', null)).toEqual({ text: 'form.notSame' });
  expect(equalTo(true)(false, null)).toEqual({ text: 'form.notSame' });
});

test('matchField is exactly the other field', () => {
  const rule = matchField('password', 'form.passwordsDiffer');
  fc.assert(
    fc.property(fc.string(), fc.string(), (confirm, password) => {
      expect(rule(confirm, { password })).toEqual(confirm === password ? null : { text: 'form.passwordsDiffer' });
    }),
  );
});

test('of several problems the first is told', () => {
  const rules = [schemaRule(SignUpEmail)];
  expect(firstProblem(rules, ' ', null)).toEqual({ text: 'core.required' });
  expect(firstProblem(rules, 'a@b', null)).toEqual({
    text: 'form.minLength',
    values: { limit: 5 },
  });
  expect(firstProblem(rules, 'a@bcd', null)).toEqual({ text: 'form.email' });
  expect(firstProblem(rules, 'a@b.cd', null)).toBeNull();
});

describe('a schema', () => {
  test('is required unless a body may go without the value', () => {
    const some = v.pipe(v.string(), v.maxLength(3));
    for (const schema of [v.nullable(some), v.optional(some), v.optional(some, ''), v.nullish(some)]) {
      expect(isOptional(schema)).toBe(true);
      expect(schemaRule(schema)(' ', null)).toBeNull();
      expect(schemaRule(schema)('abcd', null)).toEqual({ text: 'form.maxLength', values: { limit: 3 } });
    }
    expect(isOptional(some)).toBe(false);
    expect(schemaRule(some)(' ', null)).toEqual({ text: 'core.required' });
  });
  test('of a password knows blanks', () => {
    const rule = schemaRule(v.pipe(v.string(), v.maxLength(3)), { sent: 'verbatim' });
    expect(['', '   ', '    '].map((typed) => rule(typed, null)?.text)).toEqual([
      'core.required',
      undefined,
      'form.maxLength',
    ]);
  });
  test('of an id is met by a choice', () => {
    const rule = schemaRule(v.number(), { sent: 'number' });
    expect([rule('', null)?.text, rule('12', null)]).toEqual(['core.required', null]);
  });
  test('says how long a text may be', () => {
    const some = v.pipe(v.string(), v.trim(), v.maxLength(20));
    expect(
      [some, v.nullable(some), v.optional(v.nullable(some)), v.pipe(v.string(), v.length(6))].map(longestOf),
    ).toEqual([20, 20, 20, 6]);
    expect(longestOf(v.pipe(v.string(), v.minLength(1)))).toBe(Infinity);
  });
});

describe('a date in three fields', () => {
  const problems = (day: string, month: string, year: string) => {
    const form = { day, month, year };
    return {
      day: firstProblem(dateRules.day, day, form)?.text,
      month: firstProblem(dateRules.month, month, form)?.text,
      year: firstProblem(dateRules.year, year, form)?.text,
    };
  };
  const right = { day: undefined, month: undefined, year: undefined };

  test('each empty field is required by itself', () => {
    expect(problems('', '', '')).toEqual({ day: 'core.required', month: 'core.required', year: 'core.required' });
    expect(problems('4', '', '1961')).toEqual({ ...right, month: 'core.required' });
  });
  test('every day that there is is right, with or without leading zeros', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
        fc.boolean(),
        (date, padded) => {
          const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
          expect(problems(padded ? day : String(Number(day)), padded ? month : String(Number(month)), year)).toEqual(
            right,
          );
        },
      ),
    ));
  test('day to 31, month to 12, from 1 on', () =>
    fc.assert(
      fc.property(fc.nat(99), fc.nat(99), (day, month) => {
        const found = problems(String(day), String(month), '2000');
        expect(found.month).toBe(month < 1 ? 'form.minimum' : month > 12 ? 'form.maximum' : undefined);
        if (day < 1 || day > 31) expect(found.day).toBe(day < 1 ? 'form.minimum' : 'form.maximum');
      }),
    ));
  test.each(['1', '61', '196', 'abcd'])('the year "%s" has not four digits', (year) =>
    expect(problems('4', '5', year)).toEqual({ ...right, year: 'form.yearDigits' }),
  );
  test.each([
    ['31', '4', '1961'],
    ['30', '2', '2000'],
    ['29', '2', '1900'],
    ['29', '2', '2001'],
  ])('%s/%s/%s is no day', (day, month, year) => {
    expect(problems(day, month, year)).toEqual({ ...right, day: 'form.dateNotThere' });
  });
  test.each([
    ['', '', '', 'form.dateMissing', ['day', 'month', 'year']],
    ['', '5', '', 'form.dateMissing', ['day', 'year']],
    ['4', '', '1961', 'form.monthMissing', ['month']],
    ['32', '', '1961', 'form.dayRange', ['day']],
    ['4', '13', '1961', 'form.monthRange', ['month']],
    ['4', '12', '61', 'form.yearDigits', ['year']],
    ['31', '2', '1961', 'form.dateNotThere', ['day', 'month', 'year']],
  ])('%s/%s/%s: one sentence, and the fields it is about', (day, month, year, text, fields) =>
    expect(dateProblem(dateProblems({ day, month, year }))).toEqual({ text, fields }),
  );
  test('no sentence exactly where no field has anything wrong', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 3 }), fc.nat(14).map(String), fc.nat(9999).map(String), (day, month, year) => {
        const found = Object.values(problems(day, month, year)).some((text) => text !== undefined);
        expect(dateProblem(dateProblems({ day, month, year })) !== null).toBe(found);
      }),
    ));
  test('29 February is there in leap years alone', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), (year) => {
        expect(isDay(String(year), '2', '29')).toBe((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0);
      }),
    ));
});
