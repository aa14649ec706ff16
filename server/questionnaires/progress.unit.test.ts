import { expect, test } from 'vitest';
import { asking, filled, hostileForms, rows, worked } from '../../tests/server/hostileForms.ts';
import { progressOfMany } from './progress.ts';

const ordinary = filled(asking(rows(), worked("%resource.descendants().where(linkId='dose').answer.value.sum()")), 2);
const hostile = filled(hostileForms['a total that doubles'] ?? {}, 100);

test('a form that takes too much has no count, and those after it have theirs, until the list has had enough', async () => {
  const progress = progressOfMany(2);
  const ofOrdinary = { answered: 4, total: 4 };
  expect(await progress(ordinary.form, ordinary.answers)).toEqual(ofOrdinary);
  expect(await progress(hostile.form, hostile.answers)).toBeNull();
  expect(await progress(ordinary.form, ordinary.answers)).toEqual(ofOrdinary);
  // Begun with the rest of a budget for two, which is not enough.
  expect(await progress(hostile.form, hostile.answers)).toBeNull();
  expect(await progress(ordinary.form, ordinary.answers)).toBeNull();
});

test('others have their turn between two forms', async () => {
  const progress = progressOfMany();
  let turns = 0;
  const other = setInterval(() => (turns += 1), 0);
  for (let form = 0; form < 4; form += 1) await progress(hostile.form, hostile.answers);
  clearInterval(other);
  expect(turns).toBeGreaterThanOrEqual(3);
});
