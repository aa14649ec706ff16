import { parse } from 'icu-parser';
import { expect, test } from 'vitest';
import { isFormattable } from './facilityTexts.ts';
import { formatMessage } from './intl.ts';
import type { Values } from './intl.ts';

const say = (text: string, values?: Values, locale = 'en-US') =>
  formatMessage(locale, parse(text, { ignoreTag: true }), values);

test('a text is itself', () => expect(say('Log in')).toBe('Log in'));
test('values stand in their places', () => expect(say('Error: {title}', { title: 'Menu' })).toBe('Error: Menu'));
test('numbers are written as the reader writes them', () => {
  expect(say('{n}', { n: 1234.5 })).toBe('1,234.5');
  expect(say('{n, number}', { n: 1234.5 }, 'pt-BR')).toBe('1.234,5');
});
test('a plural follows the rules of the language', () => {
  const text = '{count, plural, =0 {none} one {# item} other {# items}}';
  expect([0, 1, 2, 1000].map((count) => say(text, { count }))).toEqual(['none', '1 item', '2 items', '1,000 items']);
  expect(say('{count, plural, one {# élément} other {# éléments}}', { count: 0 }, 'fr-CA')).toBe('0 élément');
});
test('values inside a plural, and one plural inside another', () => {
  expect(
    say('{a, plural, one {# of {b, plural, one {# row} other {# rows}} for {who}} other {many}}', {
      a: 1,
      b: 3,
      who: 'you',
    }),
  ).toBe('1 of 3 rows for you');
});
test('an ordinal', () =>
  expect(say('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 })).toBe('22nd'));
test('a choice between words, with the last resort', () => {
  const text = '{kind, select, a {first} other {rest}}';
  expect([say(text, { kind: 'a' }), say(text, { kind: 'z' })]).toEqual(['first', 'rest']);
});
test('a missing value leaves its place empty', () => expect(say('Hello {name}.')).toBe('Hello .'));
test('an abbreviation at the end of a sentence has one point', () => {
  const day = (date: string) => say('Le {date}. Puis {date}, {date}… {date}', { date }, 'fr-CA');
  expect(day('7 déc.')).toBe('Le 7 déc. Puis 7 déc., 7 déc.… 7 déc.');
  expect(day('7 mai')).toBe('Le 7 mai. Puis 7 mai, 7 mai… 7 mai');
  expect(say('{text}. {n}.', { text: 'Well...', n: 1234 })).toBe('Well.... 1,234.');
});
test('in French, « de » and « que » before a value lose their vowel to its own', () => {
  const of = (name: string, locale = 'fr-CA') =>
    say('Message de {name}. Ce que {name} lit, de {name}', { name }, locale);
  expect(of('Ottoline')).toBe('Message d’Ottoline. Ce qu’Ottoline lit, d’Ottoline');
  expect(of('Éloïse')).toBe('Message d’Éloïse. Ce qu’Éloïse lit, d’Éloïse');
  expect(of('Linnea')).toBe('Message de Linnea. Ce que Linnea lit, de Linnea');
  expect(of('Ottoline', 'es-MX')).toBe('Message de Ottoline. Ce que Ottoline lit, de Ottoline');
  expect(say('{n, plural, other {# lignes de {who}}}, de {missing}', { n: 2, who: 'Ida' }, 'fr-CA')).toBe(
    '2 lignes d’Ida, de ',
  );
});
test('quotes and braces as ICU has them', () => expect(say("It''s '{'here'}'")).toBe("It's {here}"));
test('a facility text with parts that are not written is told apart, so that ours stands in for it', () => {
  const formattable = (text: string) => isFormattable(parse(text, { ignoreTag: true }));
  expect(formattable('{count, plural, one {# item} other {# items}} for {who}')).toBe(true);
  expect(formattable('On {day, date, long}')).toBe(false);
  expect(formattable('{n, plural, one {at {t, time}} other {later}}')).toBe(false);
});
