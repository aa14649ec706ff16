import { expect, test } from 'vitest';
import { codedFactText, factText } from './factText.ts';
import { sharedTexts } from './texts.ts';
import type { LanguageCode } from './values.ts';

test('a part of the day has words of its own', () => {
  expect(factText('frequency', 'MORN')).toBe('timing.inTheMorning');
  expect(factText('frequency', 'MORN.early')).toBe('timing.earlyInTheMorning');
  expect(factText('frequency', 'EVE.late')).toBe('timing.lateInTheEvening');
});

const locales = { en: 'en-US', es: 'es-MX', fr: 'fr-CA', pt: 'pt-BR', zh: 'zh-CN' } as const;
const said = (name: 'frequency' | 'dose', value: string, language: LanguageCode = 'en') =>
  codedFactText(name, value, {
    locale: locales[language],
    t: (key, values = {}) =>
      Object.entries(values).reduce<string>(
        (text, [of, one]) => text.replace(`{${of}}`, one),
        sharedTexts[language][key],
      ),
  });

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
  ['1 / 0.5 d', 'en', 'Every 12 hours'],
  ['1 / 0.5–1 h', 'es', 'Cada 30 a 60 minutos'],
  ['2 / 0.5 d', 'fr', '2 fois en 12 heures'],
  ['2 / 3 d', 'pt', '2 vezes em 3 dias'],
  ['1.0 d', 'en', 'Once a day'],
  ['0.5 h', 'zh', '每 30 分钟'],
  ['× 1.5 d', 'en', 'For 36 hours'],
  ['1 / 1 d, MORN.early', 'es', 'Una vez al día, a primera hora de la mañana'],
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
  for (const own of ['every third day', '1 / 0.33 d', '1 / 1.5 wk', '1 / 0.5–12 h'])
    expect(said('frequency', own)).toBeNull();
});

test('the days of a dosage are written as the reader writes dates', () => {
  const value = '20 mg, 1 / 1 d, 2026-01-02 – 2026-01-08; 10 mg, 1 / 1 d, 2026-01-09 –; 5 mg, – 2026-01-10';
  expect(said('dose', value)).toBe(
    '20 mg, once a day, from Jan 2, 2026 to Jan 8, 2026; 10 mg, once a day, from Jan 9, 2026; 5 mg, until Jan 10, 2026',
  );
  expect(said('dose', value, 'fr')).toContain('20 mg, une fois par jour, du 2 janv. 2026 au 8 janv. 2026; ');
  expect(said('dose', value, 'pt')).toContain('; 10 mg, uma vez por dia, a partir de 9 de jan. de 2026; ');
  for (const own of ['1000 – 2000', '2026-01 –', '– 2026-01']) expect(said('dose', own)).toBeNull();
});
