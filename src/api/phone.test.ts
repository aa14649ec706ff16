import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phoneHref, phoneShown } from './phone.ts';

test.each([
  ['+15550100190', '(555) 010-0190', 'tel:+15550100190'],
  ['5550100151', '(555) 010-0151', 'tel:5550100151'],
  ['+523300000195', '+52 33 0000 0195', 'tel:+523300000195'],
  ['+554100000199', '+55 41 0000 0199', 'tel:+554100000199'],
  ['+442079460958', '+44 20 7946 0958', 'tel:+442079460958'],
  ['+8613800000123', '+86 138 0000 0123', 'tel:+8613800000123'],
  ['+35312345678', '+353 1234 5678', 'tel:+35312345678'],
  ['+1 800 555', '+1 800 555', 'tel:+1800555'],
  ['555-0100', '555-0100', 'tel:5550100'],
  ['555-0100 ext. 4', '555-0100 ext. 4', 'tel:5550100'],
  ['ask the desk', 'ask the desk', null],
])('%s is shown as %s and dials %s', (phone, shown, href) => {
  expect(phoneShown(phone)).toBe(shown);
  expect(phoneHref(phone)).toBe(href);
});

test.each([
  ['5550142', '555-0142'],
  ['555.0142', '555-0142'],
  ['5550100142', '(555) 010-0142'],
  ['(555) 010-0142', '(555) 010-0142'],
  ['555 010-0142 ', '(555) 010-0142'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+5550100142', '+55 5010 0142'],
  ['555-010-0142 ext. 7', '555-010-0142 ext. 7'],
  ['911', '911'],
  ['', ''],
])('"%s" is shown as "%s"', (written, shown) => {
  expect(phoneShown(written)).toBe(shown);
});

test.each([
  ['(555) 010-0142', 'tel:5550100142'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
  ['555-010-0142 ext. 7', 'tel:5550100142'],
  ['911', 'tel:911'],
  ['ask at the desk', null],
  ['', null],
])('"%s" dials %s', (written, href) => {
  expect(phoneHref(written)).toBe(href);
});

describe('a phone number', () => {
  const punctuation = fc.constantFrom('', ' ', '-', '.', '(', ')', '/', '+');
  const spread = (digits: string) =>
    fc.array(punctuation, { minLength: digits.length, maxLength: digits.length }).map((marks) =>
      digits
        .split('')
        .map((digit, at) => digit + (marks[at] ?? ''))
        .join(''),
    );
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

  test('of 7 digits is xxx-xxxx, however it is written', () =>
    fc.assert(
      fc.property(
        digits(7).chain((plain) => fc.tuple(fc.constant(plain), spread(plain))),
        ([plain, written]) => {
          expect(phoneShown(written)).toBe(`${plain.slice(0, 3)}-${plain.slice(3)}`);
        },
      ),
    ));
  test('of 10 digits is (xxx) xxx-xxxx, however it is written', () =>
    fc.assert(
      fc.property(
        digits(10).chain((plain) => fc.tuple(fc.constant(plain), spread(plain))),
        ([plain, written]) => {
          expect(phoneShown(written)).toBe(`(${plain.slice(0, 3)}) ${plain.slice(3, 6)}-${plain.slice(6)}`);
        },
      ),
    ));
  test.each(['+49 30 1234567', '911', '555-1234 ext. 5'])('of another length stays as it came: %s', (number) =>
    expect(phoneShown(number)).toBe(number),
  );
});
