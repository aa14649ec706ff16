import { languageCodes } from '@portal/api';
import { expect, it } from 'vitest';
import { localeOf } from '../../../../../words/index.ts';
import { signedAtText } from './signedAtText.ts';

it('the time of a signature names the zone as visits do, in every language', () => {
  for (const language of languageCodes) {
    const locale = localeOf(language);
    expect(signedAtText(locale, '2026-11-30T19:05:00.000Z', 'America/New_York')).toMatch(/ EST$/);
    expect(signedAtText(locale, '2026-07-01T19:05:00.000Z', 'America/New_York')).toMatch(/ EDT$/);
  }
});
