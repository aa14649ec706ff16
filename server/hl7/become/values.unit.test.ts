import { expect, test } from 'vitest';
import { parseMessage } from '../message/er7.ts';
import { attachmentOf, decimalOf, valueOf, wordsAmongWords } from './values.ts';

const obx = (type: string, value: string, unit = '') => {
  const segment = parseMessage(`MSH|^~\\&|LAB\rOBX|1|${type}|718-7^Hemoglobin^LN||${value}|${unit}`).segments[1];
  if (segment === undefined) throw new Error('no segment');
  return segment;
};

test.each([
  ['13.50', '13.50'],
  ['+5', '5'],
  ['-0.5', '-0.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['0', '0'],
  ['', null],
  ['.', null],
  ['1e3', null],
  ['<5', null],
  ['1,5', null],
])('the number %s is %s', (written, decimal) => {
  expect(decimalOf(written)).toBe(decimal);
});

const grams = { unit: 'g/dL', code: 'g/dL' };
test.each([
  ['NM', '13.50', { valueQuantity: { value: '13.50', ...grams } }],
  ['NM', 'not done', { valueString: 'not done' }],
  ['ST', '13.50', { valueQuantity: { value: '13.50', ...grams } }],
  ['ST', '<0.01', { valueQuantity: { value: '0.01', comparator: '<', ...grams } }],
  ['ST', '>= 60', { valueQuantity: { value: '60', comparator: '>=', ...grams } }],
  ['NM', '<5', { valueQuantity: { value: '5', comparator: '<', ...grams } }],
  ['ST', '0-5', { valueString: '0-5 g/dL' }],
  ['ST', '13,5', { valueString: '13,5 g/dL' }],
  ['NM', '-2,5', { valueString: '-2,5 g/dL' }],
  ['ST', '1.2E+05', { valueString: '1.2E+05 g/dL' }],
  ['ST', '< 2 x 10^6', { valueString: '< 2 x 10^6 g/dL' }],
  ['ST', '2+', { valueString: '2+' }],
  ['ST', 'see 5', { valueString: 'see 5' }],
  ['ST', 'POSITIVE', { valueString: 'POSITIVE' }],
  ['SN', '>^200', { valueQuantity: { value: '200', comparator: '>', ...grams } }],
  ['SN', '^13.5', { valueQuantity: { value: '13.5', ...grams } }],
  ['SN', '^1^:^128', { valueRatio: { numerator: { value: '1' }, denominator: { value: '128' } } }],
  ['SN', '^2^-^4', { valueRange: { low: { value: '2', ...grams }, high: { value: '4', ...grams } } }],
  ['SN', '<>^3', { valueString: '<>3' }],
  ['SN', '^2^+', { valueString: '2+' }],
  [
    'CWE',
    '260385009^Negative^SCT',
    {
      valueCodeableConcept: { coding: [{ system: 'http://snomed.info/sct', code: '260385009', display: 'Negative' }] },
    },
  ],
  ['CE', 'A^Type A^L~B^Type B^L', { valueString: 'Type A, Type B' }],
  ['SN', '^1^:^128~^1^:^256', { valueString: '1 : 128\n1 : 256' }],
  ['DT', '20260306~20260307', { valueString: '20260306\n20260307' }],
  ['DT', '20260306', { valueDateTime: '2026-03-06' }],
  ['TX', 'one~two', { valueString: 'one\ntwo' }],
  ['FT', 'one\\.br\\two', { valueString: 'one\ntwo' }],
  ['XPN', 'Reed^Mara', { valueString: 'Reed Mara' }],
  ['NM', '', {}],
  ['NM', '""', {}],
])('%s %s', (type, value, expected) => {
  expect(valueOf(obx(type, value, 'g/dL'), 'America/New_York')).toEqual(expected);
});

test.each([
  ['TX', 'one~two', 'one\ntwo'],
  ['ST', 'Sinus rhythm', 'Sinus rhythm'],
  ['ST', '60', 'Hemoglobin: 60 g/dL'],
  ['NM', '<5', 'Hemoglobin: <5 g/dL'],
  ['SN', '^2^-^4', 'Hemoglobin: 2 - 4 g/dL'],
  ['DT', '20260306', 'Hemoglobin: 2026-03-06 g/dL'],
  ['CWE', '260385009^Negative^SCT', 'Hemoglobin: Negative g/dL'],
  ['TX', ' ', ''],
])('among words, %s %s is told as words', (type, value, expected) => {
  expect(wordsAmongWords(obx(type, value, 'g/dL'), 'America/New_York')).toBe(expected);
});

test('a file is taken as it is, or its text is encoded', () => {
  expect(attachmentOf(obx('ED', '^Application^PDF^Base64^JVBERi0='))).toMatchObject({
    contentType: 'application/pdf',
    data: 'JVBERi0=',
  });
  expect(attachmentOf(obx('ED', '^TEXT^PLAIN^A^one\\T\\two'))).toMatchObject({
    contentType: 'text/plain',
    data: Buffer.from('one&two').toString('base64'),
  });
  expect(attachmentOf(obx('ED', '^Application^PDF^Base64^'))).toBeNull();
  expect(attachmentOf(obx('TX', 'words'))).toBeNull();
});
