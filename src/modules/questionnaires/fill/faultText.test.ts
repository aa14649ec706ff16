import { CalendarDate, type Fault, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, loadWords, words } from '../../../words/index.ts';
import { faultText } from './faultText.ts';

const faults: readonly Fault[] = [
  { kind: 'required' },
  { kind: 'otherTextMissing' },
  { kind: 'tooLong', maximum: 2000 },
  { kind: 'notANumber' },
  { kind: 'notADate' },
  { kind: 'belowMinimum', minimum: 35.5 },
  { kind: 'aboveMaximum', maximum: 1000 },
  { kind: 'tooManyDecimals', decimals: 0 },
  { kind: 'tooManyDecimals', decimals: 1 },
  { kind: 'offStep' },
  { kind: 'unknownOption' },
  { kind: 'tooShort', minimum: 3 },
  { kind: 'wrongFormat', format: null },
  { kind: 'wrongFormat', format: 'nnn-nnnn' },
  { kind: 'notATime' },
  { kind: 'notAnAddress' },
  { kind: 'tooEarly', earliest: v.parse(CalendarDate, '2026-02-03') },
  { kind: 'tooLate', latest: v.parse(CalendarDate, '2026-02-03') },
  { kind: 'tooFew', least: 1 },
  { kind: 'tooMany', most: 3 },
  { kind: 'notAlone' },
  { kind: 'wrongFile' },
  { kind: 'fileNotSent' },
  { kind: 'noUnit' },
  { kind: 'constraint', message: 'Systolic is above diastolic.' },
];

describe('what to do about a fault', () => {
  beforeAll(() => loadWords('questionnaires'));

  it('is said in every language', async () => {
    for (const language of languageCodes) {
      await changeLanguage(language);
      for (const fault of faults) expect(faultText(words(), fault)).toMatch(/^[^{}]{2,}$/);
      expect(faultText(words(), { kind: 'notANumber' })).toContain(
        language === 'en' || language === 'zh' || language === 'es' ? '12.5' : '12,5',
      );
    }
    await changeLanguage('en');
    const texts = faults.map((fault) => faultText(words(), fault));
    // One kind of fault has the text "Required" for two reasons.
    expect(new Set(texts).size).toBe(faults.length - 1);
    expect(faultText(words(), { kind: 'required' })).toBe('Required');
    expect(faultText(words(), { kind: 'tooManyDecimals', decimals: 0 })).toBe('Enter a whole number.');
  });
});
