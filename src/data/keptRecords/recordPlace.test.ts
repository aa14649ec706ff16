import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryOfPlace, recordPlace } from './recordPlace.ts';

test('the name of a stored answer tells the query of its call, whatever is in it', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const query = fc.dictionary(fc.constantFrom('type', 'page', 'date'), value, { noNullPrototype: true });
  fc.assert(
    fc.property(query, fc.option(fc.nat()), (asked, patientId) => {
      expect(queryOfPlace(recordPlace({ name: 'listAppointments' }, { query: asked }, patientId))).toEqual(asked);
    }),
  );
  expect(queryOfPlace('not a name')).toEqual({});
});
