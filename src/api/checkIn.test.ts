import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RecordedContactDetails, differingDetails, isSameDetail, phoneShown } from './index.ts';

const recorded: RecordedContactDetails = {
  address1: '12 Willow Road',
  address2: null,
  city: 'Puddleford',
  zipCode: '10042',
  state: 'New York',
  country: 'US',
  homePhone: '(202) 555-0111',
  mobilePhone: null,
  emailAddress: 'Juniper@example.org',
};

describe('what differs from a record', () => {
  test('is not how a number is written, nor the capitals of an email address, nor an empty line', () => {
    expect(
      differingDetails(recorded, {
        homePhone: '+12025550111',
        emailAddress: 'juniper@EXAMPLE.org',
        address2: ' ',
        city: 'Puddleford ',
      }),
    ).toEqual({});
  });

  test('is another number, one that is gone, and one that is new', () => {
    expect(differingDetails(recorded, { homePhone: null, mobilePhone: '+12025550110', city: 'puddleford' })).toEqual({
      homePhone: null,
      mobilePhone: '+12025550110',
      city: 'puddleford',
    });
    expect(isSameDetail('homePhone', '(202) 555-0111', '+442025550111')).toBe(false);
    expect(isSameDetail('homePhone', 'ask at the desk', 'ask the daughter')).toBe(false);
  });

  const value = fc.option(fc.string({ maxLength: 12 }));
  const details: fc.Arbitrary<RecordedContactDetails> = fc.record({
    address1: value,
    address2: value,
    city: value,
    zipCode: value,
    state: value,
    country: value,
    homePhone: value,
    mobilePhone: value,
    emailAddress: value,
  });

  test('of any record is nothing of what it says itself, and everything that is taken over is the same afterwards', () => {
    fc.assert(
      fc.property(details, details, (one, other) => {
        expect(differingDetails(one, one)).toEqual({});
        const changed = differingDetails(one, other);
        expect(differingDetails({ ...one, ...changed }, other)).toEqual({});
      }),
    );
  });

  test('of a number of North America is never how it is shown', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9][0-9]{9}$/), (digits) => {
        expect(isSameDetail('mobilePhone', `+1${digits}`, phoneShown(digits))).toBe(true);
      }),
    );
  });
});
