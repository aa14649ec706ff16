import { expect, test } from 'vitest';
import { phoneHref, phoneShown } from './phone.ts';

test.each([
  ['+15550100190', '(555) 010-0190', 'tel:+15550100190'],
  ['5550100151', '(555) 010-0151', 'tel:5550100151'],
  ['+523300000195', '+523300000195', 'tel:+523300000195'],
  ['+1 800 555', '+1 800 555', 'tel:+1800555'],
  ['555-0100', '555-0100', 'tel:5550100'],
  ['555-0100 ext. 4', '555-0100 ext. 4', 'tel:5550100'],
  ['ask the desk', 'ask the desk', null],
])('%s is shown as %s and dials %s', (phone, shown, href) => {
  expect(phoneShown(phone)).toBe(shown);
  expect(phoneHref(phone)).toBe(href);
});
