import { shownGroups, TreatmentSummary } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { withContactsOnce } from './contacts.ts';

const surgery = (procedureName: string, providerName: string, providerPhone: string) => ({
  isNullMessageHolder: false,
  nullMessage: null,
  isPatientReviewed: true,
  procedureName,
  providerName,
  providerPhone,
  providerEmail: 'office@northlight.example',
});

const fields = new Set(['procedurename', 'providername', 'providerphone', 'provideremail']);

test('phone and email of one person stand once in a group, and those of another one as well', () => {
  const summary = v.parse(TreatmentSummary, [
    {
      key: 'Surgery',
      value: [
        surgery('Lumpectomy', 'Fernbrook, Ottoline', '5550100142'),
        surgery('Biopsy', 'Fernbrook, Ottoline', '5550100142'),
        surgery('Drain', 'Thistledown, Bram', '5550100142'),
        surgery('Port', 'Fernbrook, Ottoline', '5550100999'),
      ],
    },
  ]);
  const items = shownGroups(summary, [{ key: 'Surgery', fields }]).flatMap((group) => withContactsOnce(group.items));
  const labels = items.map(({ facts }) => facts.map(({ label }) => label).filter((label) => /phone|email/.test(label)));
  expect(labels).toEqual([['phone', 'email'], [], ['phone', 'email'], ['phone']]);
  expect(items.every(({ facts }) => facts.some(({ label }) => label === 'provider'))).toBe(true);
});
