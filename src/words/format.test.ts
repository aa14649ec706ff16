import { languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { formatMegabytes, formatNumber, joinFacts, parseNumber } from './format.ts';
import { localeOf } from './locale.ts';

test('a number is written as the browser writes it in each language, a small one too', () => {
  for (const locale of languageCodes.map((language) => localeOf(language)))
    for (const value of [0, 1, 12, 999, 1000, 1234.5, -3, 0.5])
      expect(formatNumber(locale, value)).toBe(new Intl.NumberFormat(locale).format(value));
});

test('a number is read with the decimal sign of the language', () => {
  expect(parseNumber('en-US', '70.5')).toBe(70.5);
  expect(parseNumber('fr-CA', '70,5')).toBe(70.5);
  expect(parseNumber('pt-BR', '0,125')).toBe(0.125);
  expect(parseNumber('es-MX', '1.125')).toBe(1.125);
  expect(parseNumber('pt-BR', '1,125')).toBe(1.125);
});

test('the other sign is read as well where it can only be a decimal sign: Spanish is written with both', () => {
  expect(parseNumber('es-MX', '70,5')).toBe(70.5);
  expect(parseNumber('en-US', '-70,25')).toBe(-70.25);
  expect(parseNumber('pt-BR', '70.5')).toBe(70.5);
  expect(parseNumber('es-MX', '0,125')).toBe(0.125);
});

test('what may be thousands is not taken for a fraction', () => {
  for (const locale of ['en-US', 'es-MX', 'zh-CN']) expect(parseNumber(locale, '1,500')).toBeNull();
  for (const locale of ['pt-BR', 'fr-CA']) expect(parseNumber(locale, '1.500')).toBeNull();
});

test('anything else is no number', () => {
  for (const typed of ['', ' ', '.', ',', '-', '1e5', '1.2.3', '1,2,3', '1.234,5', 'ten', '2 3'])
    expect(parseNumber('en-US', typed)).toBeNull();
  expect(parseNumber('en-US', ' −3 ')).toBe(-3);
});

test('megabytes have the unit and the decimal sign of the language, and a little is never nothing', () => {
  const megabyte = 1024 * 1024;
  expect(formatMegabytes('en-US', 12.44 * megabyte)).toBe('12.4 MB');
  expect(formatMegabytes('fr-CA', 12.44 * megabyte)).toMatch(/^12,4\s?Mo$/);
  expect(formatMegabytes('en-US', 10)).toBe('0.1 MB');
  expect(formatMegabytes('en-US', 0)).toBe('0 MB');
});

test('facts stand side by side with the comma of the language, without those that are not there', () => {
  expect(joinFacts('en-US', ['Fri', null, '9:30 AM', ''])).toBe('Fri, 9:30 AM');
  expect(joinFacts('zh-CN', ['周五', undefined, '09:30'])).toBe('周五，09:30');
  expect(joinFacts('fr-CA', ['ven.'])).toBe('ven.');
});
