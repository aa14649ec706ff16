import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { sharedTexts } from '../texts.ts';
import { languageCodes, type LanguageCode } from '../values.ts';
import { treatmentGroupKeys, treatmentGroupOf } from './treatmentParts.ts';
import { type TreatmentTelling, toldTreatmentFact, toldTreatmentValue } from './treatmentTelling.ts';
import { knownTreatmentWord } from './treatmentValues.ts';

const all: Readonly<Record<LanguageCode, Readonly<Record<string, string>>>> = sharedTexts;
const locales: Readonly<Record<LanguageCode, string>> = {
  en: 'en-US',
  es: 'es-MX',
  fr: 'fr-CA',
  pt: 'pt-BR',
  zh: 'zh-CN',
};
const telling = (language: LanguageCode = 'en', timeZone = 'America/New_York'): TreatmentTelling => ({
  t: (key, values = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      all[language][key] ?? key,
    ),
  locale: locales[language],
  timeZone,
});
const date = (value: string, language: LanguageCode = 'en') =>
  toldTreatmentValue(telling(language), { kind: 'date', value });

describe('dates are as exact as their source has them', () => {
  test.each([
    ['2014', '2014'],
    ['1998-05', 'May 1998'],
    ['2025-03-01', 'Mar 1, 2025'],
    ['2025-03-01T02:30:00Z', 'Feb 28, 2025'],
    ['2025-03-01T23:30:00', 'Mar 1, 2025'],
    ['since the surgery', 'since the surgery'],
    ['2025-02-30', '2025-02-30'],
  ])('%s reads %s', (value, told) => {
    expect(date(value)).toBe(told);
  });
  it('in the reader’s way of writing', () => {
    expect(date('1998-05', 'zh')).toBe('1998年5月');
    expect(date('2025-03-01', 'fr')).toBe('1 mars 2025');
  });
  it('and a day is a day in every time zone', () => {
    for (const zone of ['Etc/GMT+12', 'Pacific/Kiritimati', 'America/New_York'])
      expect(toldTreatmentValue(telling('en', zone), { kind: 'date', value: '2025-03-01' })).toBe('Mar 1, 2025');
  });
});

test('a comment is its source’s, but for the first line that says it was stopped', () => {
  const comment = (value: string) => toldTreatmentValue(telling('es'), { kind: 'long', value });
  expect(comment('Stopped\nThe heart was too weak, left')).toBe(
    'Se interrumpió antes de terminar\nThe heart was too weak, left',
  );
  expect(comment('Chemotherapy')).toBe('Chemotherapy');
  expect(comment('Stopped\nSurgery')).toBe('Se interrumpió antes de terminar\nSurgery');
  expect(toldTreatmentValue(telling('es'), { kind: 'code', value: 'Stopped' })).toBe('Stopped');
});

describe('numbers carry all digits', () => {
  test.each([
    ['0.50', 'en', '0.50'],
    ['0.50', 'fr', '0,50'],
    [15, 'en', '15'],
    [40.05, 'pt', '40,05'],
    ['1200', 'en', '1,200'],
    ['about 3', 'en', 'about 3'],
  ] as const)('%s in %s: %s', (value, language, told) => {
    expect(toldTreatmentValue(telling(language), { kind: 'number', value })).toBe(told);
  });
  it('whatever they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.stringMatching(/^\d{1,12}$/), (whole, digits) => {
        const value = `${String(whole)}.${digits}`;
        expect(toldTreatmentValue(telling(), { kind: 'number', value })).toBe(value);
      }),
    );
  });
});

describe('words', () => {
  test.each([
    ['Right', 'es', 'Derecho'],
    ['medication, allergy', 'en', 'Medicine, Allergy'],
    ['Never smoked tobacco (finding)', 'zh', '从不吸烟'],
    ['medication, something else', 'es', 'medication, something else'],
    ['QD', 'pt', 'Uma vez por dia'],
  ] as const)('%s in %s: %s', (value, language, told) => {
    expect(toldTreatmentValue(telling(language), { kind: 'code', value })).toBe(told);
  });
  test.each([
    ['1 / 1 d, HS', 'en', 'Once a day, at bedtime'],
    ['HS, × 5 years', 'fr', 'Au coucher, pendant 5 ans'],
    ['1 / 3 wk', 'zh', '每 3 周'],
    ['Twice daily', 'es', 'Dos veces al día'],
    ['every third Monday', 'es', 'every third Monday'],
    ['Twice daily, PRN, × 7 d', 'es', 'Dos veces al día, solo cuando haga falta, durante 7 días'],
    ['every third Monday, PRN', 'en', 'every third Monday, only when needed'],
  ] as const)('how often, %s in %s: %s', (value, language, told) => {
    expect(toldTreatmentValue(telling(language), { kind: 'timing', value })).toBe(told);
  });
  it('of several doses, each with how often and how long', () => {
    expect(toldTreatmentValue(telling('pt'), { kind: 'dose', value: '20 mg, QD, × 7 d; 10 mg, QD' })).toBe(
      '20 mg, uma vez por dia, durante 7 dias; 10 mg, uma vez por dia',
    );
    // How long an infusion takes is not how often it is given.
    expect(toldTreatmentValue(telling('es'), { kind: 'dose', value: '2 mg, Oral, QD; 5 mg, IV, 2026-01-02 –' })).toBe(
      '2 mg, por la boca, una vez al día; 5 mg, en una vena, a partir del 2 ene 2026',
    );
    expect(toldTreatmentValue(telling('en'), { kind: 'dose', value: '100 mL, 30 min' })).toBe('100 mL, 30 min');
  });
  it('are left as they are where nobody says that they are codes', () => {
    expect(toldTreatmentValue(telling('es'), { kind: 'text', value: 'Right' })).toBe('Right');
  });
  it('true and false are yes and no, phones are shown as phones, lists as lists', () => {
    expect(toldTreatmentValue(telling('fr'), { kind: 'code', value: true })).toBe('Oui');
    expect(toldTreatmentValue(telling(), { kind: 'phone', value: '+15550100142' })).toBe('(555) 010-0142');
    expect(toldTreatmentValue(telling(), { kind: 'list', value: ['Rash', ' ', 'itching '] })).toBe('Rash, itching');
  });
  it('no spelling stands for two', () => {
    expect(knownTreatmentWord('  RIGHT ')).toBe('treatmentSummary.value_right');
    expect(knownTreatmentWord('constructor')).toBeNull();
  });
});

test('what stands behind a value is in brackets', () => {
  const values = ['IIA', 'T2', 'N0'].map((value) => ({ kind: 'text' as const, value }));
  expect(toldTreatmentFact(telling(), { values })).toBe('IIA (T2, N0)');
  expect(toldTreatmentFact(telling('zh'), { values })).toBe('IIA（T2、N0）');
});

test('every group has a title and every field a label, in every language', () => {
  for (const language of languageCodes)
    for (const key of treatmentGroupKeys) {
      expect(all[language][`treatmentSummary.group_${key}`], key).toBeTruthy();
      for (const { label } of treatmentGroupOf(key).fields)
        expect(all[language][`treatmentSummary.label_${label}`], label).toBeTruthy();
    }
});
