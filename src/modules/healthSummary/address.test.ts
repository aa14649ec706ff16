import { CalendarDate, CcdaId, IfSystemId } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type SummaryAddress, addressIn, searchOf } from './address.ts';

const ids = fc.integer({ min: 1, max: 999_999_999 });
const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((day) => v.parse(CalendarDate, day.toISOString().slice(0, 10)));
const ranges = fc
  .tuple(days, days)
  .map(([one, other]) => (one <= other ? { startDate: one, endDate: other } : { startDate: other, endDate: one }));
const systems = ids.map((id) => v.parse(IfSystemId, id));
const addresses: fc.Arbitrary<SummaryAddress> = fc.record({
  view: fc.constantFrom('document' as const, 'lists' as const),
  request: fc.oneof(
    fc.constant({ kind: 'newest' } as const),
    fc.record({
      kind: fc.constant('document' as const),
      key: fc.record({
        ifSystemId: systems,
        identifier: fc.oneof(
          ids.map((id) => ({ ccdaId: v.parse(CcdaId, id) })),
          ranges,
        ),
      }),
    }),
    fc
      .tuple(systems, ranges)
      .map(([ifSystemId, range]) => ({ kind: 'search' as const, search: { ifSystemId, ...range } })),
  ),
});

test('what is shown comes back from its own address: by Back, by a reload, after a sign-in', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(addressIn(searchOf(address))).toEqual(address);
    }),
  );
});

test('an address that says nothing leaves the view to the page; one that names a document shows it', () => {
  expect(addressIn({})).toEqual({ view: null, request: { kind: 'newest' } });
  expect(searchOf(addressIn({}))).toEqual({});
  expect(searchOf(addressIn({ view: 'document' }))).toEqual({ view: 'document' });
  expect(addressIn({ system: '1', ccda: '5' }).view).toBe('document');
});

test('an address holds ids and days alone', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      for (const value of Object.values(searchOf(address)))
        expect(value).toMatch(/^(\d+|\d{4}-\d\d-\d\d|lists|document)$/);
    }),
  );
});

const incomplete: Record<string, string>[] = [
  {},
  { system: 'one' },
  { system: '1' },
  { ccda: '5' },
  { system: '1', ccda: 'x' },
  { system: '1', start: '2026-02-30', end: '2026-03-01' },
  { system: '1', from: '2026-03-02', to: '2026-03-01' },
  { system: '1', from: '2026-03-02' },
];
test.each(incomplete)('an address that names no document shows the most recent one: %o', (search) => {
  expect(addressIn(search).request).toEqual({ kind: 'newest' });
});
