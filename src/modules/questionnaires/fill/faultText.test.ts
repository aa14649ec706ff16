import { type Fault, languageCodes } from '@portal/api';
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
    expect(faultText(words(), { kind: 'required' })).toBe('Required');
    expect(faultText(words(), { kind: 'tooManyDecimals', decimals: 0 })).toBe('Enter a whole number.');
  });
});
