import { type ShownGroup, shownGroups, TreatmentSummary } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { itemKey, itemsToMark, withSeen } from './seen.ts';

const groups = (...items: readonly object[]): ShownGroup[] =>
  shownGroups(
    v.parse(TreatmentSummary, [
      {
        key: 'Allergy',
        value: items.map((one) => ({ isNullMessageHolder: false, nullMessage: null, allergen: 'x', ...one })),
      },
    ]),
    [{ key: 'Allergy', fields: new Set(['allergen']) }],
  );

test('what was shown and not seen yet is marked, each part of it once', () => {
  const shown = groups(
    { isPatientReviewed: false, recordIds: [4, 5] },
    { isPatientReviewed: true, recordIds: [6] },
    { isPatientReviewed: false, recordIds: [5, 7] },
  );
  expect(itemsToMark(shown)).toEqual([4, 5, 7]);
  expect(itemsToMark(groups({ isPatientReviewed: true, recordIds: [6] }))).toBeNull();
  expect(itemsToMark([])).toBeNull();
});

test('that there is nothing is marked as well, though it has no dot', () => {
  expect(
    itemsToMark(
      groups({ isNullMessageHolder: true, nullMessage: 'None known.', isPatientReviewed: false, recordIds: [8] }),
    ),
  ).toEqual([8]);
});

test('a back end that does not say what items are made of is told of all', () => {
  expect(itemsToMark(groups({ isPatientReviewed: false }))).toBe('all');
  expect(itemKey(groups({ isPatientReviewed: false })[0]?.items[0]?.item ?? {})).toBe('');
});

test('an item is seen once all that it is made of is', () => {
  const of = (...recordIds: number[]) => groups({ isPatientReviewed: false, recordIds })[0]?.items[0]?.item;
  const [one, other] = [of(4, 5), of(6)];
  if (one === undefined || other === undefined) throw new Error('nothing is shown');
  const seen = (...marked: readonly (typeof one)[]) =>
    withSeen(
      [{ key: 'Allergy', value: [one, other] }],
      new Set(marked.flatMap(({ recordIds }) => recordIds ?? [])),
    ).flatMap(({ value }) => value.map(({ isPatientReviewed }) => isPatientReviewed));
  const part = of(4);
  if (part === undefined) throw new Error('nothing is shown');
  expect(seen(part, other)).toEqual([false, true]);
  expect(seen(one)).toEqual([true, false]);
  expect(seen()).toEqual([false, false]);
  expect(withSeen([{ key: 'Allergy', value: [one] }], new Set(['all' as const]))[0]?.value[0]?.isPatientReviewed).toBe(
    true,
  );
});
