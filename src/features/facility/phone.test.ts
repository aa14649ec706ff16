import { expect, test } from 'vitest';
import { phoneHref, phoneShown } from './phone.ts';

test.each([
  ['5550142', '555-0142'],
  ['555.0142', '555-0142'],
  ['5550100142', '(555) 010-0142'],
  ['(555) 010-0142', '(555) 010-0142'],
  ['555 010-0142 ', '(555) 010-0142'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+5550100142', '+5550100142'],
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
