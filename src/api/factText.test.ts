import { expect, test } from 'vitest';
import { codedFactText, factText } from './factText.ts';
import { sharedTexts } from './texts.ts';
import type { LanguageCode } from './values.ts';

test('a code that says more than a text of ours stays as the source wrote it', () => {
  expect(factText('frequency', 'MORN')).toBe('timing.inTheMorning');
  for (const code of ['MORN.early', 'AFT.late', 'EVE.late']) expect(factText('frequency', code)).toBeNull();
});

const said = (name: 'frequency' | 'dose', value: string, language: LanguageCode = 'en') =>
  codedFactText(name, value, (key, values = {}) =>
    Object.entries(values).reduce<string>(
      (text, [of, one]) => text.replace(`{${of}}`, one),
      sharedTexts[language][key],
    ),
  );

test.each([
  ['1 / 8 h', 'en', 'Every 8 hours'],
  ['1 / 1 h', 'fr', 'Toutes les heures'],
  ['4 h – 6 h', 'es', 'Cada 4 a 6 horas'],
  ['1 / 3 mo', 'pt', 'A cada 3 meses'],
  ['1 / 1 a', 'zh', '每年一次'],
  ['3 / 1 wk', 'fr', '3 fois par semaine'],
  ['1–2 / 1 d, PRN', 'en', '1 to 2 times a day, only when needed'],
  ['QD, × 10 d', 'es', 'Una vez al día, durante 10 días'],
  ['× 1 wk', 'fr', 'Pendant 1 semaine'],
  ['× 5 years', 'zh', '持续 5 年'],
  ['≤ 10 mg/kg / 1 wk', 'en', 'At most 10 mg/kg in 1 week'],
  ['IC', 'pt', 'Entre as refeições'],
  ['HS (-90 min)', 'en', 'At bedtime (-90 min)'],
  ['20 mg, × 7 d', 'fr', '20 mg, pendant 7 jours'],
  ['20 units, MORN', 'en', '20 units, in the morning'],
  ['every third day, PRN', 'en', 'every third day, only when needed'],
] as const)(
  'how often something is taken is in words, with its period and its limits: %s',
  (value, language, words) => {
    expect(said('frequency', value, language)).toBe(words);
  },
);

test('several doses are in words, and what their source wrote stays as it is', () => {
  expect(said('dose', '20 mg, 1 / 1 d, × 7 d; 10 mg, 1 / 1 d', 'es')).toBe(
    '20 mg, una vez al día, durante 7 días; 10 mg, una vez al día',
  );
  expect(said('dose', 'One in the morning, × 7 d; Half of one', 'en')).toBe(
    'One in the morning, for 7 days; Half of one',
  );
  for (const own of ['5 mg', 'Take one; then two', '10 mL / 1 h', '100 mL, 30 min', '2 h'])
    expect(said('dose', own)).toBeNull();
  for (const own of ['every third day', '2 / 3 d', '0.5 h']) expect(said('frequency', own)).toBeNull();
});
