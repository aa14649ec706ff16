import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Dosage, howTaken } from './dosage.ts';

test('several dosages are told with their limits, in words of their own too', () => {
  const dosages = v.parse(v.array(Dosage), [
    { text: 'One tablet in the morning', timing: { repeat: { boundsDuration: { value: 7, unit: 'days' } } } },
    { text: 'Then half a tablet' },
  ]);
  expect(howTaken(dosages)).toEqual({
    dose: 'One tablet in the morning, × 7 days; Then half a tablet',
    frequency: null,
  });
});

test('several dosages without words are told with their times and days, and when needed', () => {
  const dosage = (value: number, boundsPeriod: object, more = {}) => ({
    doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
    timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd', boundsPeriod } },
    ...more,
  });
  const dosages = v.parse(v.array(Dosage), [
    dosage(20, { start: '2026-01-02', end: '2026-01-08' }),
    dosage(10, { start: '2026-01-09' }, { asNeededBoolean: true }),
  ]);
  expect(howTaken(dosages).dose).toBe('20 mg, 1 / 1 d, 2026-01-02 – 2026-01-08; 10 mg, 1 / 1 d, PRN, 2026-01-09 –');
});

test('several dosages are told each with the way in which it is given, where that differs', () => {
  const dosage = (value: number, route: string, more = {}) => ({
    doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
    route: { text: route },
    ...more,
  });
  const told = (...dosages: readonly object[]) => howTaken(v.parse(v.array(Dosage), dosages)).dose;
  expect(told(dosage(2, 'oral'), dosage(5, 'intravenous'))).toBe('2 mg, oral; 5 mg, intravenous');
  expect(told(dosage(2, 'oral'), dosage(5, 'oral'))).toBe('2 mg; 5 mg');
  expect(told(dosage(2, 'Oral', { text: 'One oral tablet' }), dosage(5, 'Intravenous', { text: 'An infusion' }))).toBe(
    'One oral tablet; An infusion, Intravenous',
  );
  expect(told(dosage(2, 'IV', { text: 'Give slowly' }), dosage(5, 'IM', { text: 'Three times' }))).toBe(
    'Give slowly, IV; Three times, IM',
  );
  expect(told({ route: { text: 'Oral' } }, { route: { text: 'Nasal' } })).toBeNull();
});
