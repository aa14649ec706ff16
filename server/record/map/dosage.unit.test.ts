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
